/**
 * The data of a proposal as text that is searched and shown. Dates are written out only where a text is used, in the
 * thread of the index: the first format of dates takes longer than to plan the pages of a register.
 */
import { getOrAdd } from "../shared/lazy.js";

/** A text with its label, or a date that has no text yet. */
export type FactText = string | LabelledDate;

interface LabelledDate {
  label: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Language tag. */
  lang: string;
}

export function joinFacts(facts: readonly FactText[]): string {
  return facts
    .map((fact) =>
      typeof fact === "string" ? fact : `${fact.label}: ${fact.date}, ${writtenOut(fact.date, fact.lang)}`,
    )
    .join(" · ");
}

const monthFormats = new Map<string, Intl.DateTimeFormat>();
/** Memoized by language and month: formatting is slow, and a register has few months. */
const months = new Map<string, string>();

const monthFormat = (lang: string) =>
  getOrAdd(
    monthFormats,
    lang,
    () => new Intl.DateTimeFormat(lang, { month: "long", year: "numeric", timeZone: "UTC" }),
  );

/** With the full name of the month, as people type it. */
const writtenOut = (date: string, lang: string) =>
  getOrAdd(months, `${lang} ${date.slice(0, 7)}`, () => monthFormat(lang).format(new Date(`${date}T00:00:00Z`)));
