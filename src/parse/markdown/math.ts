/**
 * Math as MathML, made when the site is built: `$…$`, `` $`…`$ ``, `$$…$$` and ```math. The rules for dollars are GitHub's, so that
 * "$5 or $10" stays what it is: an opening dollar follows white space or punctuation and touches the formula, a closing one touches it and is
 * followed by neither letter nor digit.
 */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import temml from "temml";
import { diagnose } from "../../diagnostics/codes.js";
import { type HtmlPart, stringPart } from "../../shared/html-parts.js";
import { escapeHtml } from "../../shared/text.js";
import type { MarkdownEnv, RenderRules } from "./env.js";
import type { Writer } from "./writer.js";

export function math(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "math_inline", inlineRule);
  md.block.ruler.before("fence", "math_block", blockRule, { alt: ["paragraph", "reference", "blockquote", "list"] });
}

export const mathRules: RenderRules = {
  math_inline(tokens, index, env, out) {
    const { content = "", markup } = tokens[index] ?? {};
    out.own(render(content, markup === "$$", env, undefined));
  },
  math_block(tokens, index, env, out) {
    const { content = "", map } = tokens[index] ?? {};
    displayMath(content, env, map?.[0] ?? 0, out);
  },
};

/** Writes a display formula; `line` is its first line in the text. */
export function displayMath(tex: string, env: MarkdownEnv, line: number, out: Writer): void {
  out.own([...render(tex, true, env, line), "\n"]);
}

function render(tex: string, displayMode: boolean, env: MarkdownEnv, line: number | undefined): HtmlPart[] {
  try {
    const mathml = temml.renderToString(tex.trim(), { displayMode, throwOnError: true, trust: false, maxExpand: 200 });
    return present(mathml, displayMode);
  } catch (error) {
    if (!env.preview) {
      const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      env.diagnostics.push(
        diagnose("math-invalid", `this formula cannot be read: ${message}`, {
          file: env.path,
          line:
            env.firstLine +
            (line ??
              Math.max(
                0,
                env.lines.findIndex((text) => text.includes(tex.split("\n")[0] ?? tex)),
              )),
          column: 1,
        }),
      );
    }
    return [
      displayMode ? `<pre tabindex="0"><code>${escapeHtml(tex)}</code></pre>` : `<code>${escapeHtml(tex)}</code>`,
    ];
  }
}

/**
 * The Content-Security-Policy allows no style attributes: what they say is said by MathML itself or not worth an exception. Validators know
 * `scriptlevel` on mstyle only. A display formula may be wider than the page, so it scrolls in an element that the keyboard reaches.
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
  const end = findClose(src, start, posMax, close);
  if (end === -1) return false;
  if (!silent) {
    const token = state.push("math_inline", "math", 0);
    token.markup = double ? "$$" : "$";
    token.content = ticked ? src.slice(start, end) : unescaped(src.slice(start, end));
  }
  state.pos = end + close.length;
  return true;
}

/**
 * On GitHub, Markdown's escapes count between dollars too, so authors escape what TeX has escaped already: two backslashes before `_` or `{` are one.
 * In an environment they end a row, and what follows them may be a group.
 */
function unescaped(tex: string): string {
  return tex.includes("\\begin") ? tex.replace(/\\\\_/g, "\\_") : tex.replace(/\\\\([_{}%#&])/g, "\\$1");
}

function findClose(src: string, start: number, max: number, close: string): number {
  for (let end = src.indexOf(close, start); end !== -1 && end < max; end = src.indexOf(close, end + 1)) {
    const escaped = src[end - 1] === "\\";
    if (end === start || escaped) continue;
    if (close !== "$") return end;
    // The next dollar decides: a formula does not reach over another one.
    return /\s/.test(src[end - 1] ?? "") || /[\w$]/.test(src[end + 1] ?? "") ? -1 : end;
  }
  return -1;
}

function blockRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineText = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineText(startLine).trim();
  if (!first.startsWith("$$") || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const inOneLine = /^\$\$(.+)\$\$$/.exec(first);
  let next = startLine + 1;
  let content = inOneLine?.[1] ?? first.slice(2);
  if (!inOneLine) {
    if (content.includes("$$")) return false;
    const lines = content ? [content] : [];
    for (; next < endLine; next++) {
      const text = lineText(next).trimEnd();
      if (text.endsWith("$$")) {
        lines.push(text.slice(0, -2));
        break;
      }
      lines.push(text);
    }
    if (next >= endLine) return false;
    next++;
    content = lines.join("\n");
  }
  if (content.trim() === "") return false;
  if (silent) return true;
  const token = state.push("math_block", "math", 0);
  token.block = true;
  token.content = unescaped(content);
  token.map = [startLine, next];
  state.line = next;
  return true;
}
