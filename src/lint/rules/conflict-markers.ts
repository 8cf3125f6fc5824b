/** The build looks for what a merge leaves behind; this gives it a name in the list of rules. */
import { defineRule, noOptions } from "../rule.js";

export const conflictMarkers = defineRule({
  id: "conflict-markers",
  severity: "error",
  summary: "Markers of a merge conflict that nobody resolved",
  help: `Git writes \`<<<<<<<\`, \`=======\` and \`>>>>>>>\` around two versions of the same lines and leaves the choice to people. Published, both
versions are on the page. Only the three markers in this order are meant, outside of code; a line of equals signs alone underlines a heading.

Wrong: the three markers on lines of their own
Right: one of the two versions, without the markers`,
  scope: "texts",
  options: noOptions,
  adopts: ["conflict-markers"],
  check: () => [],
});
