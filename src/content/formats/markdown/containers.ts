/**
 * Containers: the blocks that Docusaurus and VitePress write as `:::note[Title]` … `:::`, and MkDocs as `!!! note "Title"` (an admonition) with an
 * indented text. They are shown as GitHub's alerts, which every site has. `tabs` are sections of which readers need one: MkDocs' `=== "Title"`
 * with an indented text, such titles between `:::tabs` and `:::`, and the blocks of code in VitePress' `:::code-group`.
 */
import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { stringPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { alertKinds, type BlockRule, lineText, maxDepth, mayInterrupt } from "./blocks.js";
import { envOf, type MarkdownEnv, metaOf, type RenderRules, report } from "./env.js";

/** The alert that a container of each name looks like; any other container looks like a note. */
const alertOf: Readonly<Record<string, string>> = {
  important: "important",
  warning: "warning",
  attention: "warning",
  question: "important",
  tip: "tip",
  hint: "tip",
  success: "tip",
  caution: "caution",
  danger: "caution",
  error: "caution",
  failure: "caution",
  bug: "caution",
};

interface ContainerMeta {
  name: string;
  /** The initial state of a container that readers can open and close. */
  fold?: "open" | "closed";
}

/** `:::note[Title]`, or `:::` alone: the colons, the name, and the text after it. */
const colonFence = /^(:{3,})[ \t]*([a-zA-Z][\w-]*)?(.*)$/;
/** `!!! note inline "Title"`, or `???` for one that can be opened: the mark, the name, and the title. */
const admonitionLine = /^(!!!|\?\?\?\+?)[ \t]+([a-zA-Z][\w-]*)(?:[ \t]+[\w-]+)*(?:[ \t]+"(.*)")?[ \t]*$/;

/** The lines of a container's text, which begins after `line`. */
interface ContainerText {
  /** Undefined for the usual title of the container; no title is shown for `""`. */
  title: string | undefined;
  line: number;
  end: number;
  /** The columns by which the text is indented more than `line`. */
  indent: number;
}

const codeGroup = "code-group";
/** `=== "Title"` of MkDocs. */
const tabTitle = /^===[!+]?[ \t]+"(.+)"[ \t]*$/;
/** The title of a tab: in `:::tabs` also `== Title`, in `:::code-group` the one in brackets after a fence, or the fence's language. */
const titlePatterns = new Map([
  ["tabs", /^(?:===[!+]?[ \t]+"(?=.+"[ \t]*$)|==[ \t]+)(.*?[^ \t])"?[ \t]*$/],
  [codeGroup, /^(?:`{3,}|~{3,})[ \t]*(?:[^`]*\[(?=[^[\]]+\]))?([^`\]]+)/],
]);

/** @returns a plugin that reads the containers with these names. */
export function containers(names: readonly string[]): (md: MarkdownIt) => void {
  const hasTabs = names.includes("tabs");
  const namesInUse = new Set(hasTabs ? [...names, codeGroup] : names);
  return (md) => {
    md.block.ruler.before("fence", "container", readContainers(namesInUse), mayInterrupt);
    md.block.ruler.before("fence", "admonition", readAdmonitions(namesInUse), mayInterrupt);
    if (hasTabs) md.block.ruler.before("fence", "tabs", readIndentedTabs, mayInterrupt);
    md.core.ruler.after("block", "unknown_containers", ({ tokens, env }) =>
      reportUnknown(tokens, namesInUse, envOf(env)),
    );
  };
}

/** Whether a line begins with this mark, is not indented code, and is not nested too deep. */
function mayBegin(state: StateBlock, line: number, mark: string): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return (
    state.src.startsWith(mark, start) && (state.sCount[line] ?? 0) - state.blkIndent < 4 && state.level < maxDepth - 1
  );
}

function readContainers(containerNames: ReadonlySet<string>): BlockRule {
  return (state, line, endLine, silent) => {
    if (!mayBegin(state, line, ":::")) return false;
    const [, fence = "", writtenName = "", titleText = ""] = colonFence.exec(lineText(state, line)) ?? [];
    const name = writtenName.toLowerCase();
    if (!containerNames.has(name)) return false;
    if (silent) return true;
    const [end, isClosed] = closingLine(state, line, endLine, fence.length);
    if (!isClosed) {
      const help = `Add a line with only ${fence} after it.`;
      const message = "this container has no end, so it reaches to the end of the text or of the block around it";
      report(envOf(state.env), "container-unread", message, line, { help });
    }
    const next = isClosed ? end + 1 : end;
    const tabs = tabsWithin(state, name, line + 1, end);
    if (tabs.length > 0) {
      writeTabs(state, tabs, next);
      return true;
    }
    // Docusaurus' `[Title]` or VitePress' plain title; attributes in braces belong to Docusaurus' components.
    const title =
      /^\[(.*)\][ \t]*(?:\{[^{}]*\})?[ \t]*$/.exec(titleText)?.[1] ?? titleText.replace(/\{[^{}]*\}[ \t]*$/, "").trim();
    const meta: ContainerMeta = name === "details" ? { name, fold: "closed" } : { name };
    writeContainer(state, meta, { title, line, end, indent: 0 }, next);
    return true;
  };
}

/** Finds the end of a container, and whether a mark closes it there. Containers within it have their own marks; those in code do not count. */
function closingLine(
  state: StateBlock,
  line: number,
  endLine: number,
  length: number,
): [line: number, isClosed: boolean] {
  const open = [length];
  for (const [next, text] of linesOutsideCode(state, line + 1, endLine)) {
    if (isPastBlock(state, next, text)) return [next, false];
    const [, colons = "", name, textAfter = ""] = text.startsWith(":::") ? (colonFence.exec(text) ?? []) : [];
    if (name !== undefined) open.push(colons.length);
    else if (colons !== "" && textAfter.trim() === "" && colons.length >= (open.at(-1) ?? 0)) {
      open.pop();
      if (open.length === 0) return [next, true];
    }
  }
  return [endLine, false];
}

/** Whether a line is indented less than the block around the container, so that it is after that block. */
const isPastBlock = (state: StateBlock, line: number, text: string) =>
  text !== "" && (state.sCount[line] ?? 0) < state.blkIndent;

/** Yields the lines outside of code, up to the first that is after the block around the container. */
function* linesOutsideCode(state: StateBlock, start: number, end: number): Generator<[line: number, text: string]> {
  let code = "";
  for (let line = start; line < end; line++) {
    const text = lineText(state, line);
    const isEnd = isPastBlock(state, line, text);
    if (code === "" || isEnd) yield [line, text];
    if (isEnd) return;
    const fence = /^(`{3,}|~{3,})([^`]*)$/.exec(text);
    if (code === "") code = fence?.[1] ?? "";
    else if (fence && text.startsWith(code) && fence[2]?.trim() === "") code = "";
  }
}

/** @returns no tabs if there is text before the first title, because that text would be lost. */
function tabsWithin(state: StateBlock, name: string, start: number, end: number): ContainerText[] {
  const tabs: ContainerText[] = [];
  const pattern = titlePatterns.get(name);
  if (!pattern) return tabs;
  for (const [line, text] of linesOutsideCode(state, start, end)) {
    const title = pattern.exec(text)?.[1];
    const last = tabs.at(-1);
    if (title === undefined) {
      if (!last && text !== "") return [];
      continue;
    }
    if (last) last.end = line;
    // The fence has the title and is shown, so the text of the tab begins after the line before it.
    if (name === codeGroup) tabs.push({ title, line: line - 1, end, indent: 0 });
    else tabs.push({ title, line, end, indent: indentedEnd(state, line, end) > line + 1 ? 4 : 0 });
  }
  return tabs;
}

const readIndentedTabs: BlockRule = (state, line, endLine, silent) => {
  const tabs: ContainerText[] = [];
  for (let next = line; next < endLine && mayBegin(state, next, "==="); ) {
    const text = lineText(state, next);
    const title = tabTitle.exec(text)?.[1];
    const end = indentedEnd(state, next, endLine);
    if (title === undefined || end === next + 1 || isPastBlock(state, next, text)) break;
    tabs.push({ title, line: next, end, indent: 4 });
    next = end;
    while (next < endLine && state.isEmpty(next)) next++;
  }
  const last = tabs.at(-1);
  if (!last) return false;
  if (!silent) writeTabs(state, tabs, last.end);
  return true;
};

/** Finds the end of the text after a line that is indented by four columns more than that line. */
function indentedEnd(state: StateBlock, line: number, endLine: number): number {
  const indent = (state.sCount[line] ?? 0) + 4;
  let end = line + 1;
  for (let next = end; next < endLine; next++) {
    if (state.isEmpty(next)) continue;
    if ((state.sCount[next] ?? 0) < indent) break;
    end = next + 1;
  }
  return end;
}

function writeTabs(state: StateBlock, tabs: readonly ContainerText[], next: number): void {
  const meta = { name: "tabs", hasTitle: true };
  const map: [number, number] = [state.line, next];
  Object.assign(state.push("container_open", "div", 1), { block: true, map, meta });
  for (const tab of tabs) writeContainer(state, { name: "tab" }, tab, tab.end);
  Object.assign(state.push("container_close", "div", -1), { block: true, meta });
  state.line = next;
}

function readAdmonitions(containerNames: ReadonlySet<string>): BlockRule {
  return (state, line, endLine, silent) => {
    if (!mayBegin(state, line, "!!!") && !mayBegin(state, line, "???")) return false;
    const [, mark = "", writtenName = "", title] = admonitionLine.exec(lineText(state, line)) ?? [];
    const name = writtenName.toLowerCase();
    if (!containerNames.has(name)) return false;
    if (silent) return true;
    const end = indentedEnd(state, line, endLine);
    const meta: ContainerMeta = { name, ...(mark !== "!!!" && { fold: mark === "???" ? "closed" : "open" }) };
    writeContainer(state, meta, { title, line, end, indent: 4 }, end);
    return true;
  };
}

/** @param next the line after the container and its end mark. */
function writeContainer(
  state: StateBlock,
  meta: ContainerMeta,
  { title, line, end, indent }: ContainerText,
  next: number,
): void {
  const push = (type: string, nesting: 1 | -1): Token => {
    const token = state.push(type, "div", nesting);
    token.block = true;
    token.map = [line, next];
    token.meta = { ...meta, hasTitle: title !== undefined && title !== "" };
    return token;
  };
  push("container_open", 1);
  if (title) {
    push("container_title_open", 1);
    Object.assign(state.push("inline", "", 0), { content: title, map: [line, line + 1], children: [] });
    push("container_title_close", -1);
  }
  const { parentType, lineMax, blkIndent } = state;
  state.parentType = "container" as never;
  state.lineMax = end;
  state.blkIndent = indent === 0 ? blkIndent : (state.sCount[line] ?? 0) + indent;
  state.md.block.tokenize(state, line + 1, end);
  Object.assign(state, { parentType, lineMax, blkIndent });
  push("container_close", -1);
  state.line = next;
}

/** Reports text in the form of a container whose name is not configured, if no rule of the site has read it. */
function reportUnknown(tokens: readonly Token[], containerNames: ReadonlySet<string>, env: MarkdownEnv): void {
  for (const [index, { type, content, map }] of tokens.entries()) {
    if (type !== "inline" || tokens[index - 1]?.type !== "paragraph_open") continue;
    const [first = "", second] = content.split("\n", 2);
    const fence = /^:::/.test(first) ? colonFence.exec(first) : null;
    const hasText = second !== undefined || tokens[index + 2]?.type === "code_block";
    const name = fence?.[2] ?? (hasText ? admonitionLine.exec(first)?.[2] : undefined);
    if (name === undefined || containerNames.has(name.toLowerCase())) continue;
    const help = `There are ${[...containerNames].join(", ")}: see \`markdown.containers\` in the configuration.`;
    const message = `there is no container with the name ${name}, so this is shown as text`;
    report(env, "container-unread", message, map?.[0] ?? 0, { help });
  }
}

export const containerRules: RenderRules = {
  container_open(tokens, index, _, out) {
    const { name, fold, hasTitle } = metaOf<ContainerMeta & { hasTitle: boolean }>(tokens[index]);
    if (name === "tabs" || name === "tab") return out.open("div", [` class="${name}"`]);
    const alert = escapeHtml(alertOf[name] ?? "note");
    const classes = ` class="alert alert-${alert}${alert === name ? "" : ` alert-${escapeHtml(name)}`}"`;
    if (fold) out.open("details", [classes, ...(fold === "open" ? [" open"] : [])]);
    else out.open("div", [classes, ' role="note"']);
    if (hasTitle) return;
    const title = alertKinds.has(name)
      ? stringPart(`prose.alert.${name}`)
      : escapeHtml(`${name[0]?.toUpperCase()}${name.slice(1)}`);
    if (fold) {
      out.open("summary", [' class="alert-title"']);
      out.addParts([title]);
      out.html("</summary>\n");
    } else out.addParts(['<p class="alert-title">', title, "</p>\n"]);
  },
  container_title_open(tokens, index, _, out) {
    const { name, fold } = metaOf<ContainerMeta>(tokens[index]);
    out.open(fold ? "summary" : "p", [` class="${name === "tab" ? "tab" : "alert"}-title"`]);
    if (name === "tab") out.html("<strong>");
  },
  container_title_close(tokens, index, _, out) {
    const { name, fold } = metaOf<ContainerMeta>(tokens[index]);
    if (name === "tab") out.html("</strong>");
    out.html(fold ? "</summary>\n" : "</p>\n");
  },
  container_close(tokens, index, _, out) {
    out.html(metaOf<ContainerMeta>(tokens[index]).fold ? "</details>\n" : "</div>\n");
  },
};
