/** Helpers for proposals that several rules share. */
import { type FieldRule, idOf, isMovedStatus, type SectionRule, type Series } from "../../config/index.js";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import { normalizeKey } from "../../content/metadata/keys.js";
import { flatten, type TextValue } from "../../content/parse/fields.js";
import type { Position } from "../../shared/document.js";
import type { StatusTone } from "../../shared/view-parts.js";
import type { Proposal, Site } from "../../site/model/site.js";
import type { LintFile } from "./file.js";
import type { Finding } from "./rule.js";
import type { TextStructure } from "./structure.js";

/** False for a proposal without a text here: it has moved away, or the number is reserved. */
export function isShown({ series, meta }: Proposal): boolean {
  const tone = series.statuses.find(({ id }) => id === meta.status)?.tone;
  return !isMovedStatus(meta.status) && tone !== "reserved";
}

/** Other tones do not tell how far a proposal is: a moved one is judged elsewhere. */
const progress = {
  stopped: -1,
  reserved: -1,
  draft: 0,
  review: 1,
  accepted: 2,
  final: 3,
  living: 3,
} satisfies Partial<Record<StatusTone, number>>;

/** How far a status is in the process, as an increasing number; undefined if the status does not tell. */
export function progressOf({ statuses }: Series, status: string): number | undefined {
  if (isMovedStatus(status)) return undefined;
  const index = statuses.findIndex(({ id }) => id === status);
  const tone = statuses[index]?.tone;
  const done = tone === undefined || tone === "moved" ? undefined : progress[tone];
  // A last call follows a review.
  return tone === "review" ? progress.review + index / (statuses.length + 1) : done;
}

/** Whether a step leads on in a proposal's life, or out of it, such as a withdrawal. */
export function isForwards(series: Series, from: string, to: string): boolean {
  const { process, statuses } = series;
  const [before, after] = [progressOf(series, from), progressOf(series, to)];
  if (before === undefined || after === undefined || process?.terminal.includes(from)) return false;
  const rankOfStatus = (status: string) => statuses.findIndex(({ id }) => id === status);
  return after > before || after === progress.stopped || (after === before && rankOfStatus(to) > rankOfStatus(from));
}

const routes = new WeakMap<Site["registers"], ReadonlyMap<string, Proposal>>();

/** All proposals by their routes. */
export function routesOf(registers: Site["registers"]): ReadonlyMap<string, Proposal> {
  const proposals = registers.flatMap((register) => register.proposals);
  const byRoute = routes.get(registers) ?? new Map(proposals.map((proposal) => [proposal.route, proposal]));
  routes.set(registers, byRoute);
  return byRoute;
}

/** A field's text with its place. */
export function textOf(entry: FieldEntry | undefined): TextValue | undefined {
  return entry && flatten(entry.value)[0];
}

/** Whether a field's value says something. */
export function hasContent(value: FieldValue): boolean {
  return value.kind !== "text" || value.text.trim() !== "";
}

/** The condition, a field and its values, by which a proposal does not have a field of the series; undefined if it may. */
export function unmetCondition(
  { when = {} }: FieldRule,
  entries: readonly FieldEntry[],
): [field: string, values: string[]] | undefined {
  return Object.entries(when).find(([field, values]) => {
    const { text = "" } = textOf(entries.find(({ key }) => normalizeKey(key) === normalizeKey(field))) ?? {};
    return !values.some((value) => idOf(value) === idOf(text));
  });
}

export function tooLong(value: TextValue | undefined, max: number, field: string): Finding[] {
  // As readers see it: the signs that make code of a word are another rule's.
  const length = value ? [...value.text.replaceAll("`", "")].length : 0;
  if (!value || length <= max) return [];
  return [
    {
      message: `the ${field} has ${length} characters, ${max} is the limit`,
      ...value.position,
      length: value.length,
    },
  ];
}

export function tooShort(value: TextValue | undefined, min: number, field: string): Finding[] {
  if (!value || [...value.text].length >= min) return [];
  return [{ message: `the ${field} has less than ${min} characters`, ...value.position, length: value.length }];
}

/** Place of the reference to another proposal in `requires`. */
export function referencePosition({ meta }: Proposal, required: Proposal | undefined): Position {
  const reference = meta.requires.find(({ number }) => number === required?.number) ?? meta.requires[0];
  return reference?.position ?? { line: 1, column: 1 };
}

/** The section headings of a proposal: of the second level, or of the first if its author began there. */
export function sectionHeadings(file: LintFile): TextStructure["headings"] {
  const { headings } = file.structure();
  const level = headings.some((heading) => heading.level === 2) ? 2 : 1;
  return headings.filter((heading) => heading.level === level);
}

/** The section of the series with this heading; a remark in brackets at its end is ignored. */
export function knownSection(series: Series, heading: string): SectionRule | undefined {
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
  if (!series || !proposal || !isShown(proposal)) return [];
  const present = new Set(sectionHeadings(file).map(({ text }) => knownSection(series, text)));
  return series.sections.filter((section) => section.required && !present.has(section));
}
