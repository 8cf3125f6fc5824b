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
    const meta = env.options.markdown?.extras.includes("codeTitles") ? metaOf(info) : undefined;
    out.addParts(diagram ?? codeFigure(content, language, env.hasColors, meta));
  },
  code_block(tokens, index, _, out) {
    out.addParts(codeFigure(tokens[index]?.content ?? "", ""));
  },
};

/** What an author says of a block behind its language. */
interface CodeMeta {
  title?: string | undefined;
  /** Whether a line, from 1, is marked. */
  marked?: ((line: number) => boolean) | undefined;
}

/** `title="A.sol" {1,3-5}` of Docusaurus and MkDocs, `{1,3-5} [A.sol]` of VitePress. */
function metaOf(info: string): CodeMeta {
  const [, double, single] = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? [];
  const [, lines] = /\{([\d\s,-]+)\}|\bhl_lines="[\d\s-]+"/.exec(info) ?? [];
  const ranges = (lines ?? /\bhl_lines="([\d\s-]+)"/.exec(info)?.[1])?.split(/[\s,]+/).filter(Boolean);
  const isIn = (range: string, line: number) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return line >= from && line <= to;
  };
  return {
    title: double ?? single ?? /(?:^|\s)\[([^\]]+)\]/.exec(info)?.[1],
    marked: ranges && ((line) => ranges.some((range) => isIn(range, line))),
  };
}

/** The runs of lines that are marked, and those that are not. */
function withMarks(
  text: string,
  marked: (line: number) => boolean,
  toPart: (lines: string) => ParsedPart,
): ParsedPart[] {
  const runs: { isMarked: boolean; lines: string[] }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const isMarked = marked(index + 1);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) last.lines.push(line);
    else runs.push({ isMarked, lines: [line] });
  }
  return runs.flatMap(({ isMarked, lines }, index) => {
    const part = toPart(lines.join("\n"));
    return [...(index > 0 ? ["\n"] : []), ...(isMarked ? ["<mark>", part, "</mark>"] : [part])];
  });
}

/** @returns the figure for a block of code, for which the style sheet and the client script are written. */
function codeFigure(code: string, language: string, hasColors = true, { title, marked }: CodeMeta = {}): ParsedPart[] {
  const grammarName = plainNames.has(language) ? undefined : languageName(language);
  const label = plainNames.has(language) ? "" : (grammarName ?? language);
  const text = code.replace(/\n$/, "");
  const highlightable =
    hasColors &&
    grammarName &&
    text.length <= maxHighlighted &&
    !text.split("\n").some((line) => line.length > maxLine);
  const name = title || label;
  const caption = name ? `<figcaption><span>${escapeHtml(name)}</span></figcaption>` : "";
  const toPart = (lines: string): ParsedPart =>
    highlightable ? { kind: "code", language, code: lines } : escapeHtml(lines);
  const attribute = label ? ` data-language="${escapeHtml(language)}"` : "";
  const className = label ? `hljs language-${escapeHtml(language.replace(/[^\w+#-]/g, ""))}` : "hljs";
  return [
    `<figure class="code"${attribute}>${caption}<pre tabindex="0"><code class="${className}">`,
    ...(marked ? withMarks(text, marked, toPart) : [toPart(text)]),
    "\n</code></pre></figure>\n",
  ];
}
