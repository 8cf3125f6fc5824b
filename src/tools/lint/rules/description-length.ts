/** Checks that search engines can show the whole description. */
import * as z from "zod";
import { checkLength } from "../proposals.js";
import { defineRule } from "../rule.js";

export const descriptionLength = defineRule({
  id: "description-length",
  severity: "warn",
  summary: "A description of more than 140 characters",
  help: `Search engines and cards cut a description after about 140 characters. Options \`max\`: 140 characters; \`min\`: 1.

Wrong: a whole abstract in \`description\`
Right: \`description: A standard contract interface for fungible tokens.\``,
  scope: "proposals",
  options: z.strictObject({ max: z.int().positive().default(140), min: z.int().positive().default(1) }),
  check: (file, _site, limits) => checkLength(file, "description", limits),
});
