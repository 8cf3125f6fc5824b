/**
 * Writes math as MathML when the site is built: `$…$`, `` $`…`$ ``, `$$…$$` and ```math. The rules for dollars are GitHub's, so that "$5 or $10"
 * stays text: before an opening dollar is white space or punctuation, after it the formula begins at once; the formula ends directly before the
 * closing dollar, after which comes neither letter nor digit.
 */
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import temml from "temml";
import type { Position } from "../../../shared/document.js";
import { type HtmlPart, stringPart } from "../../../shared/html-parts.js";
import { largestOf } from "../../../shared/lists.js";
import { escapeHtml } from "../../../shared/text.js";
import { charge } from "../budget.js";
import { lineText } from "./blocks.js";
import { attribute, type MarkdownEnv, PositionFinder, type RenderRules, report } from "./env.js";
import type { Writer } from "./writer.js";

export function math(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "math_inline", inlineRule);
  md.block.ruler.before("fence", "math_block", blockRule, { alt: ["paragraph", "reference", "blockquote", "list"] });
}

/** Adds `\(…\)` and `\[…\]`, which other programs read by a script. */
export function mathInBrackets(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "math_brackets", inlineBrackets);
  md.block.ruler.before("fence", "math_brackets", blockBrackets, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

export const mathRules: RenderRules = {
  math_inline(tokens, index, env, out) {
    const { content = "", markup } = tokens[index] ?? {};
    out.addParts(render(content, markup === "$$", env, undefined));
  },
  math_block(tokens, index, env, out) {
    displayMath(tokens[index] as Token, env, out);
  },
};

/** Writes a display formula. */
export function displayMath(token: Token, env: MarkdownEnv, out: Writer): void {
  const id = env.preview ? "" : attribute(token, "id");
  const [start = "", ...htmlParts] = render(token.content, true, env, token.map?.[0] ?? 0);
  const named = id && typeof start === "string" ? start.replace(/^<\w+/, `$& id="${escapeHtml(id)}"`) : start;
  out.addParts([named, ...htmlParts, "\n"]);
}

function render(tex: string, displayMode: boolean, env: MarkdownEnv, line: number | undefined): HtmlPart[] {
  env.staysClean = false;
  const excess = excessOf(tex, env);
  const findPosition = () => line ?? formulaPosition(tex, env);
  if (excess) report(env, "math-limit", `this formula ${excess}; it is shown as its source`, findPosition());
  else {
    try {
      const mathml = mathmlOf(trimmed(tex), displayMode, env, findPosition);
      if (mathml !== undefined) return present(withoutLabels(mathml), displayMode);
    } catch (error) {
      report(env, "math-invalid", `this formula cannot be read: ${reasonOf(error)}`, findPosition());
    }
  }
  return [displayMode ? `<pre tabindex="0"><code>${escapeHtml(tex)}</code></pre>` : `<code>${escapeHtml(tex)}</code>`];
}

/** Without white space around it, but with the space of a last `\ `. */
function trimmed(tex: string): string {
  const plain = tex.trim();
  const [backslashes = ""] = /\\*$/.exec(plain) ?? [];
  return backslashes.length % 2 === 1 ? `${plain} ` : plain;
}

/** What Temml says, without the formula and a position in it, which the place of the finding shows. */
function reasonOf(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return first.replace(/ at (?:position \d+|end of input): .*$/, "").trim();
}

/** Commands that code hosts know and Temml does not. */
const moreCommands = { "\\mbox": "\\text{#1}", "\\textbraceleft": "\\{", "\\textbraceright": "\\}" };

/** Many texts have the same formula several times. */
function mathmlOf(
  tex: string,
  displayMode: boolean,
  env: MarkdownEnv,
  findPosition: () => Position | number,
): string | undefined {
  const {
    formulas,
    options: { markdown },
  } = env;
  const key = `${displayMode} ${tex}`;
  const formula = formulas.get(key);
  if (formula !== undefined) return formula;
  const hasMacros = expands(tex, env);
  if (hasMacros && env.budget.isSpent("expansions")) return undefined;
  if (!charge(env, "cells", cellsOf(tex), "this formula", findPosition)) return undefined;
  const options = {
    displayMode,
    throwOnError: true,
    trust: false,
    maxExpand: maxExpansions,
    macros: { ...moreCommands, ...markdown?.math.macros },
  };
  const mathml = temml.renderToString(tex, options);
  if (hasMacros && !charge(env, "expansions", mathml.length, "the macros of this formula", findPosition))
    return undefined;
  formulas.set(key, mathml);
  return mathml;
}

/** A label has no id, of which a page may have each once. Temml leaves references to a script; here they are the name of the label. */
function withoutLabels(mathml: string): string {
  const isMath = mathml.startsWith("<math");
  return mathml
    .replace(/ id="[^"]*"/g, "")
    .replace(/<a href='#([^']*)' class="tml-ref[^"]*"><\/a>/g, (_, label: string) =>
      isMath ? `<mtext>(${label})</mtext>` : `(${label})`,
    );
}

