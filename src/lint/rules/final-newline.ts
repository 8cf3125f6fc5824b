/** Files that end as tools expect. */
import { defineRule, noOptions } from "../rule.js";

export const finalNewline = defineRule({
  id: "final-newline",
  severity: "warn",
  summary: "A file that does not end with exactly one line break",
  help: `Without one, adding a line changes the line before it too; several are blank lines without a purpose. \`lint --fix\` leaves one.

Wrong: a last line without a line break, or blank lines at the end
Right: a last line with a line break`,
  scope: "texts",
  options: noOptions,
  check({ text, lines }) {
    const end = lines.length;
    if (/(^|[^\r\n])(\r\n|\n|\r)$/.test(text) || text === "") return [];
    return /[\r\n]$/.test(text)
      ? [{ message: "blank lines at the end of the file", line: end - 1, column: 1 }]
      : [{ message: "no line break at the end of the file", line: end, column: (lines[end - 1]?.length ?? 0) + 1 }];
  },
  fix({ text }) {
    let end = text.length;
    while (end > 0 && "\r\n".includes(text[end - 1] ?? "")) end--;
    const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
    return text === "" ? [] : [{ start: end, end: text.length, text: lineEnd }];
  },
});
