/** GitHub's block extensions: alerts, task lists, tables that scroll by themselves; and footnotes in our own words. */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import footnote from "markdown-it-footnote";
import { slot } from "../../shared/slots.js";
import { attribute, island, metaOf, own } from "./env.js";

const alertKinds = new Set(["note", "tip", "important", "warning", "caution"]);

export function blocks(md: MarkdownIt): void {
  md.use(footnote as never as (md: MarkdownIt) => void);
  md.core.ruler.after("block", "alerts", markAlerts);
  md.core.ruler.after("inline", "task_lists", markTasks);
  md.core.ruler.after("inline", "table_alignment", alignByClass);
  renderAlerts(md);
  renderTables(md);
  renderFootnotes(md);
}

/** A quotation whose first line is `[!NOTE]` alone. */
function markAlerts(state: StateCore): void {
  const open: Token[] = [];
  for (const [index, token] of state.tokens.entries()) {
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

function renderAlerts(md: MarkdownIt): void {
  md.renderer.rules.alert_open = (tokens, index, _options, env) => {
    const { kind } = metaOf<{ kind: string }>(tokens[index]);
    const title = slot("string", `prose.alert.${kind}`);
    return `${island(own(env), `<div class="alert alert-${kind}" role="note"><p class="alert-title">${title}</p>`)}\n`;
  };
  md.renderer.rules.alert_close = (_tokens, _index, _options, env) => `${island(own(env), "</div>")}\n`;
}

/** List items that begin with `[ ]` or `[x]`. */
function markTasks(state: StateCore): void {
  const { tokens } = state;
  const lists: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type.endsWith("_list_open")) lists.push(token);
    else if (token.type.endsWith("_list_close")) lists.pop();
    const first = token.children?.[0];
    const match =
      token.type === "inline" && first?.type === "text" ? /^\[([ xX])\][ \u00a0]/.exec(first.content) : null;
    if (
      !match ||
      !first ||
      tokens[index - 1]?.type !== "paragraph_open" ||
      tokens[index - 2]?.type !== "list_item_open"
    )
      continue;
    first.content = first.content.slice(match[0].length);
    const box = new state.Token("task_box", "", 0);
    box.meta = { done: match[1] !== " " };
    token.children?.unshift(box);
    tokens[index - 2]?.attrJoin("class", "task-list-item");
    const list = lists.at(-1);
    if (list && !list.attrGet("class")) list.attrJoin("class", "task-list");
  }
}

/** markdown-it writes alignment as a style attribute, which the Content-Security-Policy forbids. */
function alignByClass(state: StateCore): void {
  for (const token of state.tokens) {
    const style = token.type === "th_open" || token.type === "td_open" ? attribute(token, "style") : "";
    if (style) token.attrs = [["class", `align-${style.replace("text-align:", "")}`]];
  }
}

function renderTables(md: MarkdownIt): void {
  md.renderer.rules.task_box = (tokens, index, _options, env) => {
    const { done } = metaOf<{ done: boolean }>(tokens[index]);
    const label = slot("string", done ? "prose.taskDone" : "prose.taskOpen");
    return island(own(env), `<input type="checkbox" disabled${done ? " checked" : ""} aria-label="${label}"> `);
  };
  md.renderer.rules.table_open = (_tokens, _index, _options, env) => {
    const label = slot("string", "prose.table");
    return `${island(own(env), `<div class="table-scroll" tabindex="0" role="group" aria-label="${label}">`)}<table>\n`;
  };
  md.renderer.rules.table_close = (_tokens, _index, _options, env) => `</table>${island(own(env), "</div>")}\n`;
}

function renderFootnotes(md: MarkdownIt): void {
  interface FootnoteMeta {
    id: number;
    subId: number;
  }
  const name = ({ id, subId }: FootnoteMeta) => `${id + 1}${subId > 0 ? `-${subId}` : ""}`;
  md.renderer.rules.footnote_ref = (tokens, index, _options, env) => {
    const meta = metaOf<FootnoteMeta>(tokens[index]);
    if (own(env).preview) return "";
    const label = slot("string", "prose.footnote", String(meta.id + 1));
    return island(
      own(env),
      `<sup class="footnote-ref"><a href="#fn${meta.id + 1}" id="fnref${name(meta)}" aria-label="${label}">${meta.id + 1}</a></sup>`,
    );
  };
  md.renderer.rules.footnote_block_open = (_tokens, _index, _options, env) => {
    const label = slot("string", "prose.footnotes");
    return island(own(env), `<section class="footnotes" aria-label="${label}"><ol class="footnotes-list">`);
  };
  md.renderer.rules.footnote_block_close = (_tokens, _index, _options, env) => island(own(env), "</ol></section>\n");
  // The id stands aside: an author's own element could have taken it.
  md.renderer.rules.footnote_open = (tokens, index, _options, env) =>
    `<li id="${island(own(env), `fn${metaOf<FootnoteMeta>(tokens[index]).id + 1}`)}">`;
  md.renderer.rules.footnote_anchor = (tokens, index, _options, env) => {
    const meta = metaOf<FootnoteMeta>(tokens[index]);
    const label = slot("string", "prose.footnoteBack", String(meta.id + 1));
    return island(
      own(env),
      ` <a href="#fnref${name(meta)}" class="footnote-backref" aria-label="${label}">↩\uFE0E</a>`,
    );
  };
}
