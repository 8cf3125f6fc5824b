/** The build checks statuses; this gives them a name in the list of rules. */
import { defineRule, noOptions } from "../rule.js";

export const status = defineRule({
  id: "status",
  severity: "error",
  summary: "A status that the series does not have",
  help: `The statuses of a series and their order are in its \`statuses\`. A proposal of an unknown status is shown as if it were new.

Wrong: \`status: finished\`
Right: \`status: final\``,
  scope: "proposals",
  options: noOptions,
  adopts: ["status-unknown"],
  check: () => [],
});
