/** What the base of a change says of the texts of its head: which were there before, and which number each had. */

import type { LinkedSite } from "../../build/link.js";
import { readFileName } from "../../content/parse/file-name.js";
import type { TreeChange } from "../../content/read/commits.js";
import type { ProposalDocument } from "../../shared/document.js";
import type { Seniority } from "../../site/model/site.js";

type Base = Pick<LinkedSite, "documents" | "roles">;

/** For the base, where every text counts as old. @param order in which texts came in, by path, if that matters. */
export function everythingOld(order: ReadonlyMap<string, number> = new Map()): Seniority {
  return { isOld: () => true, since: (path) => order.get(path) ?? 0 };
}

/** @param former maps a path to its path in the base. */
export function seniorityFrom(
  base: Base,
  former: (path: string) => string,
  order: ReadonlyMap<string, number> = new Map(),
): Seniority {
  const numbers = numbersIn(base);
  return {
    isOld: (path) => base.roles.has(former(path)),
    since: (path, number) => (numbers.get(former(path)) === number ? (order.get(former(path)) ?? 0) : undefined),
  };
}

/** By path: of the text, or of the file's name if the text cannot be read. */
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

/** Paths of texts that have a number in common with another one. */
export function duplicateNumbersIn(base: Base): string[] {
  return sameNumbers(base).flatMap((same) => same.map(({ path }) => path));
}

/** Paths of texts whose number another one had before; if nothing says which was first, of both. */
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
    const key = `${document.series} ${document.meta.number}`;
    byNumber.set(key, [...(byNumber.get(key) ?? []), document]);
  }
  return [...byNumber.values()].filter(({ length }) => length > 1);
}

/** The path in the base of each text: git's renames, or the same. */
export function formerPaths(changes: readonly TreeChange[]): (path: string) => string {
  const renames = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[path, from] as const])));
  return (path) => renames.get(path) ?? path;
}
