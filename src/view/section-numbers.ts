/** The numbers of the sections of a text, which only styles show: they are not part of titles, of what is copied, or of what search finds. */
import type { Heading } from "../shared/document.js";
import { unescapeHtml } from "../shared/text.js";

/** By the id of the heading: `2`, `2.1`. */
export function sectionNumbers(outline: readonly Heading[]): Map<string, string> {
  const counts: number[] = [];
  return new Map(
    outline.map(({ id, level }) => {
      const depth = Math.max(0, level - 2);
      while (counts.length <= depth) counts.push(0);
      counts.length = depth + 1;
      counts[depth] = (counts[depth] ?? 0) + 1;
      return [id, counts.join(".")];
    }),
  );
}

/** Adds the numbers to the headings of a text. @param html sanitized. */
export function withSectionNumbers(html: string, outline: readonly Heading[]): string {
  const numbers = sectionNumbers(outline);
  return html.replace(/<h[2-6] id="([^"]*)"/g, (start, id: string) => {
    const number = numbers.get(unescapeHtml(id));
    return number === undefined ? start : `${start} data-number="${number}"`;
  });
}
