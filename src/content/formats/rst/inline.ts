/**
 * Reads the text of a block: emphasis, literals, roles and references, by docutils' rules for the beginning and the end of markup. Markup does not nest,
 * and an end mark that was missing once is not searched for again, so the time is linear in the length of the text.
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

/** The data on the token of a reference, until the names of the whole text are declared. */
interface ReferenceMeta {
  /** The name of its target. */
  name: string;
  /** Its source, for messages. */
  source: string;
  /** Set for a reference to another text, or to a label of Sphinx, which may be in another text. */
  to?: "label" | "text";
  /** Whether it shows the title of its target. */
  isUntitled?: boolean | undefined;
  /** The index of its anonymous target. */
  anonymous?: number;
}

// Before patterns are matched, NUL replaces the backslash of an escape; no text contains NUL.
/** The characters around markup: docutils reads a mark only between white space and punctuation. */
const before = String.raw`(?<=^|[\s\-/:'"(<\[{\p{Ps}\p{Pi}\p{Pf}\p{Pd}¡¿·])`;
const after = String.raw`(?=$|[\s\0\-/:.,;!?'")>\]}\\]|(?![\0-\x7f])[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}])`;
const word = String.raw`[\p{L}\p{N}]{1,200}(?:[-._+:][\p{L}\p{N}]{1,200}){0,20}`;
const role = String.raw`[\p{L}\p{N}]{1,80}(?:[-._+:][\p{L}\p{N}]{1,80}){0,9}`;

/** The beginning of markup: a mark, perhaps after `:role:`; a reference to a note, `[1]_`; or a reference to a name, `name_`. */
const beginning = new RegExp(
  [
    String.raw`${before}(?<open>\*\*(?=[^\s*]|\*(?!\*))|\*(?![\s*])|${"``"}(?=\S)|_${"`"}(?=\S)|\|(?![\s|])|(?::(?<role>${role}):)?${"`"}(?=[^\s${"`"}]))`,
    String.raw`${before}\[(?<note>[0-9]{1,20}|#(?:${word})?|\*|${word})\]_${after}`,
    String.raw`(?<![\p{L}\p{N}_\0])(?<name>${word})(?<mark>__?)${after}`,
  ].join("|"),
  "gu",
);
/** A text without any of these characters has no markup. */
const anyMark = /[*`|]|_(?:$|[^\p{L}\p{N}])/u;

const notEscaped = String.raw`(?<![\s\0])`;
/** The end of markup, by the mark that begins it. */
const ends = {
  "**": new RegExp(String.raw`${notEscaped}\*\*${after}`, "gu"),
  "*": new RegExp(String.raw`${notEscaped}\*${after}`, "gu"),
  "``": new RegExp(String.raw`(?<!\s)${"``"}(?!${"`"})${after}`, "gu"),
  "`": new RegExp(`${notEscaped}${"`"}(?::(?<role>${role}):|(?<mark>__?))?${after}`, "gu"),
  "_`": new RegExp(`${notEscaped}${"`"}${after}`, "gu"),
  "|": new RegExp(String.raw`${notEscaped}\|(?<mark>__?)?${after}`, "gu"),
};
type Mark = keyof typeof ends;

const markupNames: Record<Mark, string> = {
  "**": "strong text",
  "*": "emphasis",
  "``": "literal",
  "`": "text in backquotes",
  "_`": "target",
  "|": "substitution",
};

/** Closing quotes and brackets, by the opening ones: docutils reads no mark between the two of a pair. */
const quotes = new Map([..."\"'(<[{‘“«"].map((open, index) => [open, "\"')>]}’”»"[index]]));

/** @param map the lines of the text that contain the source. */
export function readInline(source: string, context: RstContext, map: Span): Token[] {
  return new InlineReader(source, context, map).read();
}

type Span = [start: number, end: number];
type FindPosition = (source: string) => Position;

/** @returns a function that finds the position of a source in its block, after the source that it found before. */
function positionsIn(map: Span, { env }: RstContext): FindPosition {
  const finder = lazy(() => new PositionFinder(env, ...map));
  return (source) => finder().find(restore(source).split("\n")[0] ?? "");
}

/** Charges the text or the URL that replaces the source of a substitution or a reference. @returns whether it may replace it. */
function chargeReplacement(length: number, source: string, { env }: RstContext, findPosition: FindPosition): boolean {
  const name = () => truncateText(restore(source), 40);
  return charge(env, "expansions", length, name, () => findPosition(source));
}

class InlineReader {
  private readonly tokens: Token[] = [];
  private readonly text: string;
  /** Marks whose end does not occur in the text. */
  private readonly unclosed = new Set<Mark>();
  private readonly findPosition: FindPosition;

  constructor(
    source: string,
    private readonly context: RstContext,
    map: Span,
  ) {
    this.findPosition = positionsIn(map, context);
    this.text = source.includes("\\") ? source.replace(/\\([\s\S]|$)/g, "\0$1") : source;
  }

