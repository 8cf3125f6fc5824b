/** Tables whose cells readers see. */
import type { LintFile } from "../file.js";
import { proseLines } from "../file.js";
import { defineRule, type Finding, noOptions } from "../rule.js";

export const tableShape = defineRule({
  id: "table-shape",
  severity: "warn",
  summary: "A row with more cells than the table has columns, or lines that only look like a table",
  help: `The columns are those of the first row; pages leave out what is behind the last one. The second row has as many cells as the first, or there is no
table at all. A \`|\` inside of a cell is written \`\\|\`, also in code.

Wrong: a row \`| a | b | c |\` in a table of two columns
Right: \`| a | b, c |\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    if (file.format !== "markdown") return [];
    const { tables, htmlLines } = file.structure();
    const rows = tables.flatMap(({ columns, line, end }) =>
      file.lines.slice(line + 1, end - 1).flatMap((text, index): Finding[] => {
        const cells = cellsOf(text);
        // An empty cell that is left out is not a loss.
        const lost = cells.slice(columns).filter(({ content }) => content !== "");
        const [first] = lost;
        if (!first) return [];
        const message = `the table has ${columns} columns, so "${first.content}" is not shown`;
        const place = { line: line + 2 + index, column: first.column, length: first.content.length };
        return [
          {
            message,
            ...place,
            help: "Write a | that is not the end of a cell as \\|, or give the first row a cell more.",
          },
        ];
      }),
    );
    const inTable = (line: number) => tables.some((table) => line >= table.line && line < table.end);
    return [...rows, ...brokenTables(file, (line) => inTable(line) || htmlLines.has(line))];
  },
});

interface Cell {
  content: string;
  column: number;
}

/** The cells of a row, as the parser sees them: code protects no `|`, and the sign of a quotation is not one of them. */
function cellsOf(line: string): Cell[] {
  const row = line.replace(/^[ \t]*(?:>[ \t]*)+/, (quotation) => " ".repeat(quotation.length));
  const cells: Cell[] = [];
  let start = 0;
  for (const { index } of [...row.matchAll(/(?<!\\)\|/g), { index: row.length }]) {
    const text = row.slice(start, index);
    cells.push({ content: text.trim(), column: start + 1 + (text.length - text.trimStart().length) });
    start = index + 1;
  }
  if (cells[0]?.content === "" && /^\s*\|/.test(row)) cells.shift();
  if (cells.at(-1)?.content === "" && /(?<!\\)\|\s*$/.test(row)) cells.pop();
  return cells;
}

const delimiterRow = /^\s{0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/;

/** Rows of delimiters that no table has. */
function brokenTables(file: LintFile, isKnown: (line: number) => boolean): Finding[] {
  const prose = proseLines(file);
  return prose.flatMap(({ line, text }, index): Finding[] => {
    if (!text.includes("|") || !delimiterRow.test(text) || isKnown(line)) return [];
    const before = prose[index - 1];
    if (before?.line !== line - 1 || !before.text.includes("|")) return [];
    const [columns, wanted] = [cellsOf(text).length, cellsOf(file.lines[line - 2] ?? "").length];
    if (columns === wanted) return [];
    const message = `this is not a table: the row below its header has ${columns} cells, and the header ${wanted}`;
    return [{ message, line, column: 1, length: text.trimEnd().length, help: `Give it ${wanted} cells.` }];
  });
}
