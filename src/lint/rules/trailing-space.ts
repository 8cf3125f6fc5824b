/** Invisible spaces that show up in comparisons. */
import * as z from "zod";
import { defineRule } from "../rule.js";

export const trailingSpace = defineRule({
  id: "trailing-space",
  severity: "warn",
  summary: "Spaces without a meaning at the end of a line",
  help: `They show up as changes in comparisons. Spaces with a meaning are allowed: two before a line break inside a paragraph, and
those of code and raw HTML. \`lint --fix\` removes the others. Option \`text: false\` checks the metadata alone.

Wrong: \`## Abstract\` with a space behind it
Right: \`## Abstract\``,
  scope: "texts",
  options: z.strictObject({ text: z.boolean().default(true) }),
  fixes: true,
  leavesText: ({ text }) => !text,
  check(file, _site, { text: all }) {
    const { codeLines, htmlLines, breakableLines } = file.structure();
    return file.lines.flatMap((text, index) => {
      const line = index + 1;
      if (!all && !file.isMetadata(line)) return [];
      // A loop, because a pattern would take quadratic time on a long line of spaces.
      let end = text.length;
      while (end > 0 && " \t".includes(text[end - 1] ?? "")) end--;
      const length = text.length - end;
      // Markdown ignores one space inside a paragraph; two break the line. A backslash before it may be TeX's space.
      const means = codeLines.has(line) || htmlLines.has(line) || (length > 1 && breakableLines.has(line));
      if (length === 0 || means || text[end - 1] === "\\") return [];
      const start = file.offset(line) + end;
      const edits = [{ start, end: start + length, text: "" }];
      return [{ message: "spaces at the end of the line", line, column: end + 1, length, edits }];
    });
  },
});
