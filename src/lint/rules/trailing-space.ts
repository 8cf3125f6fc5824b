/** Invisible spaces that show up in comparisons. */
import { type LintFile, lineOffsets } from "../file.js";
import { defineRule, noOptions } from "../rule.js";

export const trailingSpace = defineRule({
  id: "trailing-space",
  severity: "warn",
  summary: "Spaces without a meaning at the end of a line",
  help: `They show up as changes in comparisons. Spaces with a meaning are allowed: two before a line break inside a paragraph, and
those of code and raw HTML. \`lint --fix\` removes the others.

Wrong: \`## Abstract\` with a space behind it
Right: \`## Abstract\``,
  scope: "texts",
  options: noOptions,
  check: (file) =>
    trailing(file).map(({ line, column, length }) => ({
      message: "spaces at the end of the line",
      line,
      column,
      length,
    })),
  fix(file) {
    const offsets = lineOffsets(file.text);
    return trailing(file).map(({ line, column, length }) => {
      const start = (offsets[line - 1] ?? 0) + column - 1;
      return { start, end: start + length, text: "" };
    });
  },
});

function trailing(file: LintFile): { line: number; column: number; length: number }[] {
  const { codeLines, htmlLines, breakableLines } = file.structure();
  return file.lines.flatMap((text, index) => {
    const line = index + 1;
    // A loop, because a pattern would take quadratic time on a long line of spaces.
    let end = text.length;
    while (end > 0 && " \t".includes(text[end - 1] ?? "")) end--;
    const length = text.length - end;
    // Markdown ignores one space inside a paragraph; two break the line. A backslash before it may be TeX's space.
    const means = codeLines.has(line) || htmlLines.has(line) || (length > 1 && breakableLines.has(line));
    return length === 0 || means || text[end - 1] === "\\" ? [] : [{ line, column: end + 1, length }];
  });
}
