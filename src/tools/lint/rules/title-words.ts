/** Finds words and marks in titles and descriptions that carry no information. */
import * as z from "zod";
import type { Series } from "../../../config/index.js";
import { escapePattern } from "../../../shared/text.js";
import type { LintFile } from "../file.js";
import { textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

export const titleWords = defineRule({
  id: "title-words",
  severity: "warn",
  summary: "A title with the register's label, or with another word that adds no information",
  help: `Titles are always shown with the label, and only those of the category \`meta\` or \`process\` need it. Option \`words\`: further words that add no information, such as "standard" where every proposal is one;
\`standard*\` stands for all words that begin with it. Option \`marks\`: characters that a title does not have, such as \`:\`. Option \`description: true\` applies \`words\` and \`marks\` to
descriptions, too, but allows backticks there.

Wrong: \`title: CIP for fungible tokens\`
Right: \`title: Fungible tokens\``,
  scope: "proposals",
  options: z.strictObject({
    words: z.array(z.string().min(1)).default([]),
    marks: z.array(z.string().min(1)).default([]),
    description: z.boolean().default(false),
  }),
  check(file, _site, { words, marks, description }) {
    const { series } = file;
    if (!series) return [];
    return (description ? (["title", "description"] as const) : (["title"] as const)).flatMap((name) => {
      const value = textOf(file.field(name));
      if (!value) return [];
      const location = { ...value.position, length: value.length };
      const word =
        (name === "title" && !hasProcessCategory(file) && findLabel(value.text, series, file.proposal?.number)) ||
        findWord(value.text, words);
      const mark = marks.find((candidate) => value.text.includes(candidate) && (name === "title" || candidate !== "`"));
      return [
        ...(word ? [{ message: `the ${name} has the word "${word}", which adds no information`, ...location }] : []),
        ...(mark ? [{ message: `the ${name} has the mark "${mark}"`, ...location, help: "Write it without." }] : []),
      ];
    });
  },
});

/** Proposals about the process need the label in their titles: `BIP process`. */
const hasProcessCategory = ({ proposal }: LintFile) => /^(?:meta|process)$/.test(proposal?.meta.category ?? "");

/** Finds the register's label in a title, except in the name of another proposal: `Permits for EIP-20`. */
function findLabel(title: string, { label }: Series, number: number | undefined): string | undefined {
  const pattern = new RegExp(`${start}(${escapePattern(label)})(?:[- ]?0*(\\d+))?${end}`, "giu");
  return [...title.matchAll(pattern)].find(([, , digits]) => digits === undefined || Number(digits) === number)?.[1];
}

/** Finds the first of the words in a text; `*` at the end of a word stands for further letters. */
function findWord(text: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const patterns = words.map((word) => escapePattern(word).replace(/\\\*$/, "[\\p{L}\\p{N}]*"));
  return new RegExp(`${start}(?:${patterns.join("|")})${end}`, "iu").exec(text)?.[0];
}

/** Patterns of the start and the end of a word, whose letters and digits may be of any script. */
const start = "(?<![\\p{L}\\p{N}])";
const end = "(?![\\p{L}\\p{N}])";
