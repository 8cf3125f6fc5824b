/**
 * Reads the text of a block: emphasis, literals, roles and references, by docutils' rules for where markup begins and ends. Markup does not nest, and
 * a kind of end that is missing once is not looked for again, so time is linear in the text.
 */
import type { Token } from "markdown-it";
import type { DocumentLink, Position } from "../../../shared/document.js";
import { lazy } from "../../../shared/lazy.js";
import { addAll } from "../../../shared/lists.js";
import { truncateText } from "../../../shared/text.js";
import { isSafeUrl, schemeOf } from "../../../shared/url.js";
import { charge } from "../budget.js";
import { metaOf, PositionFinder, report } from "../markdown/env.js";
import { makeMention } from "../markdown/links.js";
import { normalName, type RstContext, type Target } from "./names.js";
import { readRole } from "./roles.js";

/** What a reference leaves on its token until all names of the text are known. */
interface ReferenceMeta {
  /** The name that it refers to. */
  name: string;
  /** As it is written, for messages. */
  source: string;
  /** For a reference to another text, or to a label of Sphinx, which may be in one. */
  to?: "label" | "text";
  /** Whether the title of its target is its text. */
  isUntitled?: boolean | undefined;
  /** Which of the anonymous targets it leads to. */
  anonymous?: number;
}

// A backslash and the character behind it become NUL and that character before anything is matched; no text has NUL.
const before = String.raw`(?<=^|[\s\-/:'"(<\[{\p{Ps}\p{Pi}\p{Pf}\p{Pd}¡¿·])`;
const after = String.raw`(?=$|[\s\0\-/:.,;!?'")>\]}\\]|(?![\0-\x7f])[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}])`;
const word = String.raw`[\p{L}\p{N}]{1,200}(?:[-._+:][\p{L}\p{N}]{1,200}){0,20}`;
const role = String.raw`[\p{L}\p{N}]{1,80}(?:[-._+:][\p{L}\p{N}]{1,80}){0,9}`;

const beginning = new RegExp(
  [
    String.raw`${before}(?<open>\*\*(?=[^\s*]|\*(?!\*))|\*(?![\s*])|${"``"}(?=\S)|_${"`"}(?=\S)|\|(?![\s|])|(?::(?<role>${role}):)?${"`"}(?=[^\s${"`"}]))`,
    String.raw`${before}\[(?<note>[0-9]{1,20}|#(?:${word})?|\*|${word})\]_${after}`,
    String.raw`(?<![\p{L}\p{N}_\0])(?<name>${word})(?<mark>__?)${after}`,
  ].join("|"),
  "gu",
);
const mayBegin = /[*`|]|_(?:$|[^\p{L}\p{N}])/u;

const escaped = String.raw`(?<![\s\0])`;
const ends = {
  "**": new RegExp(String.raw`${escaped}\*\*${after}`, "gu"),
  "*": new RegExp(String.raw`${escaped}\*${after}`, "gu"),
  "``": new RegExp(String.raw`(?<!\s)${"``"}(?!${"`"})${after}`, "gu"),
  "`": new RegExp(`${escaped}${"`"}(?::(?<role>${role}):|(?<mark>__?))?${after}`, "gu"),
  "_`": new RegExp(`${escaped}${"`"}${after}`, "gu"),
  "|": new RegExp(String.raw`${escaped}\|(?<mark>__?)?${after}`, "gu"),
};
type Opening = keyof typeof ends;

const names: Record<Opening, string> = {
  "**": "strong text",
  "*": "emphasis",
  "``": "literal",
  "`": "text in backquotes",
  "_`": "target",
  "|": "substitution",
};

const quotes = new Map([..."\"'(<[{‘“«"].map((open, index) => [open, "\"')>]}’”»"[index]]));

/** @param map the lines of the text that the source is from. */
export function readInline(source: string, context: RstContext, map: Span): Token[] {
  return new InlineReader(source, context, map).read();
}

type Span = [start: number, end: number];
type Place = (source: string) => Position;

/** Where sources are in their block, each behind the one before. */
function placesIn(map: Span, { env }: RstContext): Place {
  const finder = lazy(() => new PositionFinder(env, ...map));
  return (source) => finder().find(restore(source).split("\n")[0] ?? "");
}

