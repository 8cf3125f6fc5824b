/** The build checks statuses; this gives them a name in the list of rules. */
import { defineRule } from "../rule.js";

export const status = defineRule({
  id: "status",
  severity: "error",
  summary: "A status that the series does not have",
  help: `The statuses of a series and their order are in its \`statuses\`. Lists, feeds and the process of the register know no others.

Wrong: \`status: finished\`
Right: \`status: final\``,
  scope: "proposals",
  adopts: ["status-unknown", "status-mismatch"],
});
