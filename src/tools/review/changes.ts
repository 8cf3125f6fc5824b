/** Finds the proposals that a change affects: pairs of texts of its base and head, matched by path, by number, and by git's renames. */

import type { LinkedSite } from "../../build/link.js";
import type { Series } from "../../config/index.js";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import { flatten } from "../../content/parse/fields.js";
import { readFileName } from "../../content/parse/file-name.js";
import { type ReadProposal, readProposalMeta } from "../../content/parse/proposal-meta.js";
import { isProposalText, readProposalText } from "../../content/parse/proposal-text.js";
import type { TreeChange } from "../../content/read/commits.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import type { ProposalMeta } from "../../shared/document.js";
import type { ChangeKind, FieldChange } from "../../shared/review.js";
import { compareText } from "../../shared/text.js";
import { proposalsByPath } from "../lint/file.js";

/** A proposal's text in one of the two commits. */
export interface ProposalSide {
  series: Series;
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** The fields of its metadata; empty if there is none, or if it is invalid. */
  entries: FieldEntry[];
  body: string;
  /** The line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** The address of its page; undefined if errors exclude it. */
  route?: string;
  /** Undefined if the metadata cannot be read. */
  meta?: Omit<ProposalMeta, "number">;
  /** From its metadata, or else from its file's name. */
  number?: number;
  /** From its file's name. */
  nameNumber?: number;
  /** From its metadata, or else from its file's name; empty if unknown. */
  category: string;
}

/** A proposal that the change affects: new without `before`, removed without `after`. */
export interface ProposalChange {
  kind: ChangeKind;
  series: Series;
  before?: ProposalSide;
  after?: ProposalSide;
}

/** @param changes paths relative to the site's root. @returns the changed proposals, in the order of their paths. */
export function pairProposals(changes: readonly TreeChange[], base: LinkedSite, head: LinkedSite): ProposalChange[] {
  const differing = differingTexts(base, head);
  const before = readSides(base, new Set([...changes.map(({ from, path }) => from ?? path), ...differing]));
  const after = readSides(head, new Set([...changes.map(({ path }) => path), ...differing]));
  const pairs: ProposalChange[] = [];
  const pair = (kind: ProposalChange["kind"], oldSide: ProposalSide | undefined, newSide: ProposalSide | undefined) => {
    const series = (newSide ?? oldSide)?.series;
    if (!series) return;
    pairs.push({ kind, series, before: oldSide, after: newSide });
    if (oldSide) before.delete(oldSide.path);
    if (newSide) after.delete(newSide.path);
  };
  for (const [path, side] of [...after]) if (before.has(path)) pair("changed", before.get(path), side);
  const pairRenamed = (isSame: (a: ProposalSide, b: ProposalSide) => boolean) => {
    for (const side of [...after.values()]) {
      const same = [...before.values()].find((old) => old.series.id === side.series.id && isSame(old, side));
      if (same) pair("renamed", same, side);
    }
  };
  const renames = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[path, from]])));
  const isRenamed = (a: ProposalSide, b: ProposalSide) => renames.get(b.path) === a.path;
  // A number identifies a proposal better than git's measure of similarity, but not if the texts have different authors and titles.
  pairRenamed((a, b) => isSameNumber(a, b) && (isRenamed(a, b) || isSameWork(a, b)));
  pairRenamed(isRenamed);
  // A proposal that gets its number may change so much that git does not see a rename.
  pairRenamed((a, b) => a.number === undefined && b.number !== undefined && isSameTitle(a, b));
  for (const addedSide of [...after.values()]) pair("new", undefined, addedSide);
  for (const removedSide of [...before.values()]) pair("removed", removedSide, undefined);
  const pathOf = (change: ProposalChange) => (change.after ?? change.before)?.path ?? "";
  return pairs.sort((a, b) => compareText(pathOf(a), pathOf(b)));
}

/** Paths of texts that differ. Git does not report a text behind a symbolic link when the target of the link changes. */
function differingTexts({ sources: base }: LinkedSite, { sources: head }: LinkedSite): string[] {
  const [before, after] = [base, head].map((sources) => new Map(sources.map(({ path, hash }) => [path, hash])));
  return [...base, ...head].flatMap(({ path }) => (before?.get(path) === after?.get(path) ? [] : [path]));
}

/** The fields of metadata whose values differ, in the order of the newer text. */
export function changedFields(before: ProposalSide | undefined, after: ProposalSide | undefined): FieldChange[] {
  const [older, newer] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...newer.keys(), ...older.keys()])]
    .map((key) => ({ key, from: older.get(key), to: newer.get(key) }))
    .filter(({ from, to }) => from !== to);
}

/** Reads the originals of proposals at these paths, including those that have no page because of errors. */
function readSides({ site, sources, roles }: LinkedSite, paths: ReadonlySet<string>): Map<string, ProposalSide> {
  const proposals = proposalsByPath(site);
  const sides = new Map<string, ProposalSide>();
  for (const source of sources) {
    const { path, text } = source;
    const role = roles.get(path);
    if (!paths.has(path) || role?.kind !== "proposal" || role.locale) continue;
    const { series } = role;
    const name = readFileName(role.relativePath, series);
    const read = readProposalText(source, series);
    const { entries = [], body, bodyLine, format } = read;
    if (!isProposalText(read, name, series)) continue;
    const proposal = proposals.get(path);
    const isReadable = read.entries !== undefined && !hasErrors(read.diagnostics);
    const input = { source, entries, name, series, lines: body.split("\n"), format };
    const readFacts = (): Partial<Pick<ReadProposal, "number" | "meta">> =>
      isReadable ? readProposalMeta({ ...input, linkSchemes: site.config.linkSchemes }) : {};
    const { number = name.number, meta } = proposal ?? readFacts();
    const category = meta?.category ?? name.category ?? "";
    sides.set(path, {
      series,
      path,
      text,
      entries,
      body,
      bodyLine,
      route: proposal?.route,
      meta,
      number,
      nameNumber: name.number,
      category,
    });
  }
  return sides;
}

function isSameNumber(a: ProposalSide, b: ProposalSide): boolean {
  return a.number !== undefined && a.number === b.number;
}

/** Whether two texts can be versions of one proposal: they share an author or the title, or one of them names no author. */
function isSameWork(a: ProposalSide, b: ProposalSide): boolean {
  const [older = [], newer = []] = [a.meta?.authors, b.meta?.authors];
  const isUnknown = older.length === 0 || newer.length === 0;
  return isUnknown || isSameTitle(a, b) || older.some(({ key }) => newer.some((author) => author.key === key));
}

function isSameTitle(a: ProposalSide, b: ProposalSide): boolean {
  const [older, newer] = [a.meta?.title, b.meta?.title].map((title) => title?.trim().toLowerCase());
  return Boolean(older) && older === newer;
}

function valuesOf(side: ProposalSide | undefined): Map<string, string> {
  const textOf = (value: FieldValue) => flatten(value).map(({ text }) => text);
  return new Map(side?.entries.map(({ key, value }) => [key, textOf(value).join(", ")]));
}
