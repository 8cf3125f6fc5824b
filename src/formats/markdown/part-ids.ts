/**
 * Gives the paragraphs, the items of lists and the formulas of a text ids, in whatever format it is written: see `shared/part-address.ts`. Items come
 * last: where ids would be too large a part of the page, the page's script finds an item by its words (`client/cite.ts`), as it does a row of a table.
 */
import type { Token } from "markdown-it";
import { PartIds } from "../../shared/part-address.js";
import { attribute, type MarkdownEnv } from "./env.js";
import { plainText } from "./headings.js";

/** Of the bytes of a page, which has this many around its text. */
const largestShare = 0.04;
const frame = 12_000;

const items = new Set(["list_item_open", "dd_open"]);
/** What is in them has another address: rows have that of their words, notes have ids of their own. */
const apart = new Map(
  ["table", "footnote_block", "rst_notes"].flatMap((name): [string, number][] => [
    [`${name}_open`, 1],
    [`${name}_close`, -1],
  ]),
);
/** Inline content that a script reads in the page as it is in the source. */
const plainTypes = new Set("text code_inline mention softbreak hardbreak task_box link_open link_close".split(" "));
const plainTags = new Set("em strong s sub sup".split(" "));
const isPlain = ({ type, tag }: Token) => plainTypes.has(type) || plainTags.has(tag);

interface Part {
  token: Token;
  id: string;
  mayWait: boolean;
}

/** Must be called when headings have their ids, and before anything is written. */
export function addPartIds(tokens: readonly Token[], env: MarkdownEnv): void {
  const parts = partsOf(tokens, new PartIds(new Set(env.outline.map(({ id }) => id))));
  let left = largestShare * (frame + env.lines.reduce((sum, { length }) => sum + length + 1, 0));
  const write = ({ token, id }: Part) => {
    token.attrSet("id", id);
    env.partIds.add(id);
    left -= costOf(id);
  };
  for (const part of parts) if (!part.mayWait) write(part);
  for (const part of parts) if (part.mayWait && left > costOf(part.id)) write(part);
}

const costOf = (id: string) => ' id=""'.length + id.length;

function partsOf(tokens: readonly Token[], ids: PartIds): Part[] {
  const parts: Part[] = [];
  let section = "";
  let depth = 0;
  let item: Token | undefined;
  const add = (token: Token, text: string, mayWait: boolean) => {
    if (text.trim() !== "" && !token.attrGet("id")) parts.push({ token, id: ids.idOf(section, text), mayWait });
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    depth += apart.get(token.type) ?? 0;
    if (depth > 0) continue;
    if (token.type === "heading_open") section = attribute(token, "id") || section;
    else if (items.has(token.type)) item = token;
    else if (isFormula(token)) add(token, token.content, false);
    else if (token.type === "inline") {
      const open = tokens[index - 1];
      if (open?.type !== "paragraph_open") continue;
      const children = token.children ?? [];
      // The first words of an item are its own; what follows in it are paragraphs.
      if (item) add(item, plainText(children), children.every(isPlain));
      else if (!open.hidden) add(open, plainText(children), false);
      item = undefined;
    } else if (token.type !== "paragraph_open") item = undefined;
  }
  return parts;
}

const isFormula = ({ type, info }: Token) => type === "math_block" || (type === "fence" && info.trim() === "math");

/** A preview is on a page with others. */
export function withoutPartIds(tokens: readonly Token[], { partIds }: MarkdownEnv): void {
  for (const token of tokens)
    if (token.attrs && partIds.has(attribute(token, "id"))) token.attrs = token.attrs.filter(([key]) => key !== "id");
}
