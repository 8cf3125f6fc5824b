/** Files that end as tools expect. */
import { defineRule, type Edit, noOptions } from "../rule.js";

export const finalNewline = defineRule({
  id: "final-newline",
  severity: "warn",
  summary: "A file that does not end with exactly one line break",
  help: `Without one, adding a line changes the line before it too; several are blank lines without a purpose. \`lint --fix\` leaves one.

Wrong: a last line without a line break, or blank lines at the end
Right: a last line with a line break`,
  scope: "texts",
  options: noOptions,
  fixes: true,
  check({ text, lines }) {
    const last = lines.length;
    if (/(^|[^\r\n])(\r\n|\n|\r)$/.test(text) || text === "") return [];
    const edits = [oneLineEnd(text)];
    if (/[\r\n]$/.test(text))
      return [{ message: "blank lines at the end of the file", line: last - 1, column: 1, edits }];
    const column = (lines[last - 1]?.length ?? 0) + 1;
    return [{ message: "no line break at the end of the file", line: last, column, edits }];
  },
});

function oneLineEnd(text: string): Edit {
  let end = text.length;
  while (end > 0 && "\r\n".includes(text[end - 1] ?? "")) end--;
  return { start: end, end: text.length, text: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n" };
}
