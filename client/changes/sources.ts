/** Pages and texts of this site, the lines that pages of changes have, and texts as blocks that are compared. */
import MarkdownIt from "markdown-it";
import type { ShownChange } from "../../src/shared/former-text.js";
import { type Block, blocksOf, codeBlocks } from "./blocks.js";
import { differences, type SectionDifference } from "./differences.js";
import { type ProposalPage, showDifferences } from "./show.js";

export const parseHtml = (html: string) => new DOMParser().parseFromString(html, "text/html");

export async function fetched(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** Characters of both texts: beyond that a browser would take seconds. */
const maxLength = 2_000_000;

/** Two texts. What is not Markdown is compared by its lines. */
export function compared(before: string, after: string, isMarkdown: boolean): SectionDifference[] {
  if (before.length + after.length > maxLength) throw new Error("too long to be compared in a browser");
  const blocks = (text: string): Block[] => {
    if (!isMarkdown) return codeBlocks(text);
    const { front, body } = frontAndBody(text);
    return codeBlocks(front).concat(blocksOf(parseHtml(htmlOf(body)).body));
  };
  return differences(blocks(before), blocks(after));
}

/** Shows a difference, side by side as long as there is room. @returns whether there is one. */
export function showFitting(place: HTMLElement, sections: readonly SectionDifference[], page: ProposalPage): boolean {
  const wide = matchMedia("(width >= 75rem)");
  const show = () => {
    place.parentElement?.toggleAttribute("data-wide", wide.matches);
    return showDifferences(place, sections, page, wide.matches);
  };
  wide.addEventListener("change", show);
  return show();
}

/** Its HTML is only read: it is parsed into a document that is never shown. */
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
function frontAndBody(text: string): { front: string; body: string } {
  const front = /^\uFEFF?---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text)?.[0] ?? "";
  return { front, body: text.slice(front.length) };
}

export const htmlOf = (body: string): string => markdown.render(body);

/** The lines that a page of changes shows, from which `formerText` makes a former text: what `src/history/lines-html.ts` wrote. */
export function linesIn(page: ParentNode): ShownChange[] {
  return [...page.querySelectorAll<HTMLElement>(".lines pre[data-line]")].map((element) => {
    const [old, come] = [element.querySelector("del"), element.querySelector("ins")];
    const shown = come?.textContent ?? "";
    return {
      line: Number(element.dataset.line) - 1,
      old: old ? (old.textContent ?? "").split("\n") : [],
      shown,
      count: come ? Number(come.dataset.lines ?? shown.split("\n").length) : 0,
    };
  });
}
