/** Derives from the base of a change which texts of its head are old, and which number each had. */

import type { LinkedSite } from "../../build/link.js";
import { readFileName } from "../../content/parse/file-name.js";
import type { TreeChange } from "../../content/read/commits.js";
import type { ProposalDocument } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { Seniority } from "../../site/model/site.js";

type Base = Pick<LinkedSite, "documents" | "roles">;

/** The seniority in the base, where every text is old. @param order in which texts came in, by path, if several have one number. */
export function baseSeniority(order: ReadonlyMap<string, number> = new Map()): Seniority {
  return { isOld: () => true, since: (path) => order.get(path) ?? 0 };
}

/** The seniority in the head. @param former maps a path to its path in the base. @param order see `baseSeniority`. */
export function headSeniority(
  base: Base,
  former: (path: string) => string,
  order: ReadonlyMap<string, number>,
): Seniority {
  const numbers = numbersIn(base);
  return {
    isOld: (path) => base.roles.has(former(path)),
    since: (path, number) => (numbers.get(former(path)) === number ? (order.get(former(path)) ?? 0) : undefined),
  };
}

/** Numbers by path: of the text, or of the file's name if the text cannot be read. */
function numbersIn({ documents, roles }: Base): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [path, role] of roles) {
    const number = role.kind === "proposal" ? readFileName(role.relativePath, role.series).number : undefined;
    if (number !== undefined) numbers.set(path, number);
  }
  for (const { path, meta } of proposalsIn(documents)) numbers.set(path, meta.number);
  return numbers;
}

const proposalsIn = (documents: Base["documents"]) =>
  documents.filter((document): document is ProposalDocument => document.kind === "proposal" && !document.locale);

/** The paths of texts that share a number with another. */
export function duplicateNumbersIn(base: Base): string[] {
  return sameNumbers(base).flatMap((same) => same.map(({ path }) => path));
}

/** The paths of texts whose number another text had first; if the order is unknown, of all texts with the number. */
export function laterDoubles(base: Base, order: ReadonlyMap<string, number>): Set<string> {
  const orderOf = ({ path }: ProposalDocument) => order.get(path) ?? 0;
  return new Set(
    sameNumbers(base).flatMap((same) =>
      same.flatMap((proposalDocument) =>
        same.some((candidate) => candidate !== proposalDocument && orderOf(candidate) <= orderOf(proposalDocument))
          ? [proposalDocument.path]
          : [],
      ),
    ),
  );
}

/** The texts of each number that several have. */
function sameNumbers({ documents }: Base): ProposalDocument[][] {
  const byNumber = new Map<string, ProposalDocument[]>();
  for (const document of proposalsIn(documents)) {
    getOrAdd(byNumber, `${document.series} ${document.meta.number}`, () => []).push(document);
  }
  return [...byNumber.values()].filter(({ length }) => length > 1);
}

/** @returns a function that maps a path to its path in the base, by git's renames. */
export function formerPaths(changes: readonly TreeChange[]): (path: string) => string {
  const renames = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[path, from] as const])));
  return (path) => renames.get(path) ?? path;
}
