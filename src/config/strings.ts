/** The strings of the interface: flat JSON files for each locale. The site's own take precedence over the package's. */
import { readFileSync } from "node:fs";
import type { i18n } from "i18next";
import i18next from "i18next";
import { diagnose } from "../platform/diagnostics/codes.js";
import { findJsonProblem, findRepeatedKeys } from "../platform/diagnostics/json-problems.js";
import { pathBelow } from "../platform/path-below.js";
import { cleanTexts } from "../shared/clean-text.js";
import type { Result } from "../shared/diagnostic.js";
import { getOrAdd, lazy } from "../shared/lazy.js";
import { positionAt } from "../shared/lines.js";
import { conflictHelp, conflictMessage, findConflicts } from "../shared/syntax-problems.js";
import { escapePattern } from "../shared/text.js";
import type { Translate } from "../shared/view.js";
import type { Locale } from "./index.js";

/** A string, cut at its placeholders: every other piece is the name of a value. */
type Pieces = readonly string[];

/**
 * Looks up strings that need no rules of i18next beyond the plural forms of a language, as nearly all do. A build looks up many
 * thousands, and i18next takes a hundred times as long for each.
 */
class PlainStrings {
  private readonly pieces = new Map<string, Pieces | undefined>();
  private rules: Intl.PluralRules | undefined;
  /** The plural form of each number that was looked up: most are the same small ones. */
  private readonly forms = new Map<number, string>();

  /** @param fallback strings for keys that `strings` does not have. */
  constructor(
    private readonly code: string,
    private readonly strings: Strings,
    private readonly fallback: Strings,
  ) {}

  /** @returns undefined for a string that only i18next can look up. */
  find(key: string, values: Record<string, string | number> | undefined): Pieces | undefined {
    const count = values?.count;
    if (count === undefined) return this.piecesOf(key);
    // A string of the fallback needs the plural rules of its own language.
    const form = typeof count === "number" ? this.formOf(key, count) : undefined;
    return form !== undefined && form in this.strings ? this.piecesOf(form) : undefined;
  }

  /** The key of a plural form. @returns undefined for an invalid language code, or a string with a form for zero. */
  private formOf(key: string, count: number): string | undefined {
    if (count === 0 && `${key}_zero` in this.strings) return undefined;
    let form = this.forms.get(count);
    if (form === undefined) {
      try {
        this.rules ??= new Intl.PluralRules(this.code);
      } catch {
        // i18next has its own way with invalid codes.
        return undefined;
      }
      form = this.rules.select(count);
      this.forms.set(count, form);
    }
    return `${key}_${form}`;
  }

  private piecesOf(key: string): Pieces | undefined {
    const entry = this.pieces.get(key);
    if (entry || this.pieces.has(key)) return entry;
    const text = this.strings[key] ?? this.fallback[key];
    const pieces = typeof text === "string" ? cutAtPlaceholders(text) : undefined;
    this.pieces.set(key, pieces);
    return pieces;
  }
}

/** Cuts a string at its placeholders. @returns undefined for a string with markup other than `{{name}}`: nesting, formats, paths. */
function cutAtPlaceholders(text: string): Pieces | undefined {
  if (text.includes("$t")) return undefined;
  if (!text.includes("{{")) return [text];
  const pieces = text.split(/\{\{(\w+)\}\}/);
  return pieces.some((piece, index) => index % 2 === 0 && (piece.includes("{") || piece.includes("}")))
    ? undefined
    : pieces;
}

/** Flat: key -> text, with i18next's plural suffixes and `{{placeholders}}`. */
export type Strings = Record<string, string>;

/** The strings of one locale. */
export interface Translator {
  t: Translate;
  /** A text of the configuration (a navbar item, a status) in this locale, itself when there is no translation. */
  label(text: string): string;
  /** A `YYYY-MM-DD` date, written out; always UTC. */
  date(iso: string): string;
  /** Month and year of a `YYYY-MM-DD` date, short. */
  month(iso: string): string;
  /** The same in words, as people type them: `March 2022`. */
  monthInWords(iso: string): string;
  number(value: number): string;
  /** A duration in the largest suitable unit: days, months or years. */
  duration(days: number): string;
}

/** @param files JSON files of one locale, absolute, the package's before the site's. */
export function readStrings(files: readonly string[], root: string): Result<Strings> {
  const parts = files.map((file) =>
    parseStrings(readFileSync(file, "utf8").replace(/^\uFEFF/, ""), pathBelow(root, file)),
  );
  const diagnostics = parts.flatMap((part) => part.diagnostics);
  return { value: Object.assign({}, ...parts.map(({ value }) => value)), diagnostics };
}

