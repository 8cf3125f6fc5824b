/**
 * Shows what the abbreviations that a text defines mean: the first in each section is a link to the definition, with the words as its title. The page's
 * script shows these words to readers who use keys, and at the definition where it is used (`client/abbreviations.ts`).
 */
import type { Token } from "markdown-it";
import { type Abbreviation, abbreviationsIn } from "../../shared/abbreviations.js";
import { stringPart } from "../../shared/html-parts.js";
import { escapeHtml, escapePattern } from "../../shared/text.js";
import { type MarkdownEnv, metaOf, type RenderRules } from "./env.js";

/** Where a definition is. */
interface Definition extends Abbreviation {
  parent: Token;
  /** Its index among the inline tokens, and in their text. */
  child: number;
  offset: number;
}

/** A place in running text that gets a token of its own. */
interface Mark {
  child: number;
  offset: number;
  type: "abbreviation" | "abbreviated";
  definition: Definition;
}

/** In the source, where marks of emphasis may be around it. */
const mayDefine = /\s\([*_]*[A-Z][A-Za-z\d]{1,6}[*_]*\)/;

const idOf = (short: string) => `abbr-${short}`;

/**
 * Must be called when headings and parts have their ids, and before anything is written.
 * @param source of the tokens: most texts need not be read again.
 */
export function markAbbreviations(tokens: readonly Token[], source: string, env: MarkdownEnv): void {
  if (!mayDefine.test(source)) return;
  const definitions = definitionsOf(tokens);
  if (definitions.size === 0) return;
  const marks = marksOf(tokens, definitions);
  const used = new Set(
    [...marks.values()].flat().flatMap((mark) => (mark.type === "abbreviated" ? mark.definition : [])),
  );
  for (const definition of used) env.anchors.push(idOf(definition.short));
  for (const [inline, own] of marks)
    inline.children = divided(
      inline.children ?? [],
      own.filter(({ definition }) => used.has(definition)),
    );
}

/** By abbreviation, the first definition; without those that a text defines in two ways. */
function definitionsOf(tokens: readonly Token[]): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const unclear = new Set<string>();
  for (let index = 0; index < tokens.length; index++) {
    const parent = tokens[index] as Token;
    if (!isRunningText(parent, tokens[index - 1])) continue;
    if (!mayDefine.test(parent.content)) continue;
    const children = parent.children ?? [];
    const starts: number[] = [];
    let text = "";
    for (const child of children) {
      starts.push(text.length);
      text += contentOf(child);
    }
    for (const one of abbreviationsIn(text)) {
      const child = starts.findLastIndex((start) => start <= one.at);
      const known = found.get(one.short);
      if (known && formOf(known) !== formOf(one)) unclear.add(one.short);
      const offset = one.at - (starts[child] ?? 0);
      if (!known && children[child]?.type === "text" && children[child].content.startsWith(one.short, offset))
        found.set(one.short, { ...one, parent, child, offset });
    }
  }
  for (const short of unclear) found.delete(short);
  return found;
}

/** The text of headings is in contents and lists as well. */
const isRunningText = ({ type }: Token, before: Token | undefined) =>
  type === "inline" && before?.type !== "heading_open";

/** Plurals are the same. */
const formOf = ({ words }: Abbreviation) => words.map((word) => word.toLowerCase().replace(/s$/, "")).join(" ");

function contentOf({ type, content }: Token): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type.startsWith("html_") ? "" : content;
}

/** Patterns of a text are made for it: these have the classes that are slow to make. */
const inWord = /[\p{L}\p{N}_.-]/u;
const wordGoesOn = /^(?:(?!s)[\p{L}\p{N}_]|s[\p{L}\p{N}_]|s?[-.]\p{N})/u;

function marksOf(tokens: readonly Token[], definitions: ReadonlyMap<string, Definition>): Map<Token, Mark[]> {
  const names = [...definitions.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(names.map(escapePattern).join("|"), "g");
  const marks = new Map<Token, Mark[]>();
  const links = new OpenLinks();
  /** What this section has told. */
  let told = new Set<Definition>();
  for (const [index, parent] of tokens.entries()) {
    links.read(parent);
    if (parent.type === "heading_open") told = new Set();
    if (!isRunningText(parent, tokens[index - 1])) continue;
    const own: Mark[] = [];
    for (const [child, token] of (parent.children ?? []).entries()) {
      links.read(token);
      const { content } = token;
      if (token.type !== "text" || content.search(pattern) === -1) continue;
      for (const { 0: short, index: offset } of content.matchAll(pattern)) {
        const before = content[offset - 1] ?? "";
        const after = content.slice(offset + short.length);
        if (inWord.test(before) || wordGoesOn.test(after)) continue;
        const definition = definitions.get(short) as Definition;
        const isHere = definition.parent === parent && definition.child === child && definition.offset === offset;
        // `Block-level Access Lists (BAL)` once more tells it by itself.
        const isTold = told.has(definition) || (before === "(" && /^s?\)/.test(after));
        if (isHere) own.push({ child, offset, type: "abbreviation", definition });
        else if (!isTold && !links.isOpen) own.push({ child, offset, type: "abbreviated", definition });
        else if (links.isOpen) continue;
        told.add(definition);
      }
    }
    if (own.length > 0) marks.set(parent, own);
  }
  return marks;
}

/** Whether there is a link around the present place: no other one may be in it. */
class OpenLinks {
  private depth = 0;

  get isOpen(): boolean {
    return this.depth > 0;
  }

  read({ type, content }: Token): void {
    if (type === "link_open") this.depth++;
    else if (type === "link_close") this.depth--;
    else if (type.startsWith("html_"))
      for (const [tag] of content.matchAll(/<a\s[^>]*\bhref|<\/a>/gi))
        this.depth = Math.max(0, this.depth + (tag === "</a>" ? -1 : 1));
  }
}

/** @param marks in order. @returns the tokens with those of the marks. */
function divided(children: readonly Token[], marks: readonly Mark[]): Token[] {
  return children.flatMap((token, child) => {
    const parts: Token[] = [];
    const add = (content: string, others: Partial<Pick<Token, "type" | "meta">> = {}) => {
      const Make = token.constructor as new (type: string, tag: string, nesting: 0) => Token;
      if (content) parts.push(Object.assign(new Make("text", "", 0), { content, level: token.level }, others));
    };
    let end = 0;
    for (const { offset, type, definition } of marks.filter((mark) => mark.child === child)) {
      const { short, meaning } = definition;
      add(token.content.slice(end, offset));
      add(short, { type, meta: { meaning } as never });
      end = offset + short.length;
    }
    if (end === 0) return [token];
    add(token.content.slice(end));
    return parts;
  });
}

/** A preview is on a page with others. */
export const abbreviationRules: RenderRules = {
  abbreviation(tokens, index, { preview }, out) {
    const short = tokens[index]?.content ?? "";
    if (preview) out.html(short);
    else out.own([`<dfn id="${idOf(short)}" data-uses="`, stringPart("prose.uses", short), `">${short}</dfn>`]);
  },
  abbreviated(tokens, index, { preview }, out) {
    const token = tokens[index] as Token;
    const short = token.content;
    const { meaning } = metaOf<Pick<Abbreviation, "meaning">>(token);
    if (preview) out.html(short);
    else out.own([`<a href="#${idOf(short)}" title="${escapeHtml(meaning)}">${short}</a>`]);
  },
};
