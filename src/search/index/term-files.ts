/** The files of terms. After an edit most of them are as before: these are neither put together nor digested again. */
import { type CutSizes, Cuts, isMark } from "./cuts.js";
import type { Parts } from "./parts.js";
import type { IndexState, IndexTerms } from "./state.js";

/** A query needs a few of these files, which should contain little else. */
const sizes: CutSizes = { least: 6_000, most: 16_000, oneIn: 96 };

/** The indexes of the first term of each file. */
export function termFiles({ terms, postings }: IndexTerms): number[] {
  const starts: number[] = [];
  const cuts = new Cuts(sizes);
  for (const [index, term] of terms.entries()) {
    const length = term.length + 1 + (postings[index]?.length ?? 0);
    if (cuts.begins(length, () => isMark(term, sizes))) starts.push(index);
  }
  return starts;
}

/** @param starts result of `termFiles`. @returns the digest of each file. */
export function addTerms(parts: Parts, starts: readonly number[], terms: IndexTerms, known: IndexState): string[] {
  const before = new Map(known.termFiles.map(({ start }, index) => [known.terms.terms[start], index]));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? terms.terms.length;
    const former = before.get(terms.terms[start]) ?? -1;
    const isSame = former >= 0 && areEqual(terms, start, end, known, former);
    const make = () => {
      const lines: string[] = [];
      for (let at = start; at < end; at++) lines.push(`${terms.terms[at]} ${terms.postings[at]}`);
      return lines.join("\n");
    };
    return parts.take("txt", isSame ? known.termFiles[former]?.digest : undefined, make);
  });
}

function areEqual(terms: IndexTerms, start: number, end: number, known: IndexState, file: number): boolean {
  const from = known.termFiles[file]?.start ?? 0;
  const to = known.termFiles[file + 1]?.start ?? known.terms.terms.length;
  if (to - from !== end - start) return false;
  for (let at = start, other = from; at < end; at++, other++) {
    if (terms.postings[at] !== known.terms.postings[other] || terms.terms[at] !== known.terms.terms[other])
      return false;
  }
  return true;
}
