/** Tables: grids and simple ones as they are drawn, and those of directives. Cells may contain any block. */
import { dedented, type Line } from "./lines.js";

export interface Cell {
  lines: Line[];
  columns: number;
  rows: number;
}

export interface TableData {
  head: Cell[][];
  body: Cell[][];
}

/** A grid is scanned cell by cell; a larger one is shown as its source, and one whose lines are followed in vain more often than this. */
const maxGrid = 400_000;
const maxSteps = 100;

const wide =
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Columns of a terminal: letters of East Asia and emoji take two, marks above others none. */
export const widthOf = (text: string) => padded(text).replace(/\p{M}/gu, "").length;

/** A sign that takes two columns gets another one behind it; what is beyond the first plane has two already. No text has NUL. */
const padded = (text: string) => text.replace(wide, "$&\0");
const paddedLine = ({ text, at: index }: Line): Line => ({ text: padded(text), at: index });
const trimmed = (text: string) => text.replaceAll("\0", "").trimEnd();

/** @returns undefined if the lines are not a whole grid. */
export function readGrid(source: readonly Line[]): TableData | undefined {
  const lines = source.map(paddedLine);
  const height = lines.length;
  const width = (lines[0]?.text ?? "").length;
  if (height < 3 || height * width > maxGrid || lines.some(({ text }) => text.length > width)) return undefined;
  const signAt = (row: number, column: number) => lines[row]?.text[column] ?? " ";
  const headEnd = lines.findIndex(({ text }, index) => index > 0 && /^\+=[=+]*=\+ *$/.test(text));
  // Which corners begin a cell that has been found, and where cells end.
  const endOfColumns = Array.from({ length: width }, () => 0);
  const cells: { top: number; left: number; bottom: number; right: number }[] = [];
  // Corners of cells that may begin, by their place: those that a cell adds are behind its own.
  const corners = new Uint8Array(height * width);
  corners[0] = 1;
  let steps = maxSteps * height * width;
  const rule = (sign: string) => sign === "-" || sign === "=" || sign === "+";
  for (let corner = 0; corner < corners.length && steps > 0; corner++) {
    const [row, column] = [Math.floor(corner / width), corner % width];
    if (corners[corner] === 0 || row >= height - 1 || column >= width - 1 || row < (endOfColumns[column] ?? 0))
      continue;
    const cell = scan(row, column);
    if (!cell) continue;
    endOfColumns.fill(cell.bottom, column, cell.right);
    cells.push(cell);
    corners[row * width + cell.right] = 1;
    corners[cell.bottom * width + column] = 1;
  }
  function scan(top: number, start: number) {
    if (signAt(top, start) !== "+") return undefined;
    for (let right = start + 1; right < width && rule(signAt(top, right)); right++) {
      steps--;
      if (signAt(top, right) !== "+") continue;
      for (let bottom = top + 1; bottom < height && "|+".includes(signAt(bottom, right)) && steps > 0; bottom++) {
        steps--;
        if (!"|+".includes(signAt(bottom, start))) break;
        if (signAt(bottom, right) !== "+" || signAt(bottom, start) !== "+") continue;
        let column = start;
        while (column < right && rule(signAt(bottom, column))) column++;
        steps -= column - start;
        if (column === right) return { top, left: start, bottom, right };
      }
    }
    return undefined;
  }
  if (endOfColumns.slice(0, width - 1).some((end) => end < height - 1)) return undefined;
  const tops = [...new Set(cells.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  const lefts = [...new Set(cells.flatMap(({ left: start, right }) => [start, right]))].sort((a, b) => a - b);
  const [rowOf, columnOf] = [tops, lefts].map((places) => new Map(places.map((position, index) => [position, index])));
  const byTop = new Map<number, typeof cells>();
  for (const cell of cells) if (!byTop.get(cell.top)?.push(cell)) byTop.set(cell.top, [cell]);
  const all = tops.slice(0, -1).map((top) =>
    (byTop.get(top) ?? [])
      .sort((a, b) => a.left - b.left)
      .map(
        ({ left: remaining, bottom, right }): Cell => ({
          lines: dedented(
            lines
              .slice(top + 1, bottom)
              .map(({ text, at: line }) => ({ text: trimmed(text.slice(remaining + 1, right)), at: line })),
          ),
          columns: (columnOf?.get(right) ?? 0) - (columnOf?.get(remaining) ?? 0),
          rows: (rowOf?.get(bottom) ?? 0) - (rowOf?.get(top) ?? 0),
        }),
      ),
  );
  const heads = headEnd === -1 ? 0 : tops.indexOf(headEnd);
  return { head: all.slice(0, Math.max(0, heads)), body: all.slice(Math.max(0, heads)) };
}

/** @returns undefined if there is text between columns. */
export function readSimple(source: readonly Line[]): TableData | undefined {
  const lines = source.map(paddedLine);
  const columns = [...(lines[0]?.text ?? "").matchAll(/=+/g)].map(
    ({ 0: mark, index }) => [index, index + mark.length] as [number, number],
  );
  const begins = new Map(columns.map(([start], index) => [start, index]));
  const stops = new Map(columns.map(([, end], index) => [end, index]));
  const isRule = ({ text }: Line) => /^=[= ]*$/.test(text) && text.includes("=");
  const rules = lines.flatMap((line, index) => (isRule(line) ? [index] : []));
  const headEnd = rules.length > 2 ? (rules[1] ?? 0) : 0;
  const rows: { head: boolean; cells: Cell[] }[] = [];
  let row: Line[] = [];
  let isWhole = true;
  const flush = (spans: [number, number][], head: boolean) => {
    if (row.length > 0) rows.push({ head, cells: cellsOf(row, spans) });
    row = [];
  };
  const cellsOf = (block: readonly Line[], spans: [number, number][]): Cell[] =>
    spans.map(([start, end], index) => {
      const isLast = index === spans.length - 1;
      const last = stops.get(end) ?? 0;
      const first = begins.get(start) ?? 0;
      return {
        lines: dedented(
          block.map(({ text, at: offset }) => ({
            text: trimmed(text.slice(start, isLast ? undefined : end)),
            at: offset,
          })),
        ),
        columns: Math.max(1, (isLast ? columns.length - 1 : last) - first + 1),
        rows: 1,
      };
    });
  const [firstColumn] = columns;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] as Line;
    const head = index <= headEnd;
    const blank = line.text.trim() === "";
    if (isRule(line)) {
      flush(columns, head);
      continue;
    }
    const spans = /^-[- ]*$/.test(line.text)
      ? [...line.text.matchAll(/-+/g)].map(({ 0: mark, index: from }): [number, number] => [from, from + mark.length])
      : undefined;
    if (spans && row.length > 0 && spans.every(([start, end]) => begins.has(start) && stops.has(end))) {
      flush(spans, head);
      continue;
    }
    if (blank) {
      // An empty line is between rows, or in a cell whose text goes on.
      if (row.length > 0) row.push(line);
      continue;
    }
    const startsRow = (line.text.slice(firstColumn?.[0], firstColumn?.[1]) ?? "").trim() !== "";
    if (startsRow && row.length > 0 && !spansAhead(lines, index)) flush(columns, head);
    const isIn = columns
      .slice(0, -1)
      .every(([, end], offset) => line.text.slice(end, columns[offset + 1]?.[0]).trim() === "");
    if (!isIn && !spansAhead(lines, index)) isWhole = false;
    row.push(line);
  }
  flush(columns, false);
  if (!isWhole) return undefined;
  return {
    head: rows.filter(({ head }) => head).map(({ cells }) => cells),
    body: rows.filter(({ head }) => !head).map(({ cells }) => cells),
  };
}

/** Whether the row of a line ends with a rule of hyphens, which says what its columns span. */
function spansAhead(lines: readonly Line[], index: number): boolean {
  for (let offset = index + 1; offset < lines.length && offset < index + 40; offset++) {
    const text = lines[offset]?.text ?? "";
    if (/^-[- ]*$/.test(text) && text.includes("-")) return true;
    if (text.trim() === "" || /^=/.test(text) || /^\S/.test(text)) return false;
  }
  return false;
}

/** Rows of values between commas; quoted ones may contain line ends. */
export function readCsv(text: string, delimiter = ",", quote = '"'): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let inQuotes = false;
  const endValue = () => {
    row.push(value.trim());
    value = "";
  };
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (inQuotes) {
      if (sign !== quote) value += sign;
      else if (text[index + 1] === quote) value += text[++index];
      else inQuotes = false;
    } else if (sign === quote && value.trim() === "") {
      inQuotes = true;
      value = "";
    } else if (sign === delimiter) endValue();
    else if (sign === "\n") {
      endValue();
      if (row.some((cell) => cell !== "")) rows.push(row);
      row = [];
    } else value += sign;
  }
  endValue();
  if (row.some((cell) => cell !== "")) rows.push(row);
  return rows;
}
