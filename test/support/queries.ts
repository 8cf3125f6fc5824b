/** Queries as readers type them, from what a register has: numbers, titles, names, phrases, code, with mistakes, unfinished, and with filters. */
import type { ListedProposal } from "../../src/cli/mcp/register.js";

/** The same sequence every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @returns different ones. */
export async function queriesOf(
  proposals: readonly ListedProposal[],
  textOf: (proposal: ListedProposal) => Promise<string>,
  count: number,
): Promise<string[]> {
  const next = numbers(43);
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)];
  const found = new Set<string>();
  const texts = new Map<string, string>();
  while (found.size < count) {
    const proposal = pick(proposals) as ListedProposal;
    const text = texts.get(proposal.label) ?? (await textOf(proposal).catch(() => proposal.title));
    texts.set(proposal.label, text);
    const words = text.split(/[^\p{L}\p{N}_.-]+/u).filter((word) => word.length > 2);
    const at = next(Math.max(1, words.length - 4));
    const near = words.slice(at, at + 1 + next(4)).join(" ");
    const word = pick(words) ?? proposal.title;
    const author = pick(proposal.authors)?.name ?? proposal.title;
    const kinds = [
      () => proposal.label,
      () => `${proposal.series} ${proposal.number}`,
      () => String(proposal.number),
      () => proposal.title,
      () => proposal.title.slice(0, 3 + next(proposal.title.length)),
      () => near,
      () => `"${near}"`,
      () => word.slice(0, -1),
      () => word.slice(0, 2) + word.slice(3),
      () => `${word} ${pick(words)}`,
      () => author,
      () => `author:"${author}" ${word}`,
      () => `status:${proposal.status} ${word}`,
      () => `${word} year:${proposal.date?.slice(0, 4)}`,
      () => `${word}zzq`,
    ];
    const query = pick(kinds)?.().trim();
    if (query) found.add(query);
  }
  return [...found];
}
