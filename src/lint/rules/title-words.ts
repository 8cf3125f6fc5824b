/** Titles without words that carry no information. */
import * as z from "zod";
import { textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

export const titleWords = defineRule({
  id: "title-words",
  severity: "warn",
  summary: "A title with the register's label, or with another word that adds no information",
  help: `Titles are always shown with the label, and every proposal in a register is meant to be a standard. Option \`words\`: "standard".

Wrong: \`title: CIP for a token standard\`
Right: \`title: Fungible tokens\``,
  scope: "proposals",
  options: z.strictObject({ words: z.array(z.string().min(1)).default(["standard"]) }),
  check(file, _site, { words }) {
    const title = textOf(file.field("title"));
    if (!title || !file.series) return [];
    const unwanted = [file.series.label, ...words].map((word) => word.toLowerCase());
    const found = title.text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .find((word) => unwanted.includes(word));
    if (found === undefined) return [];
    return [
      {
        message: `the title has the word "${found}", which adds no information`,
        ...title.position,
        length: title.length,
      },
    ];
  },
});
