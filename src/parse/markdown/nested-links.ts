/**
 * No link is within another, which HTML does not allow: an address in the text of a link is text, and a reference to a
 * footnote stands behind the link.
 */

import type { MarkdownIt, Token } from "markdown-it";
import { addAll } from "../../shared/lists.js";

export function nestedLinks(md: MarkdownIt): void {
  md.core.ruler.before("unsafe_urls", "nested_links", (state) => {
    for (const inline of state.tokens)
      if (inline.type === "inline" && inline.children) inline.children = flattened(inline.children);
  });
}

function flattened(tokens: Token[]): Token[] {
  if (!hasNested(tokens)) return tokens;
  const flat: Token[] = [];
  let behind: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "link_open" && depth++ > 0) continue;
    if (token.type === "link_close" && --depth > 0) continue;
    if (token.type === "footnote_ref" && depth > 0) behind.push(token);
    else flat.push(token);
    if (depth > 0) continue;
    addAll(flat, behind);
    behind = [];
  }
  return flat;
}

function hasNested(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.some(({ type }) => {
    if (type === "link_close") depth--;
    return (type === "link_open" && depth++ > 0) || (type === "footnote_ref" && depth > 0);
  });
}
