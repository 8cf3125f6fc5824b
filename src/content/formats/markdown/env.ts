/** The state while one Markdown text is parsed and rendered. markdown-it passes it to every rule. */
import { decodeHTML } from "entities";
import type { Env, StateCore, Token } from "markdown-it";
import type { MarkdownConfig, SiteConfig } from "../../../config/index.js";
import { type Code, diagnose } from "../../../platform/diagnostics/codes.js";
import type { Diagnostic, Severity } from "../../../shared/diagnostic.js";
import type { DocumentLink, Heading, Label, Position } from "../../../shared/document.js";
import type { Budget } from "../budget.js";
import type { Writer } from "./writer.js";

/** The parser's options for a site. They are part of the cache's key, so nothing in them may depend on a single file. */
export interface MarkdownOptions {
  /** Labels of proposals in prose: CIP, CBC. */
  mentionLabels: string[];
  /** Source of a pattern for their numbers; undefined where all are decimal. */
  mentionNumbers?: string;
  /** Schemes of links that this site allows besides the usual ones, in lower case. */
  linkSchemes: string[];
  /** Maximum size of a file, in bytes; a larger one is an error. */
  maxFileSize: number;
  /** What the site adds; undefined if that is nothing. */
  markdown?: MarkdownConfig | undefined;
  /** Formats of the site's own. */
  formats?: SiteConfig["formats"];
  /** Digest of the site's code, if its rules or formats are a part of that: keys are JSON, which has no functions. */
  codeDigest?: string | undefined;
}

export interface MarkdownEnv {
  options: MarkdownOptions;
  path: string;
  /** Title of the page, from front matter. */
  title: string | undefined;
  /** What the text may make. */
  budget: Budget;
  /** Where a page is cut: the number of open elements that are left out. */
  leftOut?: number | undefined;
  /** Whether code is highlighted. */
  hasColors: boolean;
  /** Whether nothing in the result can have characters that no page may have. */
  staysClean: boolean;
  links: DocumentLink[];
  labels: Label[];
  outline: Heading[];
  diagnostics: Diagnostic[];
  /** Ids in the rendered text, in order. */
  anchors: string[];
  /** Ids of paragraphs and formulas, see part-ids.ts. They are not anchors: each edit would change the facts that linking needs. */
  partIds: Set<string>;
  /** Renders what the rules of the site make, if it has some. */
  renderer?: TokenRenderer | undefined;
  /** The blocks of URLs that rules of the site made, by attribute and value. */
  siteUrlPositions?: Map<string, Position>;
  /** Whether an inline note is being read. */
  inNote?: boolean;
  /** The lines of the block that is being written, and what finds places in it. */
  block: [start: number, end: number];
  finder: PositionFinder | undefined;
  /** Formulas as MathML, by display mode and source. */
  formulas: Map<string, string>;
  hasDiagram: boolean;
  /** The number of drawn diagrams. */
  diagrams: number;
  /** What all of them have: connections, and lines without one, which are mostly nodes. */
  drawn: { connections: number; unconnectedLines: number };
  /** Drawings by source: a preview shows them again. */
  drawings: Map<string, string>;
  /** A preview has no ids, heading links or footnote marks, because it is on a page with others. */
  preview: boolean;
  /** Lines of the text, for positions, and the number of the first one in the file. */
  lines: string[];
  firstLine: number;
  /** Where the URLs of references are, by label. */
  definitions: ReadonlyMap<string, Position>;
  /** Text of the h1 at the top of the text. */
  firstHeading?: string;
  /** The anchor of the beginning of the text, if a heading of metadata stood there. */
  beginningId?: string;
  /** The anchor of the heading that became the page's title. */
  titleId?: string;
}

/**
 * Reports a problem of a text; those of its preview were reported for the text itself.
 * @param location a position in the file, or a line of the text from 0.
 */
export function report(
  env: MarkdownEnv,
  code: Code,
  message: string,
  location: Position | number,
  details: Pick<Diagnostic, "help" | "length" | "about"> & { severity?: Severity } = {},
): void {
  if (env.preview) return;
  const position = typeof location === "number" ? { line: env.firstLine + location, column: 1 } : location;
  env.diagnostics.push(diagnose(code, message, { file: env.path, ...position, ...details }));
}

/** For markdown-it, its environment is an untyped object. */
export function envOf(env: Env | undefined): MarkdownEnv {
  return env as unknown as MarkdownEnv;
}

/** Data that one of our rules left on a token for its renderer. */
export function metaOf<T>(token: Token | undefined): T {
  return token?.meta as never as T;
}

/** A paragraph of inline tokens: `children`, or those that are read from its text later. */
export function paragraphTokens(
  { Token: Make }: Pick<StateCore, "Token">,
  content: string,
  { map = null, level = 0, children = [] }: Partial<Pick<Token, "map" | "level" | "children">> = {},
): Token[] {
  const common = { block: true, map };
  return [
    Object.assign(new Make("paragraph_open", "p", 1), common, { level }),
    Object.assign(new Make("inline", "", 0), common, { level: level + 1, content, children }),
    Object.assign(new Make("paragraph_close", "p", -1), { block: true, level }),
  ];
}

/** The value of a token's attribute; empty if it has none. */
export function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Writes the token at `index`. Its content and its closing token are written by the rules of those tokens. */
export type RenderRule = (tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer) => void;

/** Writes the tokens that rules of a site render. @returns false for one that the program writes, by `rule` if there is one. */
export interface TokenRenderer {
  write(tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer, rule: RenderRule | undefined): boolean;
}

/** By type of token. */
export type RenderRules = Record<string, RenderRule>;

/** A text's lines, and where they are in its file. */
export type TextLines = Pick<MarkdownEnv, "lines" | "firstLine">;

