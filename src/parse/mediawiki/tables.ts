/**
 * Tables: `{|`, `|+`, `|-`, `!`, `|`, `|}`, each at the beginning of a line. Cells may contain any block, also tables,
 * so tables are opened and closed line by line, without recursion.
 */
import type { Token } from "markdown-it";
import { readAttributes } from "./source.js";
import type { NewToken } from "./tokens.js";

/** The functions of the block reader that a table needs. */
export interface CellText {
  /** Adds a line of text within a cell. */
  line(text: string, map: [number, number]): void;
  /** Adds text on the same line as its cell's mark, where no list or heading begins. */
  flow(text: string, map: [number, number]): void;
  /** Ends paragraphs and lists. */
  flush(): void;
}

interface Table {
  /** Indexes of its first token, and of the first token of its open cell. */
  start: number;
  cellStart: number;
  cell: Token | undefined;
  row: Token | undefined;
  rows: number;
  /** The table's head or body: a head if all cells of the first row are headers. */
  group: Token | undefined;
  isHeaderRow: boolean;
  rowAttributes: string;
  hasContent: boolean;
}

export class Tables {
  private readonly open: Table[] = [];

  constructor(
    private readonly tokens: Token[],
    private readonly make: NewToken,
    private readonly text: CellText,
  ) {}

  get depth(): number {
    return this.open.length;
  }

  /** @returns false for a line that does not belong to a table. */
  readLine(text: string, map: [number, number]): boolean {
    const line = text.trimStart();
    if (/^:*[ \t]*\{\|/.test(line)) {
      this.begin(map);
      return true;
    }
    const table = this.open.at(-1);
    if (!table) return false;
    if (line.startsWith("|}")) this.end(table, line.slice(2), map);
    else if (line.startsWith("|-")) this.nextRow(table, line.replace(/^\|-+/, ""));
    else if (line.startsWith("|+")) this.caption(table, line.slice(2), map);
    else if (line.startsWith("|")) this.cells(table, "td", line.slice(1).split("||"), map);
    else if (line.startsWith("!")) this.cells(table, "th", line.slice(1).split(/!!|\|\|/), map);
    else if (table.cell) return false;
    else if (line) this.cells(table, "td", [line], map);
    return true;
  }

  /** Closes tables that the text left open. */
  closeAll(): void {
    for (let table = this.open.at(-1); table; table = this.open.at(-1)) this.end(table, "", [0, 0]);
  }

  private begin(map: [number, number]): void {
    this.text.flush();
    this.open.push({
      start: this.tokens.length,
      cellStart: 0,
      cell: undefined,
      row: undefined,
      rows: 0,
      group: undefined,
      isHeaderRow: true,
      rowAttributes: "",
      hasContent: false,
    });
    this.push("table_open", "table", 1).map = map;
  }

  private end(table: Table, rest: string, map: [number, number]): void {
    this.closeRow(table);
    this.closeGroup(table);
    this.open.pop();
    if (table.hasContent) this.push("table_close", "table", -1);
    else this.tokens.length = table.start;
    if (rest.trim()) this.text.line(rest.trim(), map);
  }

  private nextRow(table: Table, attributes: string): void {
    this.closeRow(table);
    table.rowAttributes = attributes;
  }

  private caption(table: Table, text: string, map: [number, number]): void {
    this.closeCell(table);
    const { content } = splitCell(text);
    // In HTML it comes first, and only once.
    if (table.hasContent || !content) {
      if (content) this.cells(table, "td", [content], map);
      return;
    }
    table.hasContent = true;
    this.push("caption_open", "caption", 1);
    this.inline(content, map);
    this.push("caption_close", "caption", -1);
  }

  private cells(table: Table, tag: "td" | "th", texts: string[], map: [number, number]): void {
    for (const text of texts) {
      this.closeCell(table);
      this.openRow(table, map);
      const { attributes, content } = splitCell(text);
      const cell = this.push(`${tag}_open`, tag, 1);
      cell.attrs = cellAttributes(attributes, table.rowAttributes);
      cell.map = map;
      if (tag === "td" || cell.attrGet("rowspan")) table.isHeaderRow = false;
      table.cell = cell;
      table.cellStart = this.tokens.length;
      if (content) this.text.flow(content, map);
    }
  }

  private openRow(table: Table, map: [number, number]): void {
    if (table.row) return;
    table.hasContent = true;
    table.group ??= this.push("tbody_open", "tbody", 1);
    table.row = this.push("tr_open", "tr", 1);
    table.row.map = map;
    table.isHeaderRow = true;
    table.rows++;
  }

  private closeCell(table: Table): void {
    this.text.flush();
    if (!table.cell) return;
    const { tag } = table.cell;
    const [first, , last] = this.tokens.slice(table.cellStart, table.cellStart + 4);
    const isOneParagraph = this.tokens.length === table.cellStart + 3 && first?.type === "paragraph_open";
    if (isOneParagraph && last) {
      first.hidden = true;
      last.hidden = true;
    }
    this.push(`${tag}_close`, tag, -1);
    table.cell = undefined;
  }

  private closeRow(table: Table): void {
    this.closeCell(table);
    if (!table.row) return;
    this.push("tr_close", "tr", -1);
    table.row = undefined;
    if (table.rows === 1 && table.isHeaderRow && table.group) {
      table.group.type = "thead_open";
      table.group.tag = "thead";
      this.closeGroup(table);
    }
    table.rowAttributes = "";
  }

  private closeGroup(table: Table): void {
    if (table.group) this.push(table.group.type.replace("_open", "_close"), table.group.tag, -1);
    table.group = undefined;
  }

  private inline(content: string, map: [number, number]): void {
    const inline = Object.assign(this.make("inline", "", 0), { block: true, content, map, children: [] });
    inline.level = this.open.length;
    this.tokens.push(inline);
  }

  private push(type: string, tag: string, nesting: 1 | -1): Token {
    const token = this.make(type, tag, nesting);
    token.block = true;
    token.level = this.open.length;
    this.tokens.push(token);
    return token;
  }
}

/** `attributes | content`; a bar within a link does not count. */
function splitCell(text: string): { attributes: string; content: string } {
  const bar = text.indexOf("|");
  const before = text.slice(0, bar);
  if (bar === -1 || /\[\[|\{\{/.test(before)) return { attributes: "", content: text.trim() };
  return { attributes: before, content: text.slice(bar + 1).trim() };
}

/** The attributes of a cell that have a meaning without its wiki's styles. */
function cellAttributes(own: string, row: string): [string, string][] {
  const attributes = readAttributes(own);
  const kept: [string, string][] = [];
  for (const name of ["colspan", "rowspan"]) {
    const value = attributes.get(name) ?? "";
    if (/^[1-9]\d{0,2}$/.test(value) && value !== "1") kept.push([name, value]);
  }
  const side = alignment(attributes) ?? alignment(readAttributes(row));
  if (side) kept.push(["class", `align-${side}`]);
  return kept;
}

function alignment(attributes: ReadonlyMap<string, string>): string | undefined {
  const style = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(attributes.get("style") ?? "")?.[1];
  const side = (style ?? attributes.get("align") ?? "").toLowerCase();
  return ["left", "center", "right"].includes(side) ? side : undefined;
}
