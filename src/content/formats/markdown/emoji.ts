/** GitHub's names of emoji in texts: `:warning:`. */
import type { MarkdownIt } from "markdown-it";
import names from "markdown-it-emoji/lib/data/full.mjs";

/** `:o:` within `urn:o:1` or `a::o::b` is not one. */
const emojiName = /(?<![\w:/.-]):([a-z0-9_+-]+):(?![\w:/])/g;

/** Writes the emoji in place of their names. The tokens are those of a text, so search and headings have them too. */
export function emoji(md: MarkdownIt): void {
  md.core.ruler.after("inline", "emoji", ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === "text")
          token.content = token.content.replace(emojiName, (text, name: string) =>
            Object.hasOwn(names, name) ? (names[name] as string) : text,
          );
  });
}
