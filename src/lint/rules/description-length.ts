/** Descriptions that search engines do not cut. */
import * as z from "zod";
import { textOf, tooLong } from "../proposals.js";
import { defineRule } from "../rule.js";

export const descriptionLength = defineRule({
  id: "description-length",
  severity: "warn",
  summary: "A description of more than 140 characters",
  help: `Search engines and cards cut a description after about 140 characters. Option \`max\`: 140 characters.

Wrong: a whole abstract in \`description\`
Right: \`description: A standard contract interface for fungible tokens.\``,
  scope: "proposals",
  options: z.strictObject({ max: z.int().positive().default(140) }),
  check: (file, _site, { max }) => tooLong(textOf(file.field("description")), max, "description"),
});