  read(): Token[] {
    const { text } = this;
    let end = 0;
    if (anyMark.test(text)) {
      beginning.lastIndex = 0;
      for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
        const { index, groups = {} } = match;
        const markupEnd = groups.open ? this.readMarked(match, end) : this.readReference(match, end);
        if (markupEnd === undefined) beginning.lastIndex = index + (groups.open?.length ?? match[0].length);
        else [end, beginning.lastIndex] = [markupEnd, markupEnd];
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

  /** @param end of the text that has been read. @returns the end of the markup; undefined if there is none. */
  private readMarked({ 0: opening, index, groups = {} }: RegExpExecArray, end: number): number | undefined {
    const { text } = this;
    const open = (groups.open ?? "").replace(/^:.*:(?=`$)/su, "") as Mark;
    const start = index + opening.length;
    const quote = quotes.get(text[index - 1] ?? "");
    if (quote !== undefined && text[start] === quote) return undefined;
    if (this.unclosed.has(open)) return undefined;
    const pattern = ends[open];
    pattern.lastIndex = start + 1;
    const close = pattern.exec(text);
    if (!close) {
      this.unclosed.add(open);
      const message = `this ${markupNames[open]} has no end, so its mark is shown`;
      const help = `Write ${open} after it, or \\${open} for the mark itself.`;
      this.report("rst-syntax", message, opening, help);
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
    const roleName = name || this.context.names.defaultRole;
    const result = readRole(roleName, withoutEscapes(content), restore(content), this.context);
    if (!result) {
      const help = `Declare it with ".. role:: ${name}", or leave it out.`;
      this.report("rst-unknown", `the role ${name} is not known here, so its text is shown`, source, help);
      this.addText(content);
    } else if ("tokens" in result) addAll(this.tokens, result.tokens);
    // The text may be the title of a section, so it is charged.
    else if (result.isLabel && !this.chargeReplacement(result.text.length, source)) this.addText(content);
    else {
      const { text, target, isLabel, isUntitled } = result;
      const reference: ReferenceMeta = { name: target, source, to: isLabel ? "label" : "text", isUntitled };
      this.link(text, source, isLabel || isUntitled ? reference : target);
    }
  }

  private report(code: "rst-syntax" | "rst-unknown" | "rst-reference", message: string, source: string, help: string) {
    report(this.context.env, code, message, this.findPosition(source), { help });
  }

  private chargeReplacement(length: number, source: string): boolean {
    return chargeReplacement(length, source, this.context, this.findPosition);
  }

  private inlineTarget(content: string): void {
    const { names, make } = this.context;
    const id = names.idFor(content, "target");
    names.declare(content, { id });
    this.tokens.push(Object.assign(make("rst_anchor", "span", 0), { meta: { id } }));
    this.addText(content);
  }

  /** Reads `` `text <target>`_ ``, `` `name`_ `` and the same with `__`. */
  private phrase(content: string, source: string, mark: string): void {
    const [, words = "", embedded] =
      /^([\s\S]*?)(?:^|(?<![ \n])[ \n]+)<([^<>\0]+(?:\0[\s\S][^<>\0]*)*)>$/.exec(content) ?? [];
    if (embedded === undefined) {
      this.link(content, source, this.referenceTo(withoutEscapes(content), source, mark));
      return;
    }
    const targetText = withoutEscapes(embedded).trim();
    const alias = /^([\s\S]*)_$/.exec(embedded)?.[1];
    const isAlias = alias !== undefined && !embedded.endsWith("\0_") && schemeOf(targetText) === undefined;
    const target: Target = isAlias ? { name: withoutEscapes(alias) } : { url: targetText.replace(/\s+/g, "") };
    const text = words.trim() === "" ? targetText : words;
    const isSameName = "name" in target && normalName(target.name) === normalName(withoutEscapes(words));
    if (mark === "_" && words.trim() !== "" && !isSameName) this.context.names.declare(withoutEscapes(words), target);
    this.link(text, source, "name" in target ? { name: target.name, source } : withMailto(target.url));
  }

  /** @param mark `_`, or `__` for the next anonymous target. */
  private referenceTo(name: string, source: string, mark: string): ReferenceMeta {
    if (mark !== "__") return { name, source };
    return { name: "", source, anonymous: this.context.names.anonymousUsed++ };
  }

  private readReference({ 0: source, index, groups = {} }: RegExpExecArray, end: number): number | undefined {
    const { names } = this.context;
    const { note, name = "", mark = "" } = groups;
    if (note === undefined) {
      this.addText(this.text.slice(end, index));
      this.link(name, source, this.referenceTo(name, source, mark));
      return index + source.length;
    }
    if (this.text[index - 1] === "[") return undefined;
    const meta = names.referTo(note);
    // docutils removes the space before the mark of a footnote.
    const text = this.text.slice(end, index);
    this.addText(meta && !meta.note.isCitation ? text.replace(/[ \n]$/, "") : text);
    if (meta) this.tokens.push(Object.assign(this.context.make("rst_note_reference", "", 0), { meta }));
    else {
      const help = `Write ".. [${note}] its text", or \\[${note}]_ for the text itself.`;
      this.report("rst-reference", `no footnote or citation has the label ${note}`, source, help);
      this.addText(`[${note}]`);
    }
    return index + source.length;
  }

  private link(text: string, source: string, target: string | ReferenceMeta): void {
    const open = this.context.make("link_open", "a", 1);
    open.markup = "notation";
    const isUrl = typeof target === "string";
    // The position of a URL is its own if it is written here; otherwise it is that of the reference.
    open.info = (isUrl && restore(source).includes(target) ? target : restore(source)).split("\n")[0] ?? "";
    if (isUrl) open.attrs = [["href", target]];
    else open.meta = target as never;
    this.tokens.push(open);
    this.addText(text);
    this.tokens.push(Object.assign(this.context.make("link_close", "a", -1), { markup: "notation" }));
  }

  private substitute(name: string, source: string, mark: string): void {
    const { names, make } = this.context;
    const plainName = withoutEscapes(name);
    const substitution = names.substitution(plainName);
    if (!substitution) {
      const message = `no substitution has the name ${plainName}, so its source is shown`;
      this.report("rst-reference", message, source, `Write ".. |${plainName}| replace:: its text".`);
    }
    if (!substitution || !this.chargeReplacement(substitution.length, source)) {
      this.addText(source);
      return;
    }
    const copies = substitution.tokens.map((token) => Object.assign(make(token.type, token.tag, token.nesting), token));
    const start = this.tokens.length;
    if (mark) this.link("", source, this.referenceTo(plainName, source, mark));
    const close = this.tokens.splice(start + 1);
    addAll(this.tokens, [...copies, ...close]);
  }
}

/** Removes the marks of escapes, and escaped white space. */
export function withoutEscapes(text: string): string {
  return text.includes("\0") ? text.replace(/\0([\s\S]?)/g, (_, sign: string) => (/\s/.test(sign) ? "" : sign)) : text;
}

/** @returns the source of a text with the backslashes of its escapes. */
const restore = (text: string) => text.replaceAll("\0", "\\");

const withMailto = (url: string) => (/^[^\s@:/]+@[^\s@:/]+$/.test(url) ? `mailto:${url}` : url);

/** Gives each reference its URL, when the names of the whole text are declared. A reference without a target becomes text. */
export function resolveReferences(tokens: Token[], context: RstContext, map: Span): Token[] {
  /** For each open link, whether its closing token stays. */
  const open: boolean[] = [];
  let mention: Token | undefined;
  const findPosition = positionsIn(map, context);
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
      makeMention(token, "", linkToText(reference, findPosition(reference.source)), context.env);
      mention = token;
      open.push(false);
      return true;
    }
    token.meta = null;
    if (url === undefined) reportLost(reference, context, findPosition);
    const isLink = url !== undefined && chargeReplacement(url.length, reference.source, context, findPosition);
    if (isLink) token.attrs = [["href", url]];
    open.push(isLink);
    return isLink;
  });
}

/** @returns a link to another text, which is resolved when the whole site is read. */
function linkToText({ name, to, isUntitled }: ReferenceMeta, position: Position): DocumentLink {
  const untitled = isUntitled ? { isUntitled } : {};
  return to === "text"
    ? { url: name, kind: "link", position, ...untitled }
    : { url: name, kind: "mention", label: normalName(name), position, ...untitled };
}

function urlOf({ name, anonymous }: ReferenceMeta, { names }: RstContext): string | undefined {
  const target = anonymous === undefined ? { name } : names.anonymous[anonymous];
  const destination = target && "name" in target ? names.find(target.name) : target;
  if (!destination) return undefined;
  return "url" in destination ? withMailto(destination.url) : `#${destination.id}`;
}

function reportLost({ name, source }: ReferenceMeta, context: RstContext, findPosition: FindPosition): void {
  const [firstLine = ""] = restore(source).split("\n");
  const message = `nothing in this text has the name of the reference ${firstLine}, so it is shown as text`;
  const isJoined = /\S<[^<>]+>$/.test(name);
  const help = isJoined
    ? "Write a space before <."
    : `Write ".. _${name || "name"}: URL", or the heading that it leads to.`;
  report(context.env, "rst-reference", message, findPosition(source), { help });
}

/** Declares the name of a heading. @returns its id. */
export function declareHeading(text: string, { names }: RstContext): string {
  const id = names.idFor(text, "section");
  names.declare(text, { id }, false);
  return id;
}
