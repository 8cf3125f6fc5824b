/** Tables that are drawn as a grid or as simple columns, and those of CSV. Cells may contain any block. */
import { dedented, isBlank, type Line, mapTexts } from "./lines.js";

export interface Cell {
  lines: Line[];
  columns: number;
  rows: number;
}

export interface TableData {
  head: Cell[][];
  body: Cell[][];
}

/** Characters of a grid, and steps per character along the lines of its cells. A grid beyond one of these limits is shown as its source. */
const maxGrid = 400_000;
const maxSteps = 100;

/** Characters that take two columns of a terminal: letters of East Asia and emoji. */
const wide =
  /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Counts the columns of a text in a terminal. Marks above other characters take no column. */
export const widthOf = (text: string) => padWide(text).replace(/\p{M}/gu, "").length;

/** Adds NUL, which no text contains, to characters that take two columns and one UTF-16 unit, so that each unit is a column. */
const padWide = (text: string) => text.replace(wide, "$&\0");

/** @returns the text of a cell: a range of columns from padded lines, dedented. */
const cellLines = (lines: readonly Line[], start: number, end: number | undefined): Line[] =>
  dedented(mapTexts(lines, (text) => text.slice(start, end).replaceAll("\0", "").trimEnd()));

/** Lines and columns of a cell's borders in the source. */
interface Borders {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** @returns undefined if the lines are not a complete grid. */
export function readGrid(source: readonly Line[]): TableData | undefined {
  const lines = mapTexts(source, padWide);
  const cells = findCells(lines.map(({ text }) => text));
  if (!cells) return undefined;
  const indexes = (positions: number[]) =>
    new Map([...new Set(positions)].sort((a, b) => a - b).map((position, index) => [position, index]));
  const rowIndexes = indexes(cells.flatMap(({ top, bottom }) => [top, bottom]));
  const columnIndexes = indexes(cells.flatMap(({ left, right }) => [left, right]));
  const rows: Cell[][] = Array.from(Array(rowIndexes.size - 1), () => []);
  for (const { top, left, bottom, right } of cells.sort((a, b) => a.left - b.left)) {
    const row = rowIndexes.get(top) ?? 0;
    rows[row]?.push({
      lines: cellLines(lines.slice(top + 1, bottom), left + 1, right),
      columns: (columnIndexes.get(right) ?? 0) - (columnIndexes.get(left) ?? 0),
      rows: (rowIndexes.get(bottom) ?? 0) - row,
    });
  }
  const headBorder = lines.findIndex(({ text }, index) => index > 0 && /^\+=[=+]*=\+ *$/.test(text));
  const headRows = rowIndexes.get(headBorder) ?? 0;
  return { head: rows.slice(0, headRows), body: rows.slice(headRows) };
}

/** Follows the borders of each cell, from the first corner on. @returns undefined if the cells do not fill the grid. */
function findCells(lines: readonly string[]): Borders[] | undefined {
  const height = lines.length;
  const width = (lines[0] ?? "").length;
  if (height < 3 || height * width > maxGrid || lines.some((line) => line.length > width)) return undefined;
  const characterAt = (row: number, column: number) => lines[row]?.[column] ?? " ";
  const isHorizontal = (row: number, column: number) => "-=+".includes(characterAt(row, column));
  const isVertical = (row: number, column: number) => "|+".includes(characterAt(row, column));
  let steps = maxSteps * height * width;
  const findCell = (top: number, left: number): Borders | undefined => {
    if (characterAt(top, left) !== "+") return undefined;
    for (let right = left + 1; right < width && isHorizontal(top, right); right++) {
      steps--;
      if (characterAt(top, right) !== "+") continue;
      for (let bottom = top + 1; bottom < height && isVertical(bottom, right) && steps > 0; bottom++) {
        steps--;
        if (!isVertical(bottom, left)) break;
        if (characterAt(bottom, right) !== "+" || characterAt(bottom, left) !== "+") continue;
        let column = left;
        while (column < right && isHorizontal(bottom, column)) column++;
        steps -= column - left;
        if (column === right) return { top, left, bottom, right };
      }
    }
    return undefined;
  };
  const cells: Borders[] = [];
  /** For each column, the line down to which cells fill it. */
  const filledTo = Array.from(Array(width), () => 0);
  // The corners at which a cell may begin. A cell adds corners to its right and below, which are visited later.
  const corners = new Uint8Array(height * width);
  corners[0] = 1;
  for (let corner = 0; corner < corners.length && steps > 0; corner++) {
    const [row, column] = [Math.floor(corner / width), corner % width];
    if (corners[corner] === 0 || row >= height - 1 || column >= width - 1 || row < (filledTo[column] ?? 0)) continue;
    const cell = findCell(row, column);
    if (!cell) continue;
    filledTo.fill(cell.bottom, column, cell.right);
    cells.push(cell);
    corners[row * width + cell.right] = 1;
    corners[cell.bottom * width + column] = 1;
  }
  return filledTo.slice(0, width - 1).some((end) => end < height - 1) ? undefined : cells;
}

/** Whether a line is a border of a simple table. */
export const isRule = ({ text }: Line) => /^=[= ]*$/.test(text);

/** A range of columns of a line. */
type Columns = [start: number, end: number];

/** @returns undefined if there is text between columns. */
export function readSimple(source: readonly Line[]): TableData | undefined {
  const lines = mapTexts(source, padWide);
  const columns = runsOf(lines[0]?.text ?? "", /=+/g);
  const [firstColumn] = columns;
  const starts = new Map(columns.map(([start], index) => [start, index]));
  const ends = new Map(columns.map(([, end], index) => [end, index]));
  const rules = lines.flatMap((line, index) => (isRule(line) ? [index] : []));
  const headEnd = rules.length > 2 ? (rules[1] ?? 0) : 0;
  const data: TableData = { head: [], body: [] };
  let row: Line[] = [];
  const endRow = (spans: readonly Columns[], index: number) => {
    const cells = spans.map(([start, end], span): Cell => {
      const isLast = span === spans.length - 1;
      const lastColumn = isLast ? columns.length - 1 : (ends.get(end) ?? 0);
      const count = lastColumn - (starts.get(start) ?? 0) + 1;
      return { lines: cellLines(row, start, isLast ? undefined : end), columns: Math.max(1, count), rows: 1 };
    });
    if (row.length > 0) data[index <= headEnd ? "head" : "body"].push(cells);
    row = [];
  };
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] as Line;
    const spans = hyphenRule.test(line.text) ? runsOf(line.text, /-+/g) : [];
    const isSpanRule = spans.length > 0 && spans.every(([start, end]) => starts.has(start) && ends.has(end));
    if (isRule(line)) endRow(columns, index);
    else if (isSpanRule && row.length > 0) endRow(spans, index);
    // An empty line is between rows, or within a cell.
    else if (!isBlank(line) || row.length > 0) {
      const hasSpans = isBlank(line) || spansColumns(lines, index);
      const startsRow = line.text.slice(...(firstColumn ?? [])).trim() !== "";
      if (startsRow && row.length > 0 && !hasSpans) endRow(columns, index);
      const isBetweenColumns = columns
        .slice(0, -1)
        .some(([, end], column) => line.text.slice(end, columns[column + 1]?.[0]).trim() !== "");
      if (isBetweenColumns && !hasSpans) return undefined;
      row.push(line);
    }
  }
  endRow(columns, lines.length);
  return data;
}

