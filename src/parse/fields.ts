/** Reads single values out of front matter: each function takes what the author may have written and says what is wrong with it. */
import { type Code, diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { LabelledUrl, Position, ProposalReference } from "../shared/document.js";
import { isSafeUrl, readUrl, schemeOf } from "../shared/url.js";
import type { YamlEntry, YamlValue } from "./front-matter.js";

/** The entries of one file's front matter, by field instead of by key, and the place where problems are collected. */
export class FieldReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly byKey = new Map<string, YamlEntry>();

  constructor(
    private readonly path: string,
    entries: readonly YamlEntry[],
  ) {
    for (const entry of entries) {
      const former = this.byKey.get(normalizeKey(entry.key));
      if (former) {
        const place = { position: entry.keyPosition, length: entry.key.length };
        this.problem(
          "field-duplicate",
          `"${entry.key}" and "${former.key}" are one field`,
          place,
          "Keep one of the two.",
        );
      }
      this.byKey.set(normalizeKey(entry.key), entry);
    }
  }

  /** The first of the keys that is there and not empty. */
  find(keys: readonly string[]): YamlEntry | undefined {
    for (const key of keys) {
      const entry = this.byKey.get(normalizeKey(key));
      if (entry && !isEmpty(entry.value)) return entry;
    }
    return undefined;
  }

  problem(code: Code, message: string, place: { position: Position; length?: number }, help?: string): void {
    this.diagnostics.push(diagnose(code, message, { file: this.path, ...place.position, length: place.length, help }));
  }

  /** One line of text. A list of one is taken for its item, as `status: [draft]` is. */
  text(keys: readonly string[]): string | undefined {
    const entry = this.find(keys);
    if (!entry) return undefined;
    const value = entry.value.kind === "list" && entry.value.items.length === 1 ? entry.value.items[0] : entry.value;
    if (value?.kind === "text") return value.text.replace(/\s+/g, " ").trim();
    this.problem("field-type", `"${entry.key}" must be text`, entry.value, `Write it as ${entry.key}: some text`);
    return undefined;
  }

  /** Texts, from a list or from a line with commas. */
  list(keys: readonly string[]): string[] {
    const entry = this.find(keys);
    return entry ? flatten(entry.value).flatMap(({ text }) => splitOutside(text, ",")) : [];
  }

  /** `YYYY-MM-DD` of a date that exists; of several in one line the last. */
  date(keys: readonly string[]): string | undefined {
    const entry = this.find(keys);
    const value = entry && flatten(entry.value).at(-1);
    if (!entry || !value || isNothing(value.text)) return undefined;
    const date = parseDate(splitOutside(value.text, ",").at(-1) ?? "");
    if (!date) {
      this.problem(
        "date-invalid",
        `"${value.text}" is not a date`,
        value,
        `Write ${entry.key} as YYYY-MM-DD, a day that exists.`,
      );
    }
    return date;
  }

  /** Proposals, however they are named: `20`, `20, 165`, `cip-165`, `[CIP-20](./cip-20.md)`, or a list of any. */
  references(keys: readonly string[]): ProposalReference[] {
    const entry = this.find(keys);
    if (!entry) return [];
    return flatten(entry.value).flatMap(({ text, position, length }) =>
      splitOutside(text, ",").flatMap((part): ProposalReference[] => {
        if (isNothing(part)) return [];
        const match = /^\[?#?(?:([a-z]+)[-\s#]*)?0*(\d{1,9})\]?(?:\(.*\)|:.*)?$/i.exec(part);
        if (match?.[2]) return [{ label: match[1]?.toUpperCase(), number: Number(match[2]), position }];
        this.problem("reference-invalid", `"${part}" in "${entry.key}" is not the number of a proposal`, {
          position,
          length,
        });
        return [];
      }),
    );
  }

  /**
   * Links: a URL, a list of them, or `label: url` pairs.
   * @param linkSchemes allowed beside the usual ones.
   */
  urls(keys: readonly string[], linkSchemes: readonly string[] = []): LabelledUrl[] {
    const entry = this.find(keys);
    if (!entry) return [];
    return labelledUrls(entry.value, "").flatMap(({ label, url, place }) => {
      const target = /^<(.*)>$/.exec(url)?.[1] ?? url;
      if (!schemeOf(target) || /\s/.test(target)) return [];
      if (isSafeUrl(target, linkSchemes)) return [{ label, url: readUrl(target) }];
      const help = "Use an https URL, or add the scheme to linkSchemes in the configuration.";
      this.problem("url-unsafe", `"${entry.key}" has a URL of a kind that is not allowed`, place, help);
      return [];
    });
  }
}

/** What people write where there is nothing to write. */
const isNothing = (text: string) => /^(none|null|~|n\/a|tbd|-|)$/i.test(text);

/** `Last-Call_Deadline` and `last call deadline` are one key. */
export function normalizeKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]+/g, "");
}

/** The calendar day that a text starts with, if that day exists. */
export function parseDate(text: string): string | undefined {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T\s])/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/** Splits at a mark that does not stand in brackets or quotes; empty parts are dropped. */
export function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of text) {
    if ("(<[".includes(character)) depth++;
    else if (")>]".includes(character)) depth = Math.max(0, depth - 1);
    if (character === mark && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += character;
    }
  }
  return [...parts, part].map((item) => item.trim()).filter(Boolean);
}

export type TextValue = Extract<YamlValue, { kind: "text" }>;

/** All texts of a value in order; of a map the keys with their values, as `key: value`. */
export function flatten(value: YamlValue): TextValue[] {
  if (value.kind === "text")
    return value.text.trim() ? [{ ...value, text: value.text.replace(/\s+/g, " ").trim() }] : [];
  if (value.kind === "list") return value.items.flatMap(flatten);
  return value.entries.map(({ key, keyPosition, value: inner }) => ({
    kind: "text",
    text: [key, ...flatten(inner).map((item) => item.text)].join(": "),
    position: keyPosition,
    length: key.length,
  }));
}

/** Also what YAML takes for nothing. */
function isEmpty(value: YamlValue): boolean {
  return value.kind === "text"
    ? /^(~|null|NULL|)$/.test(value.text.trim())
    : value.kind === "list"
      ? value.items.every(isEmpty)
      : value.entries.length === 0;
}

function labelledUrls(value: YamlValue, label: string): (LabelledUrl & { place: YamlValue })[] {
  if (value.kind === "list") return value.items.flatMap((item) => labelledUrls(item, label));
  if (value.kind === "map") return value.entries.flatMap((entry) => labelledUrls(entry.value, entry.key));
  return splitOutside(value.text, ",").map((url) => ({ label, url, place: value }));
}
