/**
 * The blocks of wiki text that stay open from line to line. The characters at the beginning of a line are its lists: `*` bullets, `#` numbers, `;` a term
 * and `:` its meaning, in any mixture; two lines share the lists of their common characters (MediaWiki's BlockLevelPass). The marks of tables are `{|`,
 * `|+`, `|-`, `!`, `|` and `|}`. Cells may contain any block, even tables, so they are opened and closed line by line, without recursion.
 */
import type { Token } from "markdown-it";
import type { MakeToken } from "./notes.js";
import { readAttributes, type Span } from "./source.js";

/** Maximum depth of lists, the same as in Markdown. */
export const maxListDepth = 49;

interface OpenList {
  character: string;
  open: Token;
  /** Opening tokens of its items, and closing ones. */
  items: Token[];
  closings: Token[];
}

interface ListKind {
  list: string;
  tag: string;
  item: string;
  itemTag: string;
}
const listKinds: Record<string, ListKind> = {
  "*": { list: "bullet_list", tag: "ul", item: "list_item", itemTag: "li" },
  "#": { list: "ordered_list", tag: "ol", item: "list_item", itemTag: "li" },
  ";": { list: "dl", tag: "dl", item: "dt", itemTag: "dt" },
  ":": { list: "dl", tag: "dl", item: "dd", itemTag: "dd" },
};
const kindOf = (character: string) => listKinds[character] as ListKind;

/** The block tokens of a text. */
export class BlockTokens {
  readonly all: Token[] = [];
  /** Number of lists and tables around the next token. */
  depth = 0;

  constructor(private readonly make: MakeToken) {}

  push(type: string, tag: string, nesting: -1 | 0 | 1, map?: Span): Token {
    const token = Object.assign(this.make(type, tag, nesting), { block: true, level: this.depth });
    if (map) token.map = map;
    this.all.push(token);
    return token;
  }

  inline(content: string, map: Span): void {
    Object.assign(this.push("inline", "", 0, map), { content, children: [], level: this.depth + 1 });
  }
}

export class Lists {
  private readonly open: OpenList[] = [];

  constructor(private readonly tokens: BlockTokens) {}

  /** Begins the item of a line. @param prefix at most as long as the maximum depth. */
  beginItem(prefix: string, map: Span): void {
    let shared = 0;
    while (shared < prefix.length && isSameList(prefix[shared], this.open[shared]?.character)) shared++;
    this.closeDownTo(shared);
    if (shared === prefix.length) this.nextItem(prefix.at(-1) ?? "*", map);
    for (const character of prefix.slice(shared)) {
      const { list: name, tag } = kindOf(character);
      const list: OpenList = {
        character,
        open: this.tokens.push(`${name}_open`, tag, 1, map),
        items: [],
        closings: [],
      };
      this.tokens.depth++;
      this.open.push(list);
      this.openItem(list, character, map);
    }
  }

  /** Begins the second half of a line `; term : meaning`. */
  beginMeaning(map: Span): void {
    this.nextItem(":", map);
  }

  closeAll(): void {
    this.closeDownTo(0);
  }

  private nextItem(character: string, map: Span): void {
    const list = this.open.at(-1);
    if (!list) return;
    this.closeItem(list);
    this.openItem(list, character, map);
  }

  private openItem(list: OpenList, character: string, map: Span): void {
    list.character = character;
    const { item, itemTag } = kindOf(character);
    list.items.push(this.tokens.push(`${item}_open`, itemTag, 1, map));
  }

  private closeItem(list: OpenList): void {
    const { item, itemTag } = kindOf(list.character);
    list.closings.push(this.tokens.push(`${item}_close`, itemTag, -1));
  }

  private closeDownTo(depth: number): void {
    while (this.open.length > depth) {
      const list = this.open.pop() as OpenList;
      this.closeItem(list);
      this.tokens.depth--;
      const { list: name, tag } = kindOf(list.character);
      const close = this.tokens.push(`${name}_close`, tag, -1);
      // In HTML a term must be first and a meaning last; wiki texts use `:` alone for indentation.
      const isValid = list.items[0]?.tag === "dt" && list.items.at(-1)?.tag === "dd";
      if (tag === "dl" && !isValid) showAsIndented(list, close);
    }
  }
}

function isSameList(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a === ";" && b === ":") || (a === ":" && b === ";");
}

function showAsIndented({ open, items, closings }: OpenList, close: Token): void {
  open.tag = "div";
  close.tag = "div";
  for (const item of items) item.attrSet("class", item.tag === "dt" ? "term" : "indent");
  for (const token of [...items, ...closings]) token.tag = "div";
}

/** The functions of the block reader that a table needs. */
interface CellText {
  /** Adds a line of text within a cell. */
  line(text: string, map: Span): void;
  /** Adds text on the same line as its cell's mark, where no list or heading begins. */
  flow(text: string, map: Span): void;
  /** Ends paragraphs and lists. */
  flush(): void;
}

