/** GitHub's names of emoji in texts: `:warning:`. */
import type { MarkdownIt } from "markdown-it";
import names from "markdown-it-emoji/lib/data/full.mjs";

/** A name between colons, but not `:o:` within `urn:o:1` or `a::o::b`. */
const emojiName = /(?<![\w:/.-]):([a-z0-9_+-]+):(?![\w:/])/g;

/** Replaces the names of emoji in the tokens of a text, so that search and the outline have the emoji, too. */
export function emoji(md: MarkdownIt): void {
  md.core.ruler.after("inline", "emoji", ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) if (token.type === "text") token.content = withEmoji(token.content);
  });
}

/** Replaces the names of emoji in a text. */
export function withEmoji(text: string): string {
  return text.replace(emojiName, (written, name: string) =>
    Object.hasOwn(names, name) ? (names[name] as string) : written,
  );
}
