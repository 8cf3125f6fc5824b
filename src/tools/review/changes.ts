/** Finds the proposals that a change affects: pairs of texts of two commits, matched by path, by number, and by git's renames. */

import type { LinkedSite } from "../../build/link.js";
import type { Series } from "../../config/index.js";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import { flatten } from "../../content/parse/fields.js";
import { type FileNameParts, readFileName } from "../../content/parse/file-name.js";
import { type ReadProposal, readProposalMeta } from "../../content/parse/proposal-meta.js";
import { isProposalText, type ProposalText, readProposalText } from "../../content/parse/proposal-text.js";
import type { TreeChange } from "../../content/read/commits.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import type { ProposalMeta, SourceFile } from "../../shared/document.js";
import type { ChangeKind, FieldChange } from "../../shared/review.js";
import { compareText } from "../../shared/text.js";
import { proposalsByPath } from "../lint/file.js";

/** A proposal's text in one of the two commits. */
export interface ProposalSide {
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** Metadata; empty if there is none, or if it is invalid. */
  entries: FieldEntry[];
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** Address of its page; undefined if errors exclude it. */
  route?: string;
  /** Undefined if the metadata cannot be read. */
  meta?: Omit<ProposalMeta, "number">;
  /** From its metadata, or else from its file's name. */
  number?: number;
  /** From its file's name. */
  nameNumber?: number;
  /** The same for its category; empty if unknown. */
  category: string;
}

/** A proposal that the change affects: new without `before`, removed without `after`. */
export interface ProposalChange {
  kind: ChangeKind;
  series: Series;
  before?: ProposalSide;
  after?: ProposalSide;
}

/** @param changes paths relative to the site's root. */
export function pairProposals(changes: readonly TreeChange[], older: LinkedSite, newer: LinkedSite): ProposalChange[] {
  const differing = differingTexts(older, newer);
  const before = readSides(older, new Set([...changes.map(({ from, path }) => from ?? path), ...differing]));
  const after = readSides(newer, new Set([...changes.map(({ path }) => path), ...differing]));
  const pairs: ProposalChange[] = [];
  const pair = (kind: ProposalChange["kind"], oldSide: Side | undefined, newSide: Side | undefined) => {
    const series = (newSide ?? oldSide)?.series;
    if (!series) return;
    pairs.push({ kind, series, before: oldSide?.side, after: newSide?.side });
    if (oldSide) before.delete(oldSide.side.path);
    if (newSide) after.delete(newSide.side.path);
  };
  for (const [path, side] of [...after]) if (before.has(path)) pair("changed", before.get(path), side);
  const find = (isSame: (a: Side, b: Side) => boolean) => {
    for (const side of [...after.values()]) {
      const same = [...before.values()].find((old) => old.series.id === side.series.id && isSame(old, side));
      if (same) pair("renamed", same, side);
    }
  };
  const renames = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[path, from]])));
  const isRenamed = (a: Side, b: Side) => renames.get(b.side.path) === a.side.path;
  // A number identifies a proposal better than the similarity of two texts, unless the other is nobody's who wrote the one.
  find((a, b) => isSameNumber(a, b) && (isRenamed(a, b) || isSameWork(a, b)));
  find(isRenamed);
  // It gets a number, and its text is another one as well.
  find((a, b) => a.side.number === undefined && b.side.number !== undefined && isSameTitle(a, b));
  for (const addedSide of [...after.values()]) pair("new", undefined, addedSide);
  for (const removedSide of [...before.values()]) pair("removed", removedSide, undefined);
  const pathOfChange = ({ after: newerSide, before: olderSide }: ProposalChange) =>
    (newerSide ?? olderSide)?.path ?? "";
  return pairs.sort((a, b) => compareText(pathOfChange(a), pathOfChange(b)));
}

/** Paths of texts that are other ones, also where git sees only a symbolic link, and the file elsewhere that it leads to. */
function differingTexts({ sources: older }: LinkedSite, { sources: newer }: LinkedSite): string[] {
  const [before, after] = [older, newer].map((sources) => new Map(sources.map(({ path, hash }) => [path, hash])));
  return [...older, ...newer].flatMap(({ path }) => (before?.get(path) === after?.get(path) ? [] : [path]));
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

/** Originals of proposals, also those without a page because of their errors. */
function readSides({ site, sources, roles }: LinkedSite, paths: ReadonlySet<string>): Map<string, Side> {
  const proposals = proposalsByPath(site);
  const sides = new Map<string, Side>();
  for (const source of sources) {
    const { path, text } = source;
    const role = roles.get(path);
    if (!paths.has(path) || role?.kind !== "proposal" || role.locale) continue;
    const { series } = role;
    const name = readFileName(role.relativePath, series);
    const read = readProposalText(source, series);
    const { entries = [], body, bodyLine } = read;
    if (!isProposalText(read, name, series)) continue;
    const proposal = proposals.get(path);
    const { number = name.number, ...proposalFacts } =
      proposal ?? readMeta(source, read, name, series, site.config.linkSchemes);
    const category = proposalFacts.meta?.category ?? name.category ?? "";
    sides.set(path, {
      series,
      side: {
        path,
        text,
        entries,
        body,
        bodyLine,
        route: proposal?.route,
        meta: proposalFacts.meta,
        number,
        nameNumber: name.number,
        category,
      },
    });
  }
  return sides;
}

/** @returns nothing if there is no metadata, or if it cannot be read at all. */
function readMeta(
  source: SourceFile,
  { entries, body, format, diagnostics }: ProposalText,
  name: FileNameParts,
  series: Series,
  linkSchemes: readonly string[],
): Partial<Pick<ReadProposal, "number" | "meta">> {
  return !entries || hasErrors(diagnostics)
    ? {}
    : readProposalMeta(source, entries, name, series, body.split("\n"), format, linkSchemes);
}

function isSameNumber({ side: a }: Side, { side: b }: Side): boolean {
  return a.number !== undefined && a.number === b.number;
}

/** Whether two texts can be versions of one: they have an author or the title in common, or one of them says neither. */
function isSameWork(a: Side, b: Side): boolean {
  const [older = [], newer = []] = [a.side.meta?.authors, b.side.meta?.authors];
  const isUnknown = older.length === 0 || newer.length === 0;
  return isUnknown || isSameTitle(a, b) || older.some(({ key }) => newer.some((author) => author.key === key));
}

function isSameTitle({ side: a }: Side, { side: b }: Side): boolean {
  const [older, newer] = [a.meta?.title, b.meta?.title].map((title) => title?.trim().toLowerCase());
  return Boolean(older) && older === newer;
}

function valuesOf(side: ProposalSide | undefined): Map<string, string> {
  return new Map(side?.entries.map(({ key, value }) => [key, textOf(value)]));
}

function textOf(value: FieldValue): string {
  return flatten(value)
    .map(({ text }) => text)
    .join(", ");
}
