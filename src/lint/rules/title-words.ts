/** Titles without words that every title could have. */
import * as z from "zod";
import { textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

export const titleWords = defineRule({
  id: "title-words",
  severity: "warn",
  summary: "A title with the register's label, or a word that says nothing in it",
  help: `Every title has the label before it anyway, and everything in a register is a standard or means to be one. Option \`words\`: "standard".

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
        message: `the title has the word "${found}", which says nothing in it`,
        ...title.position,
        length: title.length,
      },
    ];
  },
});
