/** Pages and texts of this site, and texts as blocks that are compared. */
import { type Block, blocksOf, codeBlocks } from "./blocks.js";
import { differences, type SectionDifference } from "./differences.js";
import { frontAndBody, htmlOf } from "./markdown.js";
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