interface Table {
  /** Indexes of its first token, and of the first token of its open cell. */
  start: number;
  cellStart: number;
  cell?: Token | undefined;
  row?: Token | undefined;
  rows: number;
  /** The open head or body: a head if all cells of the first row are headers. */
  group?: Token | undefined;
  isHeaderRow: boolean;
  rowAlignment?: string | undefined;
  hasContent: boolean;
}

export class Tables {
  private readonly open: Table[] = [];

  constructor(
    private readonly tokens: BlockTokens,
    private readonly text: CellText,
  ) {}

  /** @returns false for a line that does not belong to a table. */
  readLine(text: string, map: Span): boolean {
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

  private begin(map: Span): void {
    this.text.flush();
    this.open.push({ start: this.tokens.all.length, cellStart: 0, rows: 0, isHeaderRow: true, hasContent: false });
    this.tokens.depth++;
    this.tokens.push("table_open", "table", 1, map);
  }

  private end(table: Table, textAfter: string, map: Span): void {
    this.closeRow(table);
    this.closeGroup(table);
    this.open.pop();
    this.tokens.depth--;
    if (table.hasContent) this.tokens.push("table_close", "table", -1);
    else this.tokens.all.length = table.start;
    if (textAfter.trim()) this.text.line(textAfter.trim(), map);
  }

  private nextRow(table: Table, attributes: string): void {
    this.closeRow(table);
    table.rowAlignment = alignment(readAttributes(attributes));
  }

  private caption(table: Table, text: string, map: Span): void {
    this.closeCell(table);
    const { content } = splitCell(text);
    // In HTML a table begins with its only caption.
    if (table.hasContent || !content) {
      if (content) this.cells(table, "td", [content], map);
      return;
    }
    table.hasContent = true;
    this.tokens.push("caption_open", "caption", 1);
    this.tokens.inline(content, map);
    this.tokens.push("caption_close", "caption", -1);
  }

  private cells(table: Table, tag: "td" | "th", texts: string[], map: Span): void {
    for (const text of texts) {
      this.closeCell(table);
      this.openRow(table, map);
      const { attributes, content } = splitCell(text);
      const cell = this.tokens.push(`${tag}_open`, tag, 1, map);
      cell.attrs = cellAttributes(attributes, table.rowAlignment);
      if (tag === "td" || cell.attrGet("rowspan")) table.isHeaderRow = false;
      table.cell = cell;
      table.cellStart = this.tokens.all.length;
      if (content) this.text.flow(content, map);
    }
  }

  private openRow(table: Table, map: Span): void {
    if (table.row) return;
    table.hasContent = true;
    table.group ??= this.tokens.push("tbody_open", "tbody", 1);
    table.row = this.tokens.push("tr_open", "tr", 1, map);
    table.isHeaderRow = true;
    table.rows++;
  }

  private closeCell(table: Table): void {
    this.text.flush();
    if (!table.cell) return;
    const { tag } = table.cell;
    const [first, , last] = this.tokens.all.slice(table.cellStart, table.cellStart + 4);
    const isOneParagraph = this.tokens.all.length === table.cellStart + 3 && first?.type === "paragraph_open";
    if (isOneParagraph && last) {
      first.hidden = true;
      last.hidden = true;
    }
    this.tokens.push(`${tag}_close`, tag, -1);
    table.cell = undefined;
  }

  private closeRow(table: Table): void {
    this.closeCell(table);
    if (!table.row) return;
    this.tokens.push("tr_close", "tr", -1);
    table.row = undefined;
    if (table.rows === 1 && table.isHeaderRow && table.group) {
      table.group.type = "thead_open";
      table.group.tag = "thead";
      this.closeGroup(table);
    }
    table.rowAlignment = undefined;
  }

  private closeGroup(table: Table): void {
    if (table.group) this.tokens.push(table.group.type.replace("_open", "_close"), table.group.tag, -1);
    table.group = undefined;
  }
}

/** Splits `attributes | content`; a bar within a link separates nothing. */
function splitCell(text: string): { attributes: string; content: string } {
  const bar = text.indexOf("|");
  const before = text.slice(0, bar);
  if (bar === -1 || /\[\[|\{\{/.test(before)) return { attributes: "", content: text.trim() };
  return { attributes: before, content: text.slice(bar + 1).trim() };
}

/** @returns the attributes of a cell that have a meaning without the styles of its wiki. */
function cellAttributes(source: string, rowAlignment: string | undefined): [string, string][] {
  const attributes = readAttributes(source);
  const pairs: [string, string][] = [];
  for (const name of ["colspan", "rowspan"]) {
    const value = attributes.get(name) ?? "";
    if (/^[1-9]\d{0,2}$/.test(value) && value !== "1") pairs.push([name, value]);
  }
  const side = alignment(attributes) ?? rowAlignment;
  if (side) pairs.push(["class", `align-${side}`]);
  return pairs;
}

function alignment(attributes: ReadonlyMap<string, string>): string | undefined {
  const style = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(attributes.get("style") ?? "")?.[1];
  const side = (style ?? attributes.get("align") ?? "").toLowerCase();
  return ["left", "center", "right"].includes(side) ? side : undefined;
}
