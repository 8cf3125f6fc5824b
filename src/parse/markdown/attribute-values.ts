/**
 * The values that the standard allows in attributes of an author's HTML. As in browsers, numbers that are too large are
 * the largest ones, and an attribute with any other value is left out.
 */
import { isLanguageTag } from "../../shared/text.js";

/** @returns the value to write, if there is one. */
type Rule = (value: string) => string | undefined;

const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value : undefined;
const between =
  (least: number, most: number): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least ? String(Math.min(Number(value), most)) : undefined;
const integer = matching(/^-?\d{1,9}$/);

const rules: Readonly<Record<string, Rule>> = {
  lang: (value) => (value === "" || isLanguageTag(value) ? value : undefined),
  dir: matching(/^(?:ltr|rtl|auto)$/i),
  colspan: between(1, 1000),
  rowspan: between(0, 65_534),
  span: between(1, 1000),
  scope: matching(/^(?:row|col|rowgroup|colgroup)$/i),
  start: integer,
  value: integer,
  // Of a numbered list, or of a picture's source.
  type: matching(/^(?:[1aAiI]|[\w.+-]+\/[\w.+-]+)$/),
  cite: (value) => (URL.canParse(value, "https://site.invalid") ? value : undefined),
  // Their presence is their meaning.
  open: () => "",
  reversed: () => "",
};

export function withAllowedValues(attributes: Record<string, string>): Record<string, string> {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const rule = rules[name];
    const allowed = rule ? rule(value.trim()) : value;
    return allowed === undefined ? [] : [[name, allowed]];
  });
  return Object.fromEntries(entries);
}