/** A rule of hyphens below a row, whose parts are the cells of that row. */
const hyphenRule = /^-[- ]*$/;

const runsOf = (text: string, pattern: RegExp): Columns[] =>
  [...text.matchAll(pattern)].map(({ 0: run, index }) => [index, index + run.length]);

/** Whether a rule of hyphens ends the row of a line, so that cells may span columns. */
function spansColumns(lines: readonly Line[], index: number): boolean {
  for (let offset = index + 1; offset < lines.length && offset < index + 40; offset++) {
    const text = lines[offset]?.text ?? "";
    if (hyphenRule.test(text)) return true;
    if (text.trim() === "" || /^\S/.test(text)) return false;
  }
  return false;
}

/** Reads rows of values between delimiters. Values in quotes may contain line ends. */
export function readCsv(text: string, delimiter: string, quote: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let isQuoted = false;
  const endValue = () => {
    row.push(value.trim());
    value = "";
  };
  const endRow = () => {
    endValue();
    if (row.some((cell) => cell !== "")) rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character !== quote) value += character;
      else if (text[index + 1] === quote) value += text[++index];
      else isQuoted = false;
    } else if (character === quote && value.trim() === "") {
      isQuoted = true;
      value = "";
    } else if (character === delimiter) endValue();
    else if (character === "\n") endRow();
    else value += character;
  }
  endRow();
  return rows;
}
