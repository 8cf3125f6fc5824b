/** Titles that fit on one line. */
import * as z from "zod";
import { textOf, tooLong } from "../proposals.js";
import { defineRule } from "../rule.js";

export const titleLength = defineRule({
  id: "title-length",
  severity: "warn",
  summary: "A title of more than 44 characters",
  help: `Lists, browser tabs and search results show a title on one line. Longer explanations belong in the description.
Option \`max\`: 44 characters.

Wrong: \`title: A standard interface for fungible tokens and their allowances\`
Right: \`title: Token Standard\``,
  scope: "proposals",
  options: z.strictObject({ max: z.int().positive().default(44) }),
  check: (file, _site, { max }) => tooLong(textOf(file.field("title")), max, "title"),
});
