/** Checks that a title fits on one line. */
import * as z from "zod";
import { checkLength } from "../proposals.js";
import { defineRule } from "../rule.js";

export const titleLength = defineRule({
  id: "title-length",
  severity: "warn",
  summary: "A title of more than 44 characters",
  help: `Lists, browser tabs and search results show a title on one line. Longer explanations belong in the description.
Options \`max\`: 44 characters; \`min\`: 1.

Wrong: \`title: A standard interface for fungible tokens and their allowances\`
Right: \`title: Token Standard\``,
  scope: "proposals",
  options: z.strictObject({ max: z.int().positive().default(44), min: z.int().positive().default(1) }),
  check: (file, _site, limits) => checkLength(file, "title", limits),
});
