/** Finds the proposals that a change affects: pairs of texts of two commits, matched by path, by number, and by git's renames. */
import type { Series } from "../config/index.js";
import { flatten } from "../parse/fields.js";
import { readFileName } from "../parse/file-name.js";
import { splitFrontMatter } from "../parse/front-matter.js";
import type { FieldValue } from "../parse/metadata/entries.js";
import type { LinkedSite } from "../pipeline/pipeline.js";
import type { TreeChange } from "../read/commits.js";
import type { FieldChange } from "../shared/review.js";
import { compareText } from "../shared/text.js";
import type { ProposalChange, ProposalSide } from "./types.js";

/** @param changes paths relative to the site's root. */
export function pairProposals(changes: readonly TreeChange[], older: LinkedSite, newer: LinkedSite): ProposalChange[] {
  const before = readSides(older, new Set(changes.map(({ from, path }) => from ?? path)));
  const after = readSides(newer, new Set(changes.map(({ path }) => path)));
  const pairs: ProposalChange[] = [];
  const pair = (kind: ProposalChange["kind"], one: Side | undefined, other: Side | undefined) => {
    const series = (other ?? one)?.series;
    if (!series) return;
    pairs.push({ kind, series, before: one?.side, after: other?.side });
    if (one) before.delete(one.side.path);
    if (other) after.delete(other.side.path);
  };
  for (const [path, side] of [...after]) if (before.has(path)) pair("changed", before.get(path), side);
  // A number identifies a proposal better than the similarity of two texts.
  for (const other of [...after.values()]) {
    const same = [...before.values()].find((one) => isSameNumber(one, other));
    if (same) pair("renamed", same, other);
  }
  for (const { from, path } of changes) {
    const [one, other] = [before.get(from ?? ""), after.get(path)];
    if (one && other) pair("renamed", one, other);
  }
  for (const other of [...after.values()]) pair("new", undefined, other);
  for (const one of [...before.values()]) pair("removed", one, undefined);
  const place = ({ after: newerSide, before: olderSide }: ProposalChange) => (newerSide ?? olderSide)?.path ?? "";
  return pairs.sort((a, b) => compareText(place(a), place(b)));
}

/** Fields of front matter that are different, in the order of the newer text. */
export function changedFields(before: ProposalSide | undefined, after: ProposalSide | undefined): FieldChange[] {
  const [older, newer] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...newer.keys(), ...older.keys()])]
    .map((key) => ({ key, from: older.get(key), to: newer.get(key) }))
    .filter(({ from, to }) => from !== to);
}

interface Side {
  series: Series;
  side: ProposalSide;
}

/** Originals of proposals; a text with neither a proposal's name nor its front matter is another text. */
function readSides({ site, sources, roles }: LinkedSite, paths: ReadonlySet<string>): Map<string, Side> {
  const proposals = new Map(
    site.registers.flatMap((register) =>
      register.proposals.flatMap((proposal) => (proposal.document ? [[proposal.document.path, proposal]] : [])),
    ),
  );
  const sides = new Map<string, Side>();
  for (const { path, text, hash } of sources) {
    const role = roles.get(path);
    if (!paths.has(path) || role?.kind !== "proposal" || role.locale) continue;
    const name = readFileName(role.relativePath, role.series);
    const proposal = proposals.get(path);
    const { entries, body, bodyLine } = splitFrontMatter({ path, text, hash });
    if (!proposal && !name.matches && !entries) continue;
    const number = proposal?.number ?? name.number;
    const category = proposal?.meta.category ?? name.category ?? "";
    sides.set(path, {
      series: role.series,
      side: { path, text, entries: entries ?? [], body, bodyLine, proposal, number, category },
    });
  }
  return sides;
}

function isSameNumber(one: Side, other: Side): boolean {
  return one.series.id === other.series.id && one.side.number !== undefined && one.side.number === other.side.number;
}

function valuesOf(side: ProposalSide | undefined): Map<string, string> {
  return new Map(side?.entries.map(({ key, value }) => [key, textOf(value)]));
}

function textOf(value: FieldValue): string {
  return flatten(value)
    .map(({ text }) => text)
    .join(", ");
}
