/** Finds the curly quotes of word processors in metadata and code, where they are errors. */
import * as z from "zod";
import { defineRule } from "../rule.js";

const curly = /[\u2018\u2019\u201C\u201D]/;

export const smartQuotes = defineRule({
  id: "smart-quotes",
  severity: "warn",
  summary: "Curly quotes in metadata or code",
  help: `Word processors turn quotes into curly ones. In code they are errors; in metadata they end up in data, feeds and search, where readers
do not type them. Option \`prose: true\` checks the whole text. \`lint --fix\` straightens quotes only in metadata, and pages then show them straight;
code is left to its author.

Wrong: \`title: The \u201Cnew\u201D token\`
Right: \`title: The "new" token\``,
  scope: "proposals",
  options: z.strictObject({ prose: z.boolean().default(false) }),
  fixes: true,
  check(file, _site, { prose }) {
    const { codeLines } = file.structure();
    return file.lines.flatMap((text, index) => {
      const line = index + 1;
      const isMetadata = file.isMetadata(line);
      const isChecked = isMetadata || codeLines.has(line) || prose;
      const column = isChecked ? text.search(curly) + 1 : 0;
      if (column === 0) return [];
      const start = file.offset(line);
      const edits = isMetadata ? [{ start, end: start + text.length, text: straightQuotes(text) }] : [];
      return [{ message: `a curly quote, ${text[column - 1]}`, line, column, help: "Write ' or \".", edits }];
    });
  },
});

/** Replaces curly quotes with straight ones. */
export function straightQuotes(text: string): string {
  return text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201C\u201D]/g, '"');
}
