/** Whether the texts of a repository name emoji (`:tada:`), as a third of public registers do; other marks are a line of the manual. */
import emoji from "markdown-it-emoji/lib/data/full.mjs";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { codeFences } from "../../shared/syntax-problems.js";
import { textFormat } from "../../shared/text-format.js";

const emojiName = /(?<![\w:/.-]):([a-z0-9_+-]{2,}):(?![\w:/])/g;

export function namesEmoji(sources: readonly SourceFile[]): boolean {
  return sources.some(({ path, text }) => {
    const isCode = codeFences();
    return (
      textFormat(path) === "markdown" &&
      linesOf(text).some((line) => {
        const names = isCode(line) ? [] : [...line.replace(/`[^`]*`/g, "").matchAll(emojiName)];
        return names.some(([, name = ""]) => /[a-z]/.test(name) && Object.hasOwn(emoji, name));
      })
    );
  });
}
