/** Reads the source of a text as blocks that can be compared. */
import MarkdownIt from "markdown-it";
import { type Block, blocksOf, codeBlocks } from "./blocks.js";

/** Allows HTML, because the result is parsed into a document that is never shown. */
const markdown = new MarkdownIt({ html: true });

/** Removes all attributes that a difference does not show, because browsers report inline code (`onclick`) even in a document that is never shown. */
const bareTags = (html: string) =>
  html.replace(/<([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi, (_, name: string, attributes: string) => {
    const match = attributes.match(/(?<=\s)(?:href|alt|checked)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gi) ?? [];
    return `<${[name, ...match].join(" ")}>`;
  });

markdown.renderer.rules.html_block = (tokens, index) => bareTags(tokens[index]?.content ?? "");
markdown.renderer.rules.html_inline = markdown.renderer.rules.html_block;

/** The blocks of a text. Those of front matter, and of a text that is not Markdown, are its lines. */
export function blocksIn(text: string, isMarkdown: boolean): Block[] {
  if (!isMarkdown) return codeBlocks(text);
  const front = /^\uFEFF?---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0] ?? "";
  const page = new DOMParser().parseFromString(markdown.render(text.slice(front.length)), "text/html");
  return codeBlocks(front, 1).concat(blocksOf(page.body));
}