function parseStrings(text: string, file: string): Result<Strings> {
  const wrong = (message: string, position: { line: number; column: number }, help?: string) => ({
    value: {},
    diagnostics: [diagnose("strings-syntax", message, { file, ...position, help })],
  });
  const [conflict] = findConflicts(text);
  if (conflict) return wrong(conflictMessage, { line: conflict.line, column: 1 }, conflictHelp);
  const problem = findJsonProblem(text);
  if (problem) return wrong(problem.message, positionAt(text, problem.offset), problem.help);
  const strings: unknown = cleanTexts(JSON.parse(text));
  const form = 'Write one object of texts: { "home.latest": "What is new" }';
  if (typeof strings !== "object" || strings === null || Array.isArray(strings))
    return wrong("this is not an object of strings", { line: 1, column: 1 }, form);
  const [repeated] = findRepeatedKeys(text);
  if (repeated) return wrong(repeated.message, positionAt(text, repeated.offset), repeated.help);
  const wrongEntry = Object.entries(strings).find(([, value]) => typeof value !== "string");
  if (wrongEntry) return wrong(`"${wrongEntry[0]}" is not a string`, placeOfKey(text, wrongEntry[0]), form);
  return { value: strings as Strings, diagnostics: [] };
}

/** The position of a key in a file of strings; the file's beginning if it is not found. */
function placeOfKey(text: string, key: string): { line: number; column: number } {
  const written = escapePattern(JSON.stringify(key));
  const match = new RegExp(`${written}\\s*:`).exec(text);
  return positionAt(text, match?.index ?? 0);
}

/** Surrounds the name of a value that is filled in later. No text contains this character. */
const mark = "\u0000";

/** The instance of i18next for a locale. */
export function makeInstance(code: string, strings: Strings, fallback: Strings): i18n {
  const instance = i18next.createInstance();
  instance.init({
    lng: code,
    fallbackLng: "fallback",
    resources: { [code]: { translation: strings }, fallback: { translation: fallback } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof instance.init>[0]);
  return instance;
}

/** @param fallback strings of the default locale, for keys that `strings` does not have. */
export function makeTranslator(code: string, locale: Locale, strings: Strings, fallback: Strings): Translator {
  const plain = new PlainStrings(code, strings, fallback);
  const instance = lazy(() => makeInstance(code, strings, fallback));
  const piecesByCall = new Map<string, Pieces>();
  /** Called once for each key and count; other values are filled in afterwards. */
  const askLibrary = (key: string, { count, ...named }: Record<string, string | number> = {}): Pieces => {
    const names = Object.keys(named);
    return getOrAdd(piecesByCall, [key, count, ...names].join("\n"), () => {
      const marks = Object.fromEntries(names.map((name) => [name, `${mark}${name}${mark}`]));
      return instance()
        .t(key, count === undefined ? marks : { count, ...marks })
        .split(mark);
    });
  };
  const t: Translate = (key, values) => {
    const pieces = plain.find(key, values) ?? askLibrary(key, values);
    let text = pieces[0] ?? "";
    for (let index = 1; index < pieces.length; index += 2) {
      const name = pieces[index] ?? "";
      text += `${values && name in values ? values[name] : `{{${name}}}`}${pieces[index + 1] ?? ""}`;
    }
    return text;
  };
  const labels = new Map<string, string>();
  const dates = new Map<string, string>();
  const months = new Map<string, string>();
  // A format is expensive to create, and most sites need few of them.
  const dateFormat = (options: Intl.DateTimeFormatOptions) =>
    lazy(() => {
      const { htmlLang, calendar } = locale;
      const format = new Intl.DateTimeFormat(htmlLang, { ...options, calendar, timeZone: "UTC" });
      return (iso: string) => format.format(new Date(`${iso}T00:00:00Z`));
    });
  const day = dateFormat({ dateStyle: "medium" });
  const month = dateFormat({ month: "short", year: "numeric" });
  const monthInWords = dateFormat({ month: "long", year: "numeric" });
  const numbers = lazy(() => new Intl.NumberFormat(locale.htmlLang));
  const durations = new Map<string, Intl.NumberFormat>();
  return {
    t,
    label: (text) => getOrAdd(labels, text, () => strings[`label.${text}`] ?? fallback[`label.${text}`] ?? text),
    date: (iso) => getOrAdd(dates, iso, day()),
    month: (iso) => month()(iso),
    // A register has few months.
    monthInWords: (iso) => getOrAdd(months, iso.slice(0, "YYYY-MM".length), () => monthInWords()(iso)),
    number: (value) => numbers().format(value),
    duration(days) {
      const longUnit = days < 730 ? "month" : "year";
      const unit = days < 60 ? "day" : longUnit;
      const length = { day: 1, month: 365.25 / 12, year: 365.25 }[unit];
      const maximumFractionDigits = unit === "year" ? 1 : 0;
      const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits } as const;
      return getOrAdd(durations, unit, () => new Intl.NumberFormat(locale.htmlLang, style)).format(days / length);
    },
  };
}
