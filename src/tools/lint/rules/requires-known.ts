/** The build looks up references; this gives them a name in the list of rules. */
import { defineRule } from "../rule.js";

export const requiresKnown = defineRule({
  id: "requires-known",
  severity: "warn",
  summary: "A required or superseded proposal that does not exist",
  help: `\`requires\`, \`supersedes\` and \`superseded-by\` name proposals by number; from them the site makes links and the graph of relations.

Wrong: \`requires: [20, many others]\`, \`requires: 99999\`
Right: \`requires: [20, 165]\``,
  scope: "proposals",
  adopts: ["reference-unknown", "reference-invalid"],
});