/** Charges what stands in the place of a name, or of a reference. */
function mayStand(length: number, source: string, { env }: RstContext, positionOf: Place): boolean {
  return charge(
    env,
    "expansions",
    length,
    () => truncateText(restore(source), 40),
    () => positionOf(source),
  );
}

class InlineReader {
  private readonly tokens: Token[] = [];
  private readonly text: string;
  private readonly missing = new Set<Opening>();
  private readonly positionOf: Place;

  constructor(
    source: string,
    private readonly context: RstContext,
    map: Span,
  ) {
    this.positionOf = placesIn(map, context);
    this.text = source.includes("\\") ? source.replace(/\\([\s\S]|$)/g, "\0$1") : source;
  }

  read(): Token[] {
    const { text } = this;
    let end = 0;
    if (mayBegin.test(text)) {
      beginning.lastIndex = 0;
      for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
        const { index, groups = {} } = match;
        const behind = groups.open ? this.readMarked(match, end) : this.readReference(match, end);
        if (behind === undefined) beginning.lastIndex = index + (groups.open?.length ?? match[0].length);
        else [end, beginning.lastIndex] = [behind, behind];
      }
    }
    this.addText(text.slice(end));
    return this.tokens;
  }

  private addText(text: string): void {
    if (text === "") return;
    for (const [index, line] of withoutEscapes(text).split("\n").entries()) {
      if (index > 0) this.tokens.push(this.context.make("softbreak", "br", 0));
      if (line === "") continue;
      const last = this.tokens.at(-1);
      if (last?.type === "text") last.content += line;
      else this.tokens.push(this.token("text", line));
    }
  }

  private token(type: string, content: string, tag = ""): Token {
    return Object.assign(this.context.make(type, tag, 0), { content });
  }

  /** @param end of what is written. @returns the end of the markup; undefined if it is not one. */
  private readMarked({ 0: opening, index, groups = {} }: RegExpExecArray, end: number): number | undefined {
    const { text } = this;
    const open = (groups.open ?? "").replace(/^:.*:(?=`$)/su, "") as Opening;
    const start = index + opening.length;
    const quote = quotes.get(text[index - 1] ?? "");
    if (quote !== undefined && text[start] === quote) return undefined;
    if (this.missing.has(open)) return undefined;
    const pattern = ends[open];
    pattern.lastIndex = start + 1;
    const close = pattern.exec(text);
    if (!close) {
      this.missing.add(open);
      const message = `this ${names[open]} has no end, so its mark is shown`;
      report(this.context.env, "rst-syntax", message, this.positionOf(opening), {
        help: `Write ${open} behind it, or \\${open} for the mark itself.`,
      });
      return undefined;
    }
    this.addText(text.slice(end, index));
    const content = text.slice(start, close.index);
    const source = text.slice(index, close.index + close[0].length);
    if (open === "``") this.tokens.push(this.token("code_inline", restore(content).replace(/\s+/g, " ")));
    else if (open === "*" || open === "**") this.wrap(open === "*" ? "em" : "strong", content);
    else if (open === "|") this.substitute(content, source, close.groups?.mark ?? "");
    else if (open === "_`") this.inlineTarget(withoutEscapes(content));
    else if (close.groups?.mark) this.phrase(content, source, close.groups.mark);
    else this.role(groups.role ?? close.groups?.role ?? "", content, source);
    return close.index + close[0].length;
  }

  private wrap(tag: string, content: string): void {
    this.tokens.push(this.context.make(`${tag}_open`, tag, 1));
    this.addText(content);
    this.tokens.push(this.context.make(`${tag}_close`, tag, -1));
  }

  private role(name: string, content: string, source: string): void {
    const { env, names } = this.context;
    const read = readRole(name || names.defaultRole, withoutEscapes(content), restore(content), this.context);
    if (read) {
      if ("tokens" in read) addAll(this.tokens, read.tokens);
      // It may be the title of a section.
      else if (read.isLabel && !this.mayStand(read.text.length, source)) this.addText(content);
      else {
        const { target, isUntitled } = read;
        const to = read.isLabel ? "label" : isUntitled ? "text" : undefined;
        this.link(read.text, source, to ? { name: target, source, to, isUntitled } : target);
      }
      return;
    }
    const message = `the role ${name} is not known here, so its text is shown`;
    report(env, "rst-unknown", message, this.positionOf(source), {
      help: `Declare it with ".. role:: ${name}", or leave it out.`,
    });
    this.addText(content);
  }

  /** Whether a text of this length may stand in the place of its name. */
  private mayStand(length: number, source: string): boolean {
    return mayStand(length, source, this.context, this.positionOf);
  }

  private inlineTarget(content: string): void {
    const { names, make } = this.context;
    const id = names.idFor(content, "target");
    names.declare(content, { id });
    this.tokens.push(Object.assign(make("rst_anchor", "span", 0), { meta: { id } }));
    this.addText(content);
  }

  /** `` `text <target>`_ ``, `` `name`_ `` and the same with `__`. */
  private phrase(content: string, source: string, mark: string): void {
    const { names } = this.context;
    const [, words = "", embedded] = /^([\s\S]*?)(?:^|[ \n]+)<([^<>\0]+(?:\0[\s\S][^<>\0]*)*)>$/.exec(content) ?? [];
    if (embedded === undefined) {
      this.link(
        content,
        source,
        mark === "__" ? this.nextAnonymous(source) : { name: withoutEscapes(content), source },
      );
      return;
    }
    const target = withoutEscapes(embedded).trim();
    const alias = /^([\s\S]*)_$/.exec(embedded)?.[1];
    const leads: Target =
      alias !== undefined && !embedded.endsWith("\0_") && schemeOf(target) === undefined
        ? { name: withoutEscapes(alias) }
        : { url: withoutSpaces(target) };
    const text = words.trim() === "" ? target : words;
    const isItsOwn = "name" in leads && normalName(leads.name) === normalName(withoutEscapes(words));
    if (mark === "_" && words.trim() !== "" && !isItsOwn) names.declare(withoutEscapes(words), leads);
    this.link(text, source, "url" in leads ? withMail(leads.url) : { name: leads.name, source });
  }

  private nextAnonymous(source: string): ReferenceMeta {
    const { names } = this.context;
    return { name: "", source, anonymous: names.anonymousUsed++ };
  }

  private readReference({ 0: source, index, groups = {} }: RegExpExecArray, end: number): number | undefined {
    const { names } = this.context;
    const { note, name = "", mark = "" } = groups;
    if (note === undefined) {
      this.addText(this.text.slice(end, index));
      this.link(name, source, mark === "__" ? this.nextAnonymous(source) : { name, source });
      return index + source.length;
    }
    const quote = quotes.get(this.text[index - 1] ?? "");
    if (quote === "]") return undefined;
    const referred = names.referTo(note);
    // docutils takes the space before a footnote's mark away.
    const text = this.text.slice(end, index);
    this.addText(referred && !referred.note.isCitation ? text.replace(/[ \n]$/, "") : text);
    if (!referred) {
      const message = `no footnote or citation has the label ${note}`;
      report(this.context.env, "rst-reference", message, this.positionOf(source), {
        help: `Write ".. [${note}] its text", or \\[${note}]_ for the text itself.`,
      });
      this.addText(`[${note}]`);
      return index + source.length;
    }
    this.tokens.push(Object.assign(this.context.make("rst_note_reference", "", 0), { meta: referred }));
    return index + source.length;
  }

  private link(text: string, source: string, target: string | ReferenceMeta): void {
    const open = this.context.make("link_open", "a", 1);
    open.markup = "notation";
    const isUrl = typeof target === "string";
    // The place of a URL that is written here is its own, that of another one the reference.
    open.info = (isUrl && restore(source).includes(target) ? target : restore(source)).split("\n")[0] ?? "";
    if (isUrl) open.attrs = [["href", target]];
    else open.meta = target as never;
    this.tokens.push(open);
    this.addText(text);
    this.tokens.push(Object.assign(this.context.make("link_close", "a", -1), { markup: "notation" }));
  }

  private substitute(name: string, source: string, mark: string): void {
    const { names, env, make } = this.context;
    const substitution = names.substitution(withoutEscapes(name));
    if (!substitution) {
      const message = `no substitution has the name ${withoutEscapes(name)}, so its source is shown`;
      report(env, "rst-reference", message, this.positionOf(source), {
        help: `Write ".. |${withoutEscapes(name)}| replace:: its text".`,
      });
      this.addText(source);
      return;
    }
    if (!this.mayStand(substitution.length, source)) {
      this.addText(source);
      return;
    }
    const copies = substitution.tokens.map((token) => Object.assign(make(token.type, token.tag, token.nesting), token));
    if (!mark) {
      addAll(this.tokens, copies);
      return;
    }
    const reference = mark === "__" ? this.nextAnonymous(source) : { name: withoutEscapes(name), source };
    const from = this.tokens.length;
    this.link("", source, reference);
    const close = this.tokens.splice(from + 1);
    addAll(this.tokens, copies);
    addAll(this.tokens, close);
  }
}

/** A text without the marks of escapes: an escaped space is nothing. */
export function withoutEscapes(text: string): string {
  return text.includes("\0") ? text.replace(/\0([\s\S]?)/g, (_, sign: string) => (/\s/.test(sign) ? "" : sign)) : text;
}

/** A text as it was written. */
const restore = (text: string) => text.replaceAll("\0", "\\");

const withoutSpaces = (url: string) => url.replace(/\s+/g, "");
const withMail = (url: string) => (/^[^\s@:/]+@[^\s@:/]+$/.test(url) ? `mailto:${url}` : url);

/** Gives each reference its URL, once all names of a text are known. One that leads nowhere is shown as text. */
export function resolveReferences(tokens: Token[], context: RstContext, map: Span): Token[] {
  const open: boolean[] = [];
  let mention: Token | undefined;
  const places = placesIn(map, context);
  return tokens.filter((token) => {
    if (token.type === "link_close") {
      mention = undefined;
      return open.pop() ?? true;
    }
    if (mention) mention.content += token.content || " ";
    if (token.type !== "link_open") return !mention;
    const reference = metaOf<ReferenceMeta | null>(token);
    if (reference?.source === undefined) return open.push(true) > 0;
    const url = urlOf(reference, context);
    if (url === undefined && reference.to && isSafeUrl(reference.name, context.env.options.linkSchemes)) {
      makeMention(token, "", linkElsewhere(reference, places(reference.source)), context.env);
      mention = token;
      open.push(false);
      return true;
    }
    token.meta = null;
    if (url === undefined) reportLost(reference, context, places);
    const isLink = url !== undefined && mayStand(url.length, reference.source, context, places);
    if (isLink) token.attrs = [["href", url]];
    open.push(isLink);
    return isLink;
  });
}

/** A link to another text, of which only the whole site knows. */
function linkElsewhere({ name, to, isUntitled }: ReferenceMeta, position: Position): DocumentLink {
  const untitled = isUntitled ? { isUntitled } : {};
  return to === "text"
    ? { url: name, kind: "link", position, ...untitled }
    : { url: name, kind: "mention", label: normalName(name), position, ...untitled };
}

function urlOf({ name, anonymous }: ReferenceMeta, { names }: RstContext): string | undefined {
  const target = anonymous === undefined ? { name } : names.anonymous[anonymous];
  const destination = target && "name" in target ? names.find(target.name) : target;
  if (!destination) return undefined;
  return "url" in destination ? withMail(destination.url) : `#${destination.id}`;
}

function reportLost({ name, source }: ReferenceMeta, context: RstContext, positionOf: Place): void {
  const [firstLine = ""] = restore(source).split("\n");
  const message = `nothing in this text has the name of the reference ${firstLine}, so it is shown as text`;
  report(context.env, "rst-reference", message, positionOf(source), {
    help: `Write ".. _${name || "name"}: URL", or the heading that it leads to.`,
  });
}

/** Declares the headings' names. */
export function declareHeading(text: string, { names }: RstContext): string {
  const id = names.idFor(text, "section");
  names.declare(text, { id }, false);
  return id;
}
