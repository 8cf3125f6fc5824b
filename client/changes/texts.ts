/** Former texts of a proposal, from today's text and the lines that its pages of changes have. */

/** Lines of the newer text, and those that were in their place. */
interface Change {
  /** Index of the first one in the newer text. */
  line: number;
  old: string[];
  /** As far as the page shows them. */
  shown: string;
  count: number;
}

/** The lines that a page shows: what `src/history/lines-html.ts` wrote. */
export function linesIn(page: ParentNode): Change[] {
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

/**
 * @param changes of each step back, newest first.
 * @throws if they are not those of this text: a page may be of another build.
 */
export function formerText(text: string, changes: readonly (readonly Change[])[]): string {
  let lines = text.split("\n");
  for (const step of changes) {
    const former: string[][] = [];
    let end = 0;
    for (const { line, old, shown, count } of step) {
      const own = lines.slice(line, line + count);
      const isThere = line >= end && own.length === count && own.join("\n").startsWith(shown);
      if (!isThere) throw new Error("the text is not the one that this page was made from");
      former.push(lines.slice(end, line), old);
      end = line + count;
    }
    lines = [...former.flat(), ...lines.slice(end)];
  }
  return lines.join("\n");
}
