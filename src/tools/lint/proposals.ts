/** Helpers for proposals that several rules share. */
import {
  type FieldName,
  type FieldRule,
  idOf,
  isMovedStatus,
  type SectionRule,
  type Series,
} from "../../config/index.js";
import type { FieldEntry } from "../../content/metadata/entries.js";
import { normalizeKey } from "../../content/metadata/keys.js";
import { flatten, type TextValue } from "../../content/parse/fields.js";
import type { Position } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { StatusTone } from "../../shared/view-parts.js";
import { allProposals } from "../../site/model/proposal-list.js";
import type { Proposal, Site } from "../../site/model/site.js";
import type { LintFile } from "./file.js";
import type { Finding } from "./rule.js";
import type { TextStructure } from "./structure.js";

/** Whether a proposal has its text here: it has not moved to another register, and its number is not only reserved. */
export function hasText({ series, meta }: Proposal): boolean {
  const tone = series.statuses.find(({ id }) => id === meta.status)?.tone;
  return !isMovedStatus(meta.status) && tone !== "reserved";
}

/** How far a status is in the process, by its tone. A moved proposal has no entry, because its new register judges it. */
const progress = {
  stopped: -1,
  reserved: -1,
  draft: 0,
  review: 1,
  accepted: 2,
  final: 3,
  living: 3,
} satisfies Partial<Record<StatusTone, number>>;

/** How far a status is in the process, as an increasing number; undefined if the status does not say. */
export function progressOf({ statuses }: Series, status: string): number | undefined {
  if (isMovedStatus(status)) return undefined;
  const index = statuses.findIndex(({ id }) => id === status);
  const tone = statuses[index]?.tone;
  if (tone === undefined || tone === "moved") return undefined;
  // Several statuses may have the tone `review`, such as a last call after a review.
  return tone === "review" ? progress.review + index / (statuses.length + 1) : progress[tone];
}

/** The label of a status of the series, or else its id. */
export function statusLabel({ statuses }: Series, status: string): string {
  return statuses.find(({ id }) => id === status)?.label ?? status;
}

/** Whether a change of status is progress, or ends a proposal, as a withdrawal does. */
export function isForwardStep(series: Series, from: string, to: string): boolean {
  const { process, statuses } = series;
  const [before, after] = [progressOf(series, from), progressOf(series, to)];
  if (before === undefined || after === undefined || process?.terminal.includes(from)) return false;
  const rankOfStatus = (status: string) => statuses.findIndex(({ id }) => id === status);
  return after > before || after === progress.stopped || (after === before && rankOfStatus(to) > rankOfStatus(from));
}

const proposalsOfRegisters = new WeakMap<Site["registers"], ReadonlyMap<string, Proposal>>();

/** All proposals by their routes. */
export function proposalsByRoute(registers: Site["registers"]): ReadonlyMap<string, Proposal> {
  return getOrAdd(proposalsOfRegisters, registers, () => {
    const proposals = registers.flatMap(allProposals);
    return new Map(proposals.map((proposal) => [proposal.route, proposal]));
  });
}

/** The first text of a field, with its position. */
export function textOf(entry: FieldEntry | undefined): TextValue | undefined {
  return entry && flatten(entry.value)[0];
}

/** The condition of a field that a proposal does not meet: another field, and the values that it needs. @returns undefined if it meets all. */
export function unmetCondition(
  { when = {} }: FieldRule,
  entries: readonly FieldEntry[],
): [field: string, values: string[]] | undefined {
  return Object.entries(when).find(([field, values]) => {
    const { text = "" } = textOf(entries.find(({ key }) => normalizeKey(key) === normalizeKey(field))) ?? {};
    return !values.some((value) => idOf(value) === idOf(text));
  });
}

/** Reports a field whose text is longer or shorter than its limits. */
export function checkLength(file: LintFile, field: FieldName, { min, max }: { min: number; max: number }): Finding[] {
  const value = textOf(file.field(field));
  if (!value) return [];
  const location = { ...value.position, length: value.length };
  // Readers see code without its backticks.
  const { length } = [...value.text.replaceAll("`", "")];
  if (length > max) return [{ message: `the ${field} has ${length} characters, ${max} is the limit`, ...location }];
  if ([...value.text].length >= min) return [];
  return [{ message: `the ${field} has less than ${min} characters`, ...location }];
}

/** The position of the reference to another proposal in `requires`. */
export function referencePosition({ meta }: Proposal, required: Proposal | undefined): Position {
  const reference = meta.requires.find(({ number }) => number === required?.number) ?? meta.requires[0];
  return reference?.position ?? { line: 1, column: 1 };
}

/** The section headings of a proposal: those of the second level, or of the first if it has no second. */
export function sectionHeadings(file: LintFile): TextStructure["headings"] {
  const { headings } = file.structure();
  const level = headings.some((heading) => heading.level === 2) ? 2 : 1;
  return headings.filter((heading) => heading.level === level);
}

/** The heading of a section as an author writes it. */
export function headingText({ format }: LintFile, title: string): string {
  if (format === "mediawiki") return `== ${title} ==`;
  return format === "rst" ? `${title} above a line of hyphens` : `## ${title}`;
}

/** The section of the series with this heading; a remark in brackets at its end is ignored. */
export function findSection(series: Series, heading: string): SectionRule | undefined {
  const name = heading
    .replace(/\([^()]*\)$/, "")
    .trim()
    .toLowerCase();
  return series.sections.find(({ title, aliases }) =>
    [title, ...aliases].some((sectionTitle) => sectionTitle.toLowerCase() === name),
  );
}

/** The sections that the series requires and a proposal does not have. */
export function missingSections(file: LintFile): SectionRule[] {
  const { series, proposal } = file;
  if (!series || !proposal || !hasText(proposal)) return [];
  const existing = new Set(sectionHeadings(file).map(({ text }) => findSection(series, text)));
  return series.sections.filter((section) => section.required && !existing.has(section));
}
