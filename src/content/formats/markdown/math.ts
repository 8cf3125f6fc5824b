/**
 * Writes formulas as MathML when the site is built: `$…$`, `` $`…`$ ``, `$$…$$` and ```math. GitHub's rules for dollars apply, so that "$5 or $10"
 * stays text: an opening dollar follows white space or punctuation and has no space after it; a closing dollar has no space before it, and
 * neither a letter nor a digit after it.
 */
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import temml from "temml";
import type { Position } from "../../../shared/document.js";
import { type HtmlPart, stringPart } from "../../../shared/html-parts.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { largestOf } from "../../../shared/lists.js";
import { escapeHtml } from "../../../shared/text.js";
import { charge } from "../budget.js";
import { type BlockRule, lineText, mayInterrupt } from "./blocks.js";
import { attribute, type MarkdownEnv, PositionFinder, type RenderRules, report } from "./env.js";
import type { Writer } from "./writer.js";

export function math(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "math_inline", readInlineDollars);
  md.block.ruler.before("fence", "math_block", readBlockDollars, mayInterrupt);
}

/** Adds `\(…\)` and `\[…\]`, which other generators leave to a script in the browser. */
export function mathInBrackets(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "math_brackets", readInlineBrackets);
  md.block.ruler.before("fence", "math_brackets", readBlockBrackets, mayInterrupt);
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
  const id = env.isPreview ? "" : attribute(token, "id");
  const [start = "", ...htmlParts] = render(token.content, true, env, token.map?.[0] ?? 0);
  const startWithId = id && typeof start === "string" ? start.replace(/^<\w+/, `$& id="${escapeHtml(id)}"`) : start;
  out.addParts([startWithId, ...htmlParts, "\n"]);
}

/** @param line of the formula; undefined if its position is to be found in its block. @returns its source if it cannot be shown as MathML. */
function render(tex: string, displayMode: boolean, env: MarkdownEnv, line: number | undefined): HtmlPart[] {
  env.staysClean = false;
  const excess = excessOf(tex, env);
  const findPosition = () => line ?? formulaPosition(tex, env);
  if (excess) report(env, "math-limit", `this formula ${excess}; it is shown as its source`, findPosition());
  else {
    try {
      const mathml = mathmlOf(trimTex(tex), displayMode, env, findPosition);
      if (mathml !== undefined) return toHtmlParts(withoutLabels(mathml), displayMode);
    } catch (error) {
      report(env, "math-invalid", `this formula cannot be read: ${reasonOf(error)}`, findPosition());
    }
  }
  return [displayMode ? `<pre tabindex="0"><code>${escapeHtml(tex)}</code></pre>` : `<code>${escapeHtml(tex)}</code>`];
}

/** Removes white space around a formula, except the space of `\ ` at its end. */
function trimTex(tex: string): string {
  const plain = tex.trim();
  const [backslashes = ""] = /\\*$/.exec(plain) ?? [];
  return backslashes.length % 2 === 1 ? `${plain} ` : plain;
}

/** @returns Temml's message without the formula and the position in it, which the finding has already. */
function reasonOf(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return first.replace(/ at (?:position \d+|end of input): .*$/, "").trim();
}

/** Commands that code hosts support and Temml does not. */
const moreCommands = { "\\mbox": "\\text{#1}", "\\textbraceleft": "\\{", "\\textbraceright": "\\}" };

/** Stores each result, because many texts have the same formula several times. @returns undefined if the budget is spent. @throws for invalid TeX. */
function mathmlOf(
  tex: string,
  displayMode: boolean,
  env: MarkdownEnv,
  findPosition: () => Position | number,
): string | undefined {
  const { formulas, options } = env;
  const key = `${displayMode} ${tex}`;
  const formula = formulas.get(key);
  if (formula !== undefined) return formula;
  const hasMacros = hasExpandingMacros(tex, env);
  if (hasMacros && env.budget.isSpent("expansions")) return undefined;
  if (!charge(env, "cells", cellsOf(tex), "this formula", findPosition)) return undefined;
  const mathml = temml.renderToString(tex, {
    displayMode,
    throwOnError: true,
    trust: false,
    maxExpand: maxExpansions,
    macros: { ...moreCommands, ...options.markdown?.math.macros },
  });
  if (hasMacros && !charge(env, "expansions", mathml.length, "the macros of this formula", findPosition))
    return undefined;
  if (lengthsIn(mathml) > maxLengths) {
    const message = `this formula has spaces and rules of more than ${maxLengths} em together; it is shown as its source`;
    report(env, "math-limit", message, findPosition());
    return undefined;
  }
  formulas.set(key, mathml);
  return mathml;
}

