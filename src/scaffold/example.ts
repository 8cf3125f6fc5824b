/** The text that a new proposal imitates: the register's template, or its newest complete text. */
import { idOf, type Series } from "../config/index.js";
import { type Metadata, readMetadata } from "../metadata/forms.js";
import { plainInline } from "../metadata/inline.js";
import { keysOf, knownKeySet, listsFrontMatter, normalizeKey } from "../metadata/keys.js";
import type { Proposal } from "../model/site.js";
import { flatten } from "../parse/fields.js";
import type { LinkedSite } from "../pipeline/link.js";
import type { SourceFile } from "../shared/document.js";
import { compareText } from "../shared/text.js";
import { commonest } from "./from/written-fields.js";
import { type Example, type Habits, headingKey } from "./imitate.js";

/** So many of the newest texts show what is usual. */
const newest = 30;

/** Of fewer texts nothing is usual. */
const enough = 3;

interface Text {
  proposal: Proposal;
  source: SourceFile;
  metadata: Metadata;
  headings: { level: number; text: string }[];
}

/** @param template of the series. @returns undefined where the series lists its front matter, or where there is nothing to imitate. */
export function findExample(
  { site, sources }: Pick<LinkedSite, "site" | "sources">,
  series: Series,
  template: SourceFile | undefined,
): { example: Example; habits: Habits; status: string | undefined } | undefined {
  const { metadata: form } = series;
  // A text without its metadata would be imitated.
  if (typeof form === "object") return undefined;
  // Fields that are only shown are not a list of all.
  if (listsFrontMatter(series) && series.fields.some(({ show }) => !show)) return undefined;
  const known = knownKeySet(series);
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const register = site.registers.find((one) => one.series.id === series.id);
  const texts = newestFirst(register?.proposals ?? [], series)
    .flatMap((proposal): Text[] => {
      const { document } = proposal;
      const source = document && byPath.get(document.path);
      if (!source) return [];
      return [{ proposal, source, metadata: readMetadata(source, known, form, true), headings: document.outline }];
    })
    .slice(0, newest);
  const habits = habitsOf(texts);
  const status = firstStatus(texts, series);
  const ofTemplate = template && readMetadata(template, known, form, true);
  if (template && ofTemplate?.entries?.some(({ key }) => known.has(normalizeKey(key))))
    return { example: { source: template, metadata: ofTemplate, isTemplate: true }, habits, status };
  const best = mostComplete(texts);
  if (!best) return undefined;
  const { source, metadata, proposal } = best;
  const usual = texts.length < enough ? undefined : usualHeadings(texts);
  return {
    example: {
      ...{ source, metadata, isTemplate: false, title: proposal.meta.title },
      ...{ number: proposal.number, slug: proposal.document?.named.slug, usual },
    },
    habits,
    status,
  };
}

/** Without numbers the newest is that with the last date, or else that which came in last. */
function newestFirst(proposals: readonly Proposal[], { numbers }: Series): Proposal[] {
  if (numbers !== "none") return proposals.toReversed();
  const begun = ({ meta, history }: Proposal) => meta.date ?? history?.created ?? "";
  return proposals.toSorted((one, other) => compareText(begun(other), begun(one)));
}

/** The headings that most texts have, as `headingKey` writes them. */
function usualHeadings(texts: readonly Text[], deepest = Number.POSITIVE_INFINITY): Set<string> {
  const counts = new Map<string, number>();
  for (const { headings } of texts)
    for (const key of new Set(headings.flatMap(({ level, text }) => (level <= deepest ? headingKey(text) : []))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set([...counts].flatMap(([key, count]) => (count * 2 > texts.length ? [key] : [])));
}

/** The newest in the usual form that has the usual sections. */
function mostComplete(texts: readonly Text[]): Text | undefined {
  const form = commonest(texts.map(({ metadata }) => metadata.form));
  const usual = [...usualHeadings(texts, 2)];
  // Of a few texts without metadata, none says how a register has it.
  const alike = texts.filter(
    ({ metadata: { form: own, entries } }) => own === form && (entries || texts.length >= enough),
  );
  const has = ({ headings }: Text, key: string) => headings.some(({ text }) => headingKey(text) === key);
  return alike.find((text) => usual.every((key) => has(text, key))) ?? alike[0];
}

function habitsOf(texts: readonly Text[]): Habits {
  const written = new Map<string, string[]>();
  for (const { metadata } of texts)
    for (const { key, value } of metadata.entries ?? []) {
      const values = written.get(normalizeKey(key)) ?? [];
      written.set(normalizeKey(key), [...values, flatten(value)[0]?.text ?? ""]);
    }
  return new Map(
    [...written].map(([key, values]) => {
      const isSame = values.length >= 3 && values.length === texts.length && new Set(values).size === 1;
      return [key, { isUsual: values.length * 2 >= texts.length, ...(isSame && values[0] && { always: values[0] }) }];
    }),
  );
}

/** The status with which most texts came in, or the first in the order of the series that a text has. */
function firstStatus(texts: readonly Text[], series: Series): string | undefined {
  const begun = texts.flatMap(({ proposal }) => proposal.history?.statuses[0]?.status ?? []);
  const keys = keysOf(series, "status").map(normalizeKey);
  const withStatus = series.statuses.flatMap(({ id, label }) =>
    texts.filter(({ proposal: { meta } }) => meta.status === id || meta.status === label),
  );
  const [entry] = withStatus.flatMap(
    ({ metadata }) => metadata.entries?.find(({ key }) => keys.includes(normalizeKey(key))) ?? [],
  );
  const usual = commonest(begun.map(idOf));
  return (
    series.statuses.find(({ id }) => id === usual)?.label ?? (entry && plainInline(flatten(entry.value)[0]?.text ?? ""))
  );
}
