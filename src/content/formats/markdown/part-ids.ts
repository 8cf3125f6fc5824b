/** Gives ids to the paragraphs and display formulas of a text in any format: see `shared/part-address.ts`. */
import type { Token } from "markdown-it";
import { PartIds } from "../../../shared/part-address.js";
import { languageOf } from "./code.js";
import { attribute, type MarkdownEnv } from "./env.js";
import { plainText } from "./headings.js";

/** By type of token, the change of depth within blocks whose paragraphs get no ids: cells are short, and notes have ids of their own. */
const depthChanges = new Map(
  ["table", "footnote_block", "rst_notes"].flatMap((name): [string, number][] => [
    [`${name}_open`, 1],
    [`${name}_close`, -1],
  ]),
);

/** Adds the ids to tokens whose headings have their ids, before the tokens are rendered. */
export function addPartIds(tokens: readonly Token[], env: MarkdownEnv): void {
  const ids = new PartIds(new Set(env.outline.map(({ id }) => id)));
  let section = "";
  let depth = 0;
  const add = (token: Token, text: string) => {
    if (text.trim() === "" || token.attrGet("id")) return;
    const id = ids.idOf(section, text);
    token.attrSet("id", id);
    env.partIds.add(id);
  };
  for (const [index, token] of tokens.entries()) {
    depth += depthChanges.get(token.type) ?? 0;
    if (depth > 0) continue;
    const next = tokens[index + 1];
    if (token.type === "heading_open") section = attribute(token, "id") || section;
    else if (isFormula(token)) add(token, token.content);
    else if (token.type === "paragraph_open" && !token.hidden && next?.type === "inline")
      add(token, plainText(next.children ?? []));
  }
}

const isFormula = ({ type, info }: Token) => type === "math_block" || (type === "fence" && languageOf(info) === "math");

/** Removes the ids again, because a preview is on a page with others. */
export function removePartIds(tokens: readonly Token[], { partIds }: MarkdownEnv): void {
  for (const token of tokens)
    if (token.attrs && partIds.has(attribute(token, "id"))) token.attrs = token.attrs.filter(([key]) => key !== "id");
}
