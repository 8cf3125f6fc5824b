/**
 * Looks up strings that need no rules of i18next beyond a language's plural forms. These are nearly all, and a build in
 * several languages asks for thousands: i18next takes a hundred times as long for each.
 */
import type { Strings } from "./strings.js";

/** A string, cut at its placeholders: every other piece is the name of a value. */
export type Pieces = readonly string[];

export class PlainStrings {
  private readonly known = new Map<string, Pieces | undefined>();
  private rules: Intl.PluralRules | undefined;
  /** The plural form of each number that was asked for: pages have the same small ones. */
  private readonly forms = new Map<number, string>();

  /** @param fallback strings for keys that `strings` does not have. */
  constructor(
    private readonly code: string,
    private readonly strings: Strings,
    private readonly fallback: Strings,
  ) {}

  /** @returns undefined for what only i18next can look up. */
  find(key: string, values: Record<string, string | number> | undefined): Pieces | undefined {
    const count = values?.count;
    if (count === undefined) return this.piecesOf(key);
    // Another language's form must be chosen by that language's rules.
    const form = typeof count === "number" ? this.formOf(key, count) : undefined;
    return form !== undefined && form in this.strings ? this.piecesOf(form) : undefined;
  }

  /** The key of a plural form. @returns undefined where the language or the string has rules of its own. */
  private formOf(key: string, count: number): string | undefined {
    if (count === 0 && `${key}_zero` in this.strings) return undefined;
    let form = this.forms.get(count);
    if (form === undefined) {
      try {
        this.rules ??= new Intl.PluralRules(this.code);
      } catch {
        // i18next has its own way with codes that are none.
        return undefined;
      }
      form = this.rules.select(count);
      this.forms.set(count, form);
    }
    return `${key}_${form}`;
  }

  private piecesOf(key: string): Pieces | undefined {
    const known = this.known.get(key);
    if (known || this.known.has(key)) return known;
    const text = this.strings[key] ?? this.fallback[key];
    const pieces = typeof text === "string" ? cut(text) : undefined;
    this.known.set(key, pieces);
    return pieces;
  }
}

/** @returns undefined for text with other markup than `{{name}}`: nesting, formats, paths. */
function cut(text: string): Pieces | undefined {
  if (text.includes("$t")) return undefined;
  if (!text.includes("{{")) return [text];
  const pieces = text.split(/\{\{(\w+)\}\}/);
  return pieces.some((piece, index) => index % 2 === 0 && (piece.includes("{") || piece.includes("}")))
    ? undefined
    : pieces;
}
