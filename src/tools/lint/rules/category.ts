/** The build checks categories; this gives them a name in the list of rules. */
import { defineRule } from "../rule.js";

export const category = defineRule({
  id: "category",
  severity: "error",
  summary: "A category that the series does not have, or that the folder contradicts",
  help: `The categories of a series are in its \`category.values\`. If the folder is the category and a field names another one, one of the two is wrong.

Wrong: \`category: core\` in the folder cbc/
Right: no such field, or \`category: cbc\``,
  scope: "proposals",
  adopts: ["category-unknown", "category-mismatch"],
});
