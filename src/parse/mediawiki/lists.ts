/**
 * Lists, by the characters at the beginning of their lines: `*` bullets, `#` numbers, `;` a term and `:` its meaning,
 * in any mixture. Two lines share the lists of their common characters (MediaWiki's BlockLevelPass).
 */
import type { Token } from "markdown-it";
import type { NewToken } from "./tokens.js";

/** Maximum depth, the same as for Markdown lists. */
export const maxListDepth = 49;

interface OpenList {
  character: string;
  open: Token;
  /** Opening tokens of its items, and closing ones. */
  items: Token[];
  closings: Token[];
}

const kinds: Record<string, { list: string; tag: string; item: string; itemTag: string }> = {
  "*": { list: "bullet_list", tag: "ul", item: "list_item", itemTag: "li" },
  "#": { list: "ordered_list", tag: "ol", item: "list_item", itemTag: "li" },
  ";": { list: "dl", tag: "dl", item: "dt", itemTag: "dt" },
  ":": { list: "dl", tag: "dl", item: "dd", itemTag: "dd" },
};
const kindOf = (character: string) => kinds[character] as (typeof kinds)["*"] & object;

export class Lists {
  private readonly open: OpenList[] = [];

  constructor(
    private readonly tokens: Token[],
    private readonly make: NewToken,
  ) {}

  get depth(): number {
    return this.open.length;
  }

  /** Begins the item of a line. @param prefix at most as long as the maximum depth. */
  beginItem(prefix: string, map: [number, number]): void {
    let shared = 0;
    while (shared < prefix.length && isSameList(prefix[shared], this.open[shared]?.character)) shared++;
    this.closeDownTo(shared);
    if (shared === prefix.length) {
      // The line is the next item of an open list.
      const list = this.open.at(-1);
      if (list) this.nextItem(list, prefix.at(-1) ?? "*", map);
    }
    for (const character of prefix.slice(shared)) {
      const { list, tag } = kindOf(character);
      const open = this.push(`${list}_open`, tag, 1);
      open.map = map;
      const opened: OpenList = { character, open, items: [], closings: [] };
      this.open.push(opened);
      this.openItem(opened, character, map);
    }
  }

  /** The second half of a line `; term : meaning`. */
  beginMeaning(map: [number, number]): void {
    const list = this.open.at(-1);
    if (list) this.nextItem(list, ":", map);
  }

  closeAll(): void {
    this.closeDownTo(0);
  }

  private nextItem(list: OpenList, character: string, map: [number, number]): void {
    this.closeItem(list);
    this.openItem(list, character, map);
  }

  private openItem(list: OpenList, character: string, map: [number, number]): void {
    list.character = character;
    const { item, itemTag } = kindOf(character);
    const token = this.push(`${item}_open`, itemTag, 1);
    token.map = map;
    list.items.push(token);
  }

  private closeItem(list: OpenList): void {
    const { item, itemTag } = kindOf(list.character);
    list.closings.push(this.push(`${item}_close`, itemTag, -1));
  }

  private closeDownTo(depth: number): void {
    while (this.open.length > depth) {
      const list = this.open.pop() as OpenList;
      this.closeItem(list);
      const { list: name, tag } = kindOf(list.character);
      const close = this.push(`${name}_close`, tag, -1);
      if (tag === "dl" && !isDefinitionList(list.items)) showAsIndented(list, close);
    }
  }

  private push(type: string, tag: string, nesting: 1 | -1): Token {
    const token = this.make(type, tag, nesting);
    token.block = true;
    token.level = this.open.length;
    this.tokens.push(token);
    return token;
  }
}

function isSameList(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one === ";" && other === ":") || (one === ":" && other === ";");
}

/** HTML requires that a term is first and a meaning last; wiki texts use `:` alone for indentation. */
function isDefinitionList(items: readonly Token[]): boolean {
  return items[0]?.tag === "dt" && items.at(-1)?.tag === "dd";
}

function showAsIndented({ open, items, closings }: OpenList, close: Token): void {
  open.tag = "div";
  close.tag = "div";
  for (const item of items) item.attrSet("class", item.tag === "dt" ? "term" : "indent");
  for (const token of [...items, ...closings]) token.tag = "div";
}