/**
 * Limits of a formula's cost. They count, because limits by stack depth or time would not give the same page
 * everywhere. Macros multiply the source: at most by 200 for a formula of 500 characters; all of a text stand under its budget.
 */
const maxLength = 5_000;
const maxDepth = 100;
const maxExpansions = 200;
const maxLengthWithMacros = 500;

/** Marks that open and close a group, and commands that apply to everything after them, which is a group as well. */
const grouping =
  /\\(?:left|right|begin|end|color|rm|sf|tt|bf|it|cal|frak|Bbb|bold|(?:display|text|script|scriptscript)style|tiny|small|normalsize|large|Large|LARGE|huge|Huge|footnotesize|scriptsize|over|atop|choose|brace|brack)(?![a-zA-Z])|\\[\s\S]|[{}]/g;
const macros = /\\(?:[gex]?def|let|futurelet|(?:re|provide)?newcommand|providecommand)(?![a-zA-Z])/;

/** @returns the limit that is exceeded, to complete the message "this formula …". */
function excessOf(tex: string, env: MarkdownEnv): string | undefined {
  if (tex.length > maxLength) return `has ${tex.length} characters, more than ${maxLength}`;
  if (tex.length > maxLengthWithMacros && expands(tex, env))
    return `defines macros, or uses some that repeat what they are given, in more than ${maxLengthWithMacros} characters`;
  let depth = 0;
  for (const [token] of tex.matchAll(grouping)) {
    if (token === "}" || token === "\\right" || token === "\\end") depth--;
    else if (token === "{" || token.length > 2) depth++;
    if (depth > maxDepth) return `is nested more than ${maxDepth} deep`;
  }
  return undefined;
}

/** Each row of a table gets the cells that the widest one has. */
function cellsOf(tex: string): number {
  if (!tex.includes("&")) return 0;
  const rows = tex.split(/\\\\|\\cr(?![a-zA-Z])/);
  return rows.length * largestOf(rows.map((row) => row.split("&").length));
}

const expands = (tex: string, env: MarkdownEnv) => macros.test(tex) || repeats(tex, env);