/** Adds up the lengths from 4 em on in a formula, in em. Longer ones than readers need would enlarge every page that shows the formula. */
function lengthsIn(mathml: string): number {
  const lengths = [...mathml.matchAll(/="[+-]?(\d+)[\d.]*(?:(p[tx]|mm)|[a-z]+)"/g)];
  const toEm = ([, number, isSmallUnit]: string[]) => Number(number) / (isSmallUnit ? 10 : 1);
  return lengths.map(toEm).reduce((sum, length) => sum + (length < 4 ? 0 : length), 0);
}

/** Removes the ids of labels, which may occur only once on a page, and writes references, which Temml leaves to a script, as the name of the label. */
function withoutLabels(mathml: string): string {
  const isMath = mathml.startsWith("<math");
  return mathml
    .replace(/ id="[^"]*"/g, "")
    .replace(/<a href='#([^']*)' class="tml-ref[^"]*"><\/a>/g, (_, label: string) =>
      isMath ? `<mtext>(${label})</mtext>` : `(${label})`,
    );
}

/**
 * Limits of a formula's cost. They are counts, because limits by stack depth or time would not give the same page everywhere. Macros can multiply
 * a formula of up to 500 characters by 200; the text's budget limits all of its formulas.
 */
const maxLength = 5_000;
const maxDepth = 100;
const maxExpansions = 200;
const maxLengthWithMacros = 500;
const maxLengths = 100;

/** Marks that open and close a group, and commands that apply to everything after them, which is a group as well. */
const grouping =
  /\\(?:left|right|begin|end|color|rm|sf|tt|bf|it|cal|frak|Bbb|bold|(?:display|text|script|scriptscript)style|tiny|small|normalsize|large|Large|LARGE|huge|Huge|footnotesize|scriptsize|over|atop|choose|brace|brack)(?![a-zA-Z])|\\[\s\S]|[{}]/g;
/** Commands that define macros. */
const macroDefinition = /\\(?:[gex]?def|let|futurelet|(?:re|provide)?newcommand|providecommand)(?![a-zA-Z])/;

/** @returns the limit that is exceeded, to complete the message "this formula …". */
function excessOf(tex: string, env: MarkdownEnv): string | undefined {
  if (tex.length > maxLength) return `has ${tex.length} characters, more than ${maxLength}`;
  if (tex.length > maxLengthWithMacros && hasExpandingMacros(tex, env))
    return `defines macros, or uses some that repeat what they are given, in more than ${maxLengthWithMacros} characters`;
  let depth = 0;
  for (const [token] of tex.matchAll(grouping)) {
    if (token === "}" || token === "\\right" || token === "\\end") depth--;
    else if (token === "{" || token.length > 2) depth++;
    if (depth > maxDepth) return `is nested more than ${maxDepth} deep`;
  }
  return undefined;
}

/** Counts cells as Temml does, which gives each row of a table as many cells as the widest row has. */
function cellsOf(tex: string): number {
  if (!tex.includes("&")) return 0;
  const rows = tex.split(/\\\\|\\cr(?![a-zA-Z])/);
  return rows.length * largestOf(rows.map((row) => row.split("&").length));
}

