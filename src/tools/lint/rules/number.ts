/** The build checks numbers; this gives them a name in the list of rules. */
import { defineRule } from "../rule.js";

export const number = defineRule({
  id: "number",
  severity: "error",
  summary: "A number that is invalid, taken, or different from the file's name",
  help: `A number identifies a proposal forever: in the name of its file, in its front matter and in its address. All must agree, and no two
proposals may have the same number.

Wrong: \`cip: 21\` in cip-20.md
Right: \`cip: 20\` in cip-20.md`,
  scope: "proposals",
  adopts: ["number-invalid", "number-mismatch", "number-duplicate", "number-taken", "number-pending", "file-name"],
});