/** Whether a formula uses a macro of the site that multiplies its source: one that has an argument twice, or defines others. */
function repeats(tex: string, { options: { markdown } }: MarkdownEnv): boolean {
  return Object.entries(markdown?.math.macros ?? {}).some(
    ([name, value]) => (/#(\d).*#\1/s.test(value) || macros.test(value)) && tex.includes(name),
  );
}

/** The place of a formula within its block. */
function formulaPosition(tex: string, env: MarkdownEnv): Position {
  env.finder ??= new PositionFinder(env, ...env.block);
  return env.finder.find(tex.split("\n")[0] ?? tex);
}

/**
 * Replaces style attributes, which the Content-Security-Policy forbids: MathML expresses most of them itself. Validators allow `scriptlevel` only
 * on mstyle. A display formula may be wider than the page, so it is in a scrolling element that the keyboard reaches.
 */
function present(mathml: string, displayMode: boolean): HtmlPart[] {
  const clean = mathml
    .replace(/ style="[^"]*"/g, "")
    .replace(/<(?!mstyle|math\b)(\w+)([^<>]*) scriptlevel="[^"]*"/g, "<$1$2");
  if (!displayMode) return [clean];
  const label = stringPart("prose.formula");
  return ['<span class="math-scroll" tabindex="0" role="group" aria-label="', label, `">${clean}</span>`];
}

function inlineRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== "$") return false;
  if (pos > 0 && !/[\s()[\]{"'>|*_,:;.=–—-]/.test(src[pos - 1] ?? "")) return false;
  const double = src[pos + 1] === "$";
  const ticked = src[pos + 1] === "`";
  const open = double ? "$$" : ticked ? "$`" : "$";
  const close = double ? "$$" : ticked ? "`$" : "$";
  const start = pos + open.length;
  if (start >= posMax || (!ticked && /\s/.test(src[start] ?? "") && !double)) return false;
  const end = nextMark(state, close, start);
  if (end === -1 || end >= posMax) return false;
  // The next dollar decides: no formula contains another one.
  if (close === "$" && (/\s/.test(src[end - 1] ?? "") || /[\w$]/.test(src[end + 1] ?? ""))) return false;
  if (!silent) {
    const content = ticked ? src.slice(start, end) : unescaped(src.slice(start, end));
    Object.assign(state.push("math_inline", "math", 0), { markup: double ? "$$" : "$", content });
  }
  state.pos = end + close.length;
  return true;
}

/**
 * On GitHub, Markdown's escapes also apply between dollars, so authors escape TeX's escapes: two backslashes before `_` or `{` are one. In an
 * environment they end a row, and a group may follow. Signs that TeX has no command for are escaped against Markdown alone: `\*` is a star.
 */
function unescaped(tex: string): string {
  const once = tex.includes("\\begin") ? tex.replace(/\\\\_/g, "\\_") : tex.replace(/\\\\([_{}%#&])/g, "\\$1");
  return once.replace(/\\(\\|[*+/<?@[\]-])/g, (match, sign: string) => (sign === "\\" ? match : sign));
}

/** The last search for each mark in a text: its start and its result. */
const lastSearches = new WeakMap<StateInline, Map<string, { from: number; end: number }>>();

/**
 * The next unescaped `mark` after a formula's first character, or -1. In a text with many openings, the same search is
 * repeated, so a result is used for all places up to it.
 */
function nextMark(state: StateInline, mark: string, start: number): number {
  const searches = lastSearches.get(state) ?? new Map<string, { from: number; end: number }>();
  lastSearches.set(state, searches);
  const search = searches.get(mark);
  if (search && start >= search.from && (search.end === -1 || start < search.end)) return search.end;
  let end = state.src.indexOf(mark, start + 1);
  while (end !== -1 && state.src[end - 1] === "\\") end = state.src.indexOf(mark, end + 1);
  searches.set(mark, { from: start, end });
  return end;
}

function inlineBrackets(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== "\\") return false;
  const close = { "(": "\\)", "[": "\\]" }[src[pos + 1] ?? ""];
  if (close === undefined || pos + 2 >= posMax) return false;
  const end = nextMark(state, close, pos + 2);
  const content = src.slice(pos + 2, end);
  if (end === -1 || end + 2 > posMax || content.trim() === "") return false;
  if (!silent) Object.assign(state.push("math_inline", "math", 0), { markup: close === "\\]" ? "$$" : "$", content });
  state.pos = end + 2;
  return true;
}

/** A formula between `\[` and `\]` that has lines of its own: they may look like lists, or be empty. */
function blockBrackets(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineText(state, startLine);
  if (!first.startsWith("\\[")) return false;
  let last = startLine;
  if (!first.trimEnd().endsWith("\\]")) {
    if (first.includes("\\]")) return false;
    last = closingLine(state, startLine, "\\]");
    if (last === -1 || last >= endLine) return false;
  }
  if (silent) return true;
  const lines = Array.from({ length: last - startLine + 1 }, (_, index) =>
    lineText(state, startLine + index).trimEnd(),
  );
  const content = lines.join("\n").slice(2, -2);
  if (content.trim() === "" || content.includes("\\]")) return false;
  return pushFormula(state, content, startLine, last + 1);
}

/** Lines of a text that could end a formula, in order, by what they end with. */
const closingLines = new WeakMap<readonly number[], Map<string, number[]>>();

/** The first line after `line` that ends with `mark`, or -1. */
function closingLine(state: StateBlock, line: number, mark = "$$"): number {
  const linesOfDocument = closingLines.get(state.eMarks) ?? new Map<string, number[]>();
  closingLines.set(state.eMarks, linesOfDocument);
  let lines = linesOfDocument.get(mark);
  if (!lines) {
    lines = [...state.eMarks.keys()].filter((index) =>
      state.src
        .slice(state.bMarks[index] ?? 0, state.eMarks[index])
        .trimEnd()
        .endsWith(mark),
    );
    linesOfDocument.set(mark, lines);
  }
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return lines[low] ?? -1;
}

function blockRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const begin = state.src.charCodeAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0));
  // Other white space may come before the dollars.
  if (begin > 0x20 && begin < 0x7f && begin !== 0x24) return false;
  const isBlank = (text: string) => text.trim() === "";
  const hasText = (from: number, last: number): boolean => {
    for (let line = from; line < last; line++) if (!isBlank(lineText(state, line))) return true;
    return lineText(state, last).trim() !== "$$";
  };
  const first = lineText(state, startLine).trim();
  if (!first.startsWith("$$")) return false;
  const inOneLine = /^\$\$(.+)\$\$$/.exec(first)?.[1];
  let content = inOneLine ?? first.slice(2);
  let next = startLine + 1;
  if (inOneLine === undefined) {
    if (content.includes("$$")) return false;
    const last = closingLine(state, startLine);
    if (last === -1 || last >= endLine) return false;
    // The content is joined once, when the block is complete.
    if (silent) return !isBlank(content) || hasText(startLine + 1, last);
    const lines = content ? [content] : [];
    for (; next < last; next++) lines.push(lineText(state, next).trimEnd());
    lines.push(lineText(state, last).trimEnd().slice(0, -2));
    next = last + 1;
    content = lines.join("\n");
  }
  if (isBlank(content)) return false;
  if (silent) return true;
  return pushFormula(state, unescaped(content), startLine, next);
}

function pushFormula(state: StateBlock, content: string, line: number, next: number): true {
  Object.assign(state.push("math_block", "math", 0), { block: true, content, map: [line, next] });
  state.line = next;
  return true;
}