/** Whether a formula defines macros, or uses a macro of the site that multiplies its source: it has an argument twice, or defines macros. */
function hasExpandingMacros(tex: string, { options: { markdown } }: MarkdownEnv): boolean {
  if (macroDefinition.test(tex)) return true;
  return Object.entries(markdown?.math.macros ?? {}).some(
    ([name, value]) => (/#(\d).*#\1/s.test(value) || macroDefinition.test(value)) && tex.includes(name),
  );
}

/** Finds the position of a formula within its block. */
function formulaPosition(tex: string, env: MarkdownEnv): Position {
  env.finder ??= new PositionFinder(env, ...env.block);
  return env.finder.find(tex.split("\n")[0] ?? tex);
}

/**
 * Removes style attributes, which the Content-Security-Policy forbids and which MathML mostly repeats in its own attributes, and `scriptlevel`, which
 * validators allow only on mstyle. A display formula may be wider than the page, so it is in a scrolling element that the keyboard reaches.
 */
function toHtmlParts(mathml: string, displayMode: boolean): HtmlPart[] {
  const clean = mathml
    .replace(/ style="[^"]*"/g, "")
    .replace(/<(?!mstyle|math\b)(\w+)([^<>]*) scriptlevel="[^"]*"/g, "<$1$2");
  if (!displayMode) return [clean];
  const label = stringPart("prose.formula");
  return ['<span class="math-scroll" tabindex="0" role="group" aria-label="', label, `">${clean}</span>`];
}

/** The marks that end a formula, by the marks that begin it. */
const closeMarks = { $$: "$$", "$`": "`$", $: "$" } as const;

function readInlineDollars(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== "$") return false;
  if (pos > 0 && !/[\s()[\]{"'>|*_,:;.=–—-]/.test(src[pos - 1] ?? "")) return false;
  const [open = "$"] = (["$$", "$`"] as const).filter((mark) => src.startsWith(mark, pos));
  const close = closeMarks[open];
  const start = pos + open.length;
  if (start >= posMax || (open === "$" && /\s/.test(src[start] ?? ""))) return false;
  const end = nextMark(state, close, start);
  if (end === -1 || end >= posMax) return false;
  // The next dollar decides, because no formula contains another one.
  if (open === "$" && (/\s/.test(src[end - 1] ?? "") || /[\w$]/.test(src[end + 1] ?? ""))) return false;
  if (!silent) {
    const content = open === "$`" ? src.slice(start, end) : unescapeTex(src.slice(start, end));
    Object.assign(state.push("math_inline", "math", 0), { markup: open === "$$" ? "$$" : "$", content });
  }
  state.pos = end + close.length;
  return true;
}

/**
 * Removes Markdown's escapes. On GitHub they also apply between dollars, so authors escape TeX's escapes: two backslashes before `_` or `{` are one.
 * In an environment two backslashes end a row, which a group may follow. `\*` is a star, because TeX has no such command.
 */
function unescapeTex(tex: string): string {
  const once = tex.includes("\\begin") ? tex.replace(/\\\\_/g, "\\_") : tex.replace(/\\\\([_{}%#&])/g, "\\$1");
  return once.replace(/\\(\\|[*+/<?@[\]-])/g, (match, sign: string) => (sign === "\\" ? match : sign));
}

/** The last search for each mark in a text: its start and its result. */
const lastSearches = new WeakMap<StateInline, Map<string, { from: number; end: number }>>();

/**
 * Finds the next unescaped `mark` after a formula's first character. A text with many openings repeats the same search, so a result is used for all
 * openings before it. @returns -1 if there is no such mark.
 */
function nextMark(state: StateInline, mark: string, start: number): number {
  const searches = getOrAdd(lastSearches, state, () => new Map());
  const search = searches.get(mark);
  if (search && start >= search.from && (search.end === -1 || start < search.end)) return search.end;
  let end = state.src.indexOf(mark, start + 1);
  while (end !== -1 && state.src[end - 1] === "\\") end = state.src.indexOf(mark, end + 1);
  searches.set(mark, { from: start, end });
  return end;
}

function readInlineBrackets(state: StateInline, silent: boolean): boolean {
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

/** Reads a formula between `\[` and `\]` on lines of its own, which may look like lists, or be empty. */
const readBlockBrackets: BlockRule = (state, startLine, endLine, silent) => {
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
};

/** For each text, the numbers of the lines that end with a mark, in order, by mark. */
const closingLines = new WeakMap<readonly number[], Map<string, number[]>>();

/** Finds the first line after `line` that ends with `mark`. @returns -1 if there is none. */
function closingLine(state: StateBlock, line: number, mark = "$$"): number {
  const { src, bMarks, eMarks } = state;
  const endsWithMark = (index: number) =>
    src
      .slice(bMarks[index] ?? 0, eMarks[index])
      .trimEnd()
      .endsWith(mark);
  const linesByMark = getOrAdd(closingLines, eMarks, () => new Map());
  const lines = getOrAdd(linesByMark, mark, () => [...eMarks.keys()].filter(endsWithMark));
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return lines[low] ?? -1;
}

const readBlockDollars: BlockRule = (state, startLine, endLine, silent) => {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
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
  return pushFormula(state, unescapeTex(content), startLine, next);
};

function pushFormula(state: StateBlock, content: string, line: number, next: number): true {
  Object.assign(state.push("math_block", "math", 0), { block: true, content, map: [line, next] });
  state.line = next;
  return true;
}
