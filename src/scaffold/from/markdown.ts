/** Which marks of other programs the texts of a repository use: the keys of `markdown` that a site for them needs. */
import emoji from "markdown-it-emoji/lib/data/full.mjs";
import type { ConfigInput, MarkdownExtra } from "../../config/index.js";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { codeFences } from "../../shared/syntax-problems.js";
import { textFormat } from "../../shared/text-format.js";

type MarkdownInput = NonNullable<ConfigInput["markdown"]>;

const colons = /^:{3,}[ \t]*([a-z][a-z0-9-]*)(?:[ \t[{].*)?$/;
const admonition = /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][a-z0-9-]*)/;
const headingId = /^#{1,6}[ \t].*\{:?[ \t]*#[A-Za-z][\w:.-]*[ \t]*\}[ \t]*$/;
const codeTitle = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\{[ \t]*\.)?[\w+#-]+.*(?:\btitle=["']|\{[\d,\s-]+\}|\bhl_lines=")/;
/** In these parentheses a formula has a command, a power or an index: GitHub's escaped ones have not. */
const formula = /\\\((?:(?!\\\)).){0,200}?[\\^_](?:(?!\\\)).){0,200}\\\)/;
const inlineCode = /`[^`]*`/g;
const emojiName = /(?<![\w:/.-]):([a-z0-9_+-]{2,}):(?![\w:/])/g;

/** @returns undefined if the texts use none. */
export function markdownUsed(sources: readonly SourceFile[]): MarkdownInput | undefined {
  const containers = new Set<string>();
  const extras = new Set<MarkdownExtra>();
  for (const { path, text } of sources) {
    if (textFormat(path) !== "markdown") continue;
    const isCode = codeFences();
    const lines = linesOf(text);
    for (const [index, line] of lines.entries()) {
      const wasCode = isCode(line);
      if (codeTitle.test(line)) extras.add("codeTitles");
      if (wasCode) continue;
      const ended = colons.exec(line)?.[1];
      if (ended && lines.some((other, at) => at > index && /^:{3,}[ \t]*$/.test(other))) containers.add(ended);
      const indented = admonition.exec(line)?.[1];
      if (indented && lines.slice(index + 1, index + 3).some((next) => /^(?: {4}|\t)\S/.test(next)))
        containers.add(indented);
      if (headingId.test(line)) extras.add("headingIds");
      if (isDefinition(lines, index)) extras.add("definitionLists");
      const prose = line.replace(inlineCode, "");
      if (formula.test(prose)) extras.add("mathInBrackets");
      for (const [, name = ""] of prose.matchAll(emojiName))
        if (/[a-z]/.test(name) && Object.hasOwn(emoji, name)) extras.add("emoji");
    }
  }
  if (containers.size + extras.size === 0) return undefined;
  return {
    ...(containers.size > 0 && { containers: [...containers].sort() }),
    ...(extras.size > 0 && { extras: [...extras].sort() }),
  };
}

/** A line `: meaning` below a term that is a paragraph of its own. */
function isDefinition(lines: readonly string[], index: number): boolean {
  const term = lines[index - 1] ?? "";
  return (
    /^:[ \t]{1,3}\S/.test(lines[index] ?? "") && /^[^\s:|#>*+-]/.test(term) && (lines[index - 2] ?? "").trim() === ""
  );
}
