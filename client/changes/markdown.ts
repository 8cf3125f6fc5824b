/** A text in Markdown as HTML that is only read: it is parsed into a document that is never shown. */
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: true });

/** Front matter, and the text after it. */
export function partsOf(text: string): { front: string; body: string } {
  const front = /^\uFEFF?---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0] ?? "";
  return { front, body: text.slice(front.length) };
}

export const htmlOf = (body: string): string => markdown.render(body);
