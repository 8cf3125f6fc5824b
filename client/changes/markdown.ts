/** A text in Markdown as HTML that is only read: it is parsed into a document that is never shown. */
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: true });

/** Of an author's tags, only the attributes that a difference shows: a browser complains about code even where nothing runs it. */
const bareTags = (html: string) =>
  html.replace(/<([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi, (_, name: string, attributes: string) => {
    const kept = attributes.match(/(?<=\s)(?:href|alt|checked)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gi) ?? [];
    return `<${[name, ...kept].join(" ")}>`;
  });

markdown.renderer.rules.html_block = (tokens, index) => bareTags(tokens[index]?.content ?? "");
markdown.renderer.rules.html_inline = markdown.renderer.rules.html_block;

/** Front matter, and the text after it. */
export function frontAndBody(text: string): { front: string; body: string } {
  const front = /^\uFEFF?---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0] ?? "";
  return { front, body: text.slice(front.length) };
}

export const htmlOf = (body: string): string => markdown.render(body);
