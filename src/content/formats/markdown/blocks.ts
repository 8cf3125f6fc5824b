/** GitHub's block extensions (alerts, task lists), and tables in a scrolling element. */
import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import type { Position } from "../../../shared/document.js";
import { type HtmlPart, stringPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { charge } from "../budget.js";
import { attribute, envOf, type MarkdownEnv, metaOf, type RenderRules, report } from "./env.js";

/** A rule of the parser for blocks. */
export type BlockRule = (state: StateBlock, line: number, endLine: number, silent: boolean) => boolean;

/** The option of a block rule whose block may follow blocks of these kinds without an empty line. */
export const mayInterrupt = { alt: ["paragraph", "reference", "blockquote", "list"] };

/** GitHub's alerts. Their titles are strings of the interface. */
export const alertKinds: ReadonlySet<string> = new Set(["note", "tip", "important", "warning", "caution"]);

export function blocks(md: MarkdownIt): void {
  const [readTable] = md.block.ruler.getRules("");
  if (readTable) md.block.ruler.at("table", limitTable(readTable), { alt: ["paragraph", "reference"] });
  md.block.ruler.before("table", "too_deep", showTooDeep);
  md.block.ruler.before("table", "footnote_beginning", isFootnoteLine, { alt: ["blockquote"] });
  md.core.ruler.after("block", "alerts", markAlerts);
  md.core.ruler.after("inline", "task_lists", markTasks);
  md.core.ruler.after("inline", "table_alignment", alignByClass);
}

/** Charges the columns and rows of a cell to the budget, if there is more than one. @returns false if the cell must not span them. */
export function maySpan(env: MarkdownEnv, columns: number, rows: number, location: number | (() => Position)): boolean {
  const cells = Math.min(columns || 1, 1000) * Math.min(rows || 1, 1000);
  return cells === 1 || charge(env, "cells", cells, "the colspan and rowspan of this cell", location);
}

/** Maximum depth of nested lists and quotations: the parser drops deeper ones silently. */
export const maxDepth = 98;

/** A line that begins a quotation or an item of a list. */
const nestingMark = /^(?:>|(?:[-+*]|\d{1,9}[.)])(?:\s|$))/;

/** Shows blocks that are nested too deep as their source. */
function showTooDeep(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxDepth || !nestingMark.test(lineText(state, line))) return false;
  const message = "lists or quotations are nested too deeply here, so this is shown as text";
  report(envOf(state.env), "list-depth", message, line, { help: "Use fewer levels." });
  const lines = Array.from({ length: endLine - line }, (_, index) => lineText(state, line + index));
  const map: [number, number] = [line, endLine];
  state.push("paragraph_open", "p", 1).map = map;
  Object.assign(state.push("inline", "", 0), { content: lines.join("\n").trim(), map, children: [] });
  state.push("paragraph_close", "p", -1);
  state.line = endLine;
  return true;
}

/**
 * Charges the cells of a table to the budget, because the parser fills each row up to the number of cells in the header. The first table
 * beyond the budget is shown as its source, later ones as text.
 */
const limitTable =
  (read: BlockRule): BlockRule =>
  (state, line, endLine, silent) => {
    const env = envOf(state.env);
    const start = state.tokens.length;
    if (env.budget.isSpent("cells") || !read(state, line, endLine, silent)) return false;
    if (silent) return true;
    const cells = state.tokens.slice(start).filter(({ type }) => type === "th_open" || type === "td_open").length;
    if (charge(env, "cells", cells, "this table", line)) return true;
    state.tokens.length = start;
    const source = state.push("code_block", "code", 0);
    source.content = state.getLines(line, state.line, state.blkIndent, true);
    source.map = [line, state.line];
    return true;
  };

/** Ends a table or quotation before the definition of a footnote; the plugin reads the definition. */
function isFootnoteLine(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  return silent && /^\[\^[^\]\s]+\]:/.test(lineText(state, line));
}

/** @returns a line without its indentation. */
export function lineText({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

/** Makes a quotation an alert if its first line is only `[!NOTE]` or another kind of alert. */
function markAlerts(state: StateCore): void {
  const open: Token[] = [];
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index] as Token;
    if (token.type === "blockquote_open") {
      open.push(token);
      const inline = state.tokens[index + 2];
      const match = inline?.type === "inline" ? /^\[!([a-z]+)\][ \t]*(?:\n|$)/i.exec(inline.content) : null;
      const kind = match?.[1]?.toLowerCase() ?? "";
      if (!inline || !match || !alertKinds.has(kind)) continue;
      token.type = "alert_open";
      token.meta = { kind };
      inline.content = inline.content.slice(match[0].length);
    } else if (token.type === "blockquote_close" && open.pop()?.type === "alert_open") {
      token.type = "alert_close";
    }
  }
}

/** Makes a list item a task if it begins with `[ ]` or `[x]`. */
function markTasks(state: StateCore): void {
  const { tokens } = state;
  const lists: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") lists.push(token);
    else if (token.type === "bullet_list_close" || token.type === "ordered_list_close") lists.pop();
    const first = token.type === "inline" ? token.children?.[0] : undefined;
    if (first?.type !== "text" || !first.content.startsWith("[")) continue;
    const match = /^\[([ xX])\][ \u00a0]/.exec(first.content);
    if (!match || tokens[index - 1]?.type !== "paragraph_open" || tokens[index - 2]?.type !== "list_item_open")
      continue;
    first.content = first.content.slice(match[0].length);
    const box = new state.Token("task_box", "", 0);
    box.meta = { isDone: match[1] !== " " };
    token.children?.unshift(box);
    tokens[index - 2]?.attrJoin("class", "task-list-item");
    const list = lists.at(-1);
    if (list && !list.attrGet("class")) list.attrJoin("class", "task-list");
  }
}

/** Writes alignment as a class: markdown-it writes it as a style attribute, which the Content-Security-Policy forbids. */
function alignByClass(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const [columns, rows] = [Number(attribute(token, "colspan")), Number(attribute(token, "rowspan"))];
    if (!maySpan(envOf(state.env), columns, rows, token.map?.[0] ?? 0)) token.attrs = null;
    const style = attribute(token, "style");
    if (style) token.attrs = [["class", `align-${style.replace("text-align:", "")}`]];
  }
}

/** The attributes of the scrolling element around a table. */
export const tableScroll: readonly HtmlPart[] = [
  ' class="table-scroll" tabindex="0" role="group" aria-label="',
  stringPart("prose.table"),
  '"',
];

export const blockRules: RenderRules = {
  alert_open(tokens, index, _, out) {
    const { kind } = metaOf<{ kind: string }>(tokens[index]);
    out.open("div", [` class="alert alert-${escapeHtml(kind)}" role="note"`]);
    out.addParts(['<p class="alert-title">', stringPart(`prose.alert.${escapeHtml(kind)}`), "</p>\n"]);
  },
  alert_close: (_tokens, _index, _env, out) => out.html("</div>\n"),

  task_box(tokens, index, _, out) {
    const { isDone } = metaOf<{ isDone: boolean }>(tokens[index]);
    const label = stringPart(isDone ? "prose.taskDone" : "prose.taskOpen");
    out.addParts([`<input type="checkbox" disabled${isDone ? " checked" : ""} aria-label="`, label, '"> ']);
  },

  table_open(_tokens, _index, _env, out) {
    out.open("div", tableScroll);
    out.open("table", []);
    out.html("\n");
  },
  table_close: (_tokens, _index, _env, out) => out.html("</table></div>\n"),
};