/** Reads the URL of a link from where it begins, as the parser does. */
export type ReadDestination = (text: string, start: number, end: number) => { ok: boolean; pos: number; str: string };

/** What a search has found in a line. */
interface Span {
  start: number;
  end: number;
}

/**
 * Finds places within the source lines of a block: markdown-it itself has only the block's lines. The total cost of all
 * searches is limited, so that a text that is full of them does not take forever.
 */
export class PositionFinder {
  private line: number;
  private column = 0;
  /** Texts that do not occur after the place that was found last, and so not after any later one. */
  private missing: Set<string> | undefined;

  constructor(
    private readonly env: TextLines,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.line = start;
  }

  /** The next place of `needle` after the last one; the block's first line if it is not in the source. */
  find(needle: string): Position {
    return this.skip(needle) ?? { line: this.env.firstLine + this.start, column: 1 };
  }

  /** As `find`, for a text whose place may be unknown. */
  skip(needle: string): Position | undefined {
    if (needle === "") return undefined;
    return this.next(needle, needle, (_, start) => ({ start, end: start + needle.length }));
  }

  /** The place of a URL after the brackets of a link's text, however it is escaped there. */
  findTarget(url: string, read: ReadDestination): Position {
    const target = (text: string, column: number): Span | undefined => {
      const start = column + 2 + (/^[ \t]*/.exec(text.slice(column + 2))?.[0].length ?? 0);
      const { ok, str, pos } = read(text, start, text.length);
      return ok && str === url ? { start: text[start] === "<" ? start + 1 : start, end: pos } : undefined;
    };
    return this.next(`](${url}`, "](", target) ?? this.find(url);
  }

  /** The place of a URL in which characters may be written as entities. @param before what it follows, if that is there. */
  findUrl(url: string, before = ""): Position {
    const plain = /^[^&<>"'\u0080-\uffff]*/.exec(url)?.[0] ?? "";
    const written = (text: string, column: number): Span | undefined => {
      const start = column + before.length;
      const end = endOfWritten(text, start, url);
      return end === undefined ? undefined : { start, end };
    };
    const mark = before + plain;
    const position = mark === "" ? undefined : this.next(`${before} ${url}`, mark, written);
    return position ?? (before === "" ? this.find(url) : this.findUrl(url));
  }

  /** @param key names what is searched for. @param mark what it begins with. */
  private next(
    key: string,
    mark: string,
    match: (text: string, column: number) => Span | undefined,
  ): Position | undefined {
    if (this.missing?.has(key)) return undefined;
    const allowance = searchAllowance(this.env);
    let searched = 0;
    for (let line = this.line; line < this.end && searched <= allowance.remainingCharacters; line++) {
      const text = this.env.lines[line] ?? "";
      const from = line === this.line ? this.column : 0;
      for (let column = text.indexOf(mark, from); column !== -1; column = text.indexOf(mark, column + 1)) {
        const span = match(text, column);
        if (!span) continue;
        this.line = line;
        this.column = span.end;
        return { line: this.env.firstLine + line, column: span.start + 1 };
      }
      searched += text.length - from + 1;
    }
    allowance.remainingCharacters -= searched;
    this.missing ??= new Set();
    this.missing.add(key);
    return undefined;
  }
}

/** A text may be searched this many times its own length without a result. */
const searchesInVain = 20;

const allowances = new WeakMap<string[], { remainingCharacters: number }>();

/** Remaining characters that may be searched without a result. */
function searchAllowance({ lines }: TextLines): { remainingCharacters: number } {
  let allowance = allowances.get(lines);
  if (!allowance) {
    allowance = { remainingCharacters: searchesInVain * lines.reduce((sum, { length }) => sum + length + 1, 0) };
    allowances.set(lines, allowance);
  }
  return allowance;
}

const entity = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy;

/** Where a text ends that is written from `start` on, with or without entities; undefined if another one is. */
function endOfWritten(text: string, start: number, target: string): number | undefined {
  let index = start;
  for (let read = 0; read < target.length; ) {
    entity.lastIndex = index;
    const [match] = text[index] === "&" ? (entity.exec(text) ?? []) : [];
    const decoded = match && decodeHTML(match);
    if (decoded && target.startsWith(decoded, read)) [index, read] = [index + match.length, read + decoded.length];
    else if (text[index] === target[read]) [index, read] = [index + 1, read + 1];
    else return undefined;
  }
  return index;
}

/** Every token with a finder for its block. A table cell has only its row's lines. */
export function* withFinders(tokens: readonly Token[], env: TextLines): Generator<[Token, number, PositionFinder]> {
  let map: [number, number] = [0, 1];
  let finder = new PositionFinder(env, 0, 1);
  for (const [index, token] of tokens.entries()) {
    if (token.map && (token.map[0] !== map[0] || token.map[1] !== map[1])) {
      map = token.map;
      finder = new PositionFinder(env, map[0], map[1]);
    }
    yield [token, index, finder];
  }
}

/** Calls `visit` for each inline token. */
export function forEachInline(
  tokens: readonly Token[],
  env: TextLines,
  visit: (token: Token, index: number, finder: PositionFinder) => void,
): void {
  for (const [token, index, finder] of withFinders(tokens, env))
    if (token.type === "inline") visit(token, index, finder);
}

/** The place after a text that begins at a place. */
export function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = (lines.at(-1) ?? "").length;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}

/** Ids of the page's own parts (templates/ids.ts and ids that templates write), and of parts that are generated from a text. */
const reserved = /^(?:(?:site|ui|search|graph)[A-Z]|fn(?:ref)?\d|diagram\d)/;

/** Whether authors may not use an id. */
export function isReservedId(id: string): boolean {
  return reserved.test(id);
}
