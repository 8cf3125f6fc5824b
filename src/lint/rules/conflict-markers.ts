/** What a merge leaves behind where nobody finished it. */
import { defineRule, noOptions } from "../rule.js";

const markers = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/];

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
  check(file) {
    // Code is asked for only where there is something to find: most texts have no marker.
    if (!file.lines.some((text) => markers[0]?.test(text))) return [];
    const { codeLines } = file.structure();
    const help = "Keep one of the two versions, and remove the three markers.";
    let next = 0;
    let start = 0;
    return file.lines.flatMap((text, index) => {
      const line = index + 1;
      if (codeLines.has(line)) return [];
      if (markers[0]?.test(text)) [next, start] = [1, line];
      else if (next > 0 && markers[next]?.test(text)) next++;
      if (next < markers.length) return [];
      next = 0;
      return [{ message: `an unresolved merge conflict, up to line ${line}`, line: start, column: 1, length: 7, help }];
    });
  },
});
