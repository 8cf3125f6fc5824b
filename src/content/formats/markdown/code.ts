/** Blocks of code, with a frame and the name of their language. */
import type { Token } from "markdown-it";
import type { ParsedPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { diagramFigure } from "../diagrams/index.js";
import type { RenderRules } from "./env.js";
import { languageName } from "./highlight.js";
import { displayMath } from "./math.js";

/** Names in place of a language: blocks with them have no caption and no colours. */
const plainLanguages = new Set(["", "text", "txt", "plain", "plaintext", "none"]);
/** Longer blocks are shown without colours: a highlighter's worst case must not delay a build. */
const maxHighlighted = 100_000;
const maxLine = 5_000;

export const codeRules: RenderRules = {
  fence(tokens, index, env, out) {
    const { info = "", content = "", map } = tokens[index] ?? {};
    const language = languageOf(info);
    if (language === "math") return displayMath(tokens[index] as Token, env, out);
    const diagram = language === "mermaid" ? diagramFigure(content, (map?.[0] ?? 0) + 1, env) : undefined;
    const attributes = env.options.markdown?.extras.includes("codeTitles") ? readFenceAttributes(info) : undefined;
    out.addParts(diagram ?? codeFigure(content, language, attributes));
  },
  code_block(tokens, index, _, out) {
    out.addParts(codeFigure(tokens[index]?.content ?? "", ""));
  },
};

/** @returns the language of a fence, in lower case, or an empty text. */
export const languageOf = (info: string) => writtenLanguage(info).toLowerCase();

/** @returns the language as it is written. Attributes without a language, such as `title="A.sol"`, are none. */
export const writtenLanguage = (info: string) => /^(?!\w+=["'])[^\s{,:=]+/.exec(info.trim())?.[0] ?? "";

/** The attributes of a fence, which an author writes after its language. */
interface FenceAttributes {
  title?: string | undefined;
  /** Whether a line is marked. @param line from 1. */
  isMarkedLine?: ((line: number) => boolean) | undefined;
}

/** Reads `title="A.sol" {1,3-5}` of Docusaurus, `title="A.sol" hl_lines="1 3-5"` of MkDocs and `{1,3-5} [A.sol]` of VitePress. */
function readFenceAttributes(info: string): FenceAttributes {
  const [, double, single] = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? [];
  // Each line is compared with the whole list, so the list must be short.
  const [, inBraces, inQuotes] = /\{([\d\s,-]{1,500})\}|\bhl_lines="([\d\s-]{1,500})"/.exec(info) ?? [];
  const parts = (inBraces ?? inQuotes)?.split(/[\s,]+/).filter(Boolean);
  const ranges = parts?.map((part) => part.split("-").map(Number));
  return {
    title: double ?? single ?? /(?:^|\s)\[([^\][]+)\]/.exec(info)?.[1],
    isMarkedLine: ranges && ((line) => ranges.some(([from = 0, to = from]) => line >= from && line <= to)),
  };
}

/** Writes each run of marked lines in `<mark>`. */
function markLines(
  text: string,
  isMarkedLine: (line: number) => boolean,
  toPart: (lines: string) => ParsedPart,
): ParsedPart[] {
  const runs: { isMarked: boolean; lines: string[] }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const isMarked = isMarkedLine(index + 1);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) last.lines.push(line);
    else runs.push({ isMarked, lines: [line] });
  }
  return runs.flatMap(({ isMarked, lines }, index) => {
    const part = toPart(lines.join("\n"));
    return [...(index > 0 ? ["\n"] : []), ...(isMarked ? ["<mark>", part, "</mark>"] : [part])];
  });
}

/** @returns a figure in the structure that the style sheet and the client script expect. */
function codeFigure(code: string, language: string, { title, isMarkedLine }: FenceAttributes = {}): ParsedPart[] {
  const isPlain = plainLanguages.has(language);
  const grammarName = isPlain ? undefined : languageName(language);
  const label = isPlain ? "" : (grammarName ?? language);
  const text = code.replace(/\n$/, "");
  const hasColors =
    grammarName && text.length <= maxHighlighted && !text.split("\n").some((line) => line.length > maxLine);
  const name = title || label;
  const caption = name ? `<figcaption><span>${escapeHtml(name)}</span></figcaption>` : "";
  const toPart = (lines: string): ParsedPart =>
    hasColors ? { kind: "code", language, code: lines } : escapeHtml(lines);
  const attribute = label ? ` data-language="${escapeHtml(language)}"` : "";
  const className = label ? `hljs language-${escapeHtml(language.replace(/[^\w+#-]/g, ""))}` : "hljs";
  return [
    `<figure class="code"${attribute}>${caption}<pre tabindex="0"><code class="${className}">`,
    ...(isMarkedLine ? markLines(text, isMarkedLine, toPart) : [toPart(text)]),
    "\n</code></pre></figure>\n",
  ];
}
