/** The build finds conflict markers; this gives them a name in the list of rules. */
import { defineRule } from "../rule.js";

export const conflictMarkers = defineRule({
  id: "conflict-markers",
  severity: "error",
  summary: "Markers of an unresolved merge conflict",
  help: `Git writes \`<<<<<<<\`, \`=======\` and \`>>>>>>>\` around two versions of the same lines. If the text is published, both
versions are on the page. The rule looks for the three markers in this order, outside of code, because a line of equals signs alone underlines a heading.

Wrong: the three markers on lines of their own
Right: one of the two versions, without the markers`,
  scope: "texts",
  adopts: ["conflict-markers"],
});
