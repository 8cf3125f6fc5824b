/**
 * A difference as HTML. It has only the elements that are written here, every word is escaped, and an address is always
 * a placeholder of today's document: so it cannot contain anything that the document's own HTML could not. Removed text
 * has no links.
 */
import type { SectionHtml } from "../shared/history.js";
import { type HtmlPart, stringPart } from "../shared/html-parts.js";
import { escapeHtml } from "../shared/text.js";
import type { Block, Word } from "./blocks.js";
import type { BlockDifference, DiffPart, SectionDifference } from "./differences.js";

export function sectionHtml({ state, heading, id, blocks, sum }: SectionDifference): SectionHtml {
  if (sum) return { state, heading, id, html: notice("changes.tooLong"), ...sum };
  const counts = { added: 0, removed: 0 };
  for (const { kind, items } of blocks.flatMap(partsOf)) {
    const count = items.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
    if (kind === "new") counts.added += count;
    else if (kind === "old") counts.removed += count;
  }
  // The heading is shown above its section, and inside it only if it differs.
  const shown = blocks.filter(({ kind, block }, index) => index > 0 || block.kind !== "heading" || kind === "changed");
  return { state, heading, id, html: joined(groups(shown)), ...counts };
}

/** A sentence of the interface in the place of a difference. */
const notice = (key: string): HtmlPart[] => ["<p>", stringPart(key), "</p>"];

/** What a page has in the place of a difference that could not be made. */
export const failedSections = (): SectionHtml[] => [
  { state: "changed", heading: "", id: "", html: notice("changes.failed"), added: 0, removed: 0 },
];

const partsOf = ({ kind, block, words }: BlockDifference): DiffPart<Word>[] =>
  words ?? [{ kind: kind === "changed" ? "same" : kind, items: block.words }];

/** Adjacent texts are merged. */
function joined(parts: readonly HtmlPart[]): HtmlPart[] {
  const found: HtmlPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === "string" && typeof last === "string") found[found.length - 1] = last + part;
    else if (part !== "") found.push(part);
  }
  return found;
}

/** Consecutive items form one list, rows one table, lines one block of code. */
function groups(blocks: readonly BlockDifference[]): HtmlPart[] {
  const html: HtmlPart[] = [];
  let open = "";
  for (const difference of blocks) {
    const wrapper = wrapperOf(difference.block);
    if (wrapper !== open) html.push(close(open), wrapper);
    open = wrapper;
    for (const part of blockHtml(difference)) html.push(part);
  }
  return [...html, close(open)];
}

function wrapperOf({ kind, level, isQuoted }: Block): string {
  if (kind === "item") return `<ul class="depth-${Math.min(level, 4)}">`;
  if (kind === "code") return '<pre tabindex="0"><code>';
  if (kind === "row") return '<div class="rows">';
  return isQuoted ? "<blockquote>" : "";
}

function close(wrapper: string): string {
  return [...wrapper.matchAll(/<(\w+)/g)].reduce((html, [, name]) => `</${name}>${html}`, "");
}

function blockHtml(difference: BlockDifference): HtmlPart[] {
  const { kind, block } = difference;
  const inner = partsOf(difference).flatMap(partHtml);
  const name = kind === "old" || kind === "new" ? ` class="${kind}"` : "";
  if (block.kind === "code") return name === "" ? [...inner, "\n"] : [`<span${name}>`, ...inner, "</span>\n"];
  const tag = block.kind === "item" ? "li" : "p";
  return [`<${tag}${name}>`, ...inner, `</${tag}>`];
}

function partHtml({ kind, items }: DiffPart<Word>): HtmlPart[] {
  const inner = runsOf(items, kind === "old");
  if (kind === "same") return inner;
  const tag = kind === "new" ? "ins" : "del";
  return [`<${tag}>`, ...inner, `</${tag}>`];
}

/** Words with the same marks and the same link share an element. */
function runsOf(words: readonly Word[], isOld: boolean): HtmlPart[] {
  const html: HtmlPart[] = [];
  for (let at = 0; at < words.length; ) {
    const { mark, link } = words[at] as Word;
    const run: Word[] = [];
    for (let word = words[at]; word && word.mark === mark && word.link === link; word = words[++at]) run.push(word);
    const isLink = link !== undefined && !isOld && run.some(({ text }) => text.trim() !== "");
    if (isLink) html.push('<a href="', { kind: "url", link }, '">');
    html.push(mark ? `<${mark}>` : "");
    for (const word of run) html.push(wordHtml(word, isOld, isLink));
    html.push(mark ? `</${mark}>` : "");
    if (isLink) html.push("</a>");
  }
  return html;
}

function wordHtml({ text, part }: Word, isOld: boolean, isInLink: boolean): HtmlPart {
  if (!part) return escapeHtml(text);
  // A mention of a former text has no place in today's document, and one within a link would nest links. Its text is
  // already HTML.
  return part.kind === "mention" && (isOld || isInLink) ? part.html : part;
}
