/** Creates tokens for the parts of the MediaWiki reader. */
import type { MarkdownIt, Token } from "markdown-it";

export type NewToken = (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** The library exports its token class only as a property of its states. */
export function tokenMaker(md: MarkdownIt): NewToken {
  const { Token } = new md.core.State("", md, {});
  return (type, tag, nesting) => new Token(type, tag, nesting);
}
