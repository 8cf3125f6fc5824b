/** Blocks of code, with a frame and the name of their language. */

import type { Token } from "markdown-it";
import type { ParsedPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { diagramFigure } from "../diagrams/index.js";
import type { RenderRules } from "./env.js";
import { languageName } from "./highlight.js";
import { displayMath } from "./math.js";

const plainNames = new Set(["", "text", "txt", "plain", "plaintext", "none"]);
/** Longer blocks are shown without colours: a highlighter's worst case must not delay a build. */
const maxHighlighted = 100_000;
const maxLine = 5_000;

export const codeRules: RenderRules = {
  fence(tokens, index, env, out) {
    const { info = "", content = "", map } = tokens[index] ?? {};
    const language = (/^[^\s{,:=]+/.exec(info.trim())?.[0] ?? "").toLowerCase();
    if (language === "math") return displayMath(tokens[index] as Token, env, out);
    const diagram = language === "mermaid" ? diagramFigure(content, (map?.[0] ?? 0) + 1, env) : undefined;
    out.addParts(diagram ?? codeFigure(content, language, env.hasColors));
  },
  code_block(tokens, index, _, out) {
    out.addParts(codeFigure(tokens[index]?.content ?? "", ""));
  },
};

/** @returns the figure for a block of code, for which the style sheet and the client script are written. */
function codeFigure(code: string, language: string, hasColors = true): ParsedPart[] {
  const grammarName = plainNames.has(language) ? undefined : languageName(language);
  const label = plainNames.has(language) ? "" : (grammarName ?? language);
  const text = code.replace(/\n$/, "");
  const highlightable =
    hasColors &&
    grammarName &&
    text.length <= maxHighlighted &&
    !text.split("\n").some((line) => line.length > maxLine);
  const caption = label ? `<figcaption><span>${escapeHtml(label)}</span></figcaption>` : "";
  const attribute = label ? ` data-language="${escapeHtml(language)}"` : "";
  const className = label ? `hljs language-${escapeHtml(language.replace(/[^\w+#-]/g, ""))}` : "hljs";
  return [
    `<figure class="code"${attribute}>${caption}<pre tabindex="0"><code class="${className}">`,
    highlightable ? { kind: "code", language, code: text } : escapeHtml(text),
    "\n</code></pre></figure>\n",
  ];
}
