/** The state while one text of any format is parsed and rendered. markdown-it passes it to every rule. */
import { decodeHTML } from "entities";
import type { Env, StateCore, Token } from "markdown-it";
import type { MarkdownConfig, SiteConfig } from "../../../config/index.js";
import { type Code, diagnose } from "../../../platform/diagnostics/codes.js";
import type { Diagnostic, Severity } from "../../../shared/diagnostic.js";
import type { DocumentLink, Heading, Label, Position } from "../../../shared/document.js";
import { getOrAdd } from "../../../shared/lazy.js";
import type { Budget } from "../budget.js";
import type { Writer } from "./writer.js";

/** The parser's options for a site. Parsed texts stay in memory while these are the same (`ParsedTexts`), so nothing in them may depend on a single file. */
export interface MarkdownOptions {
  /** Labels of proposals in prose: CIP, CBC. */
  mentionLabels: string[];
  /** Source of a pattern for their numbers; undefined if all numbers are decimal. */
  mentionNumbers?: string;
  /** Schemes of links that this site allows besides the usual ones, in lower case. */
  linkSchemes: string[];
  /** Maximum size of a file, in bytes; a larger one is an error. */
  maxFileSize: number;
  /** Undefined if the site adds nothing to Markdown. */
  markdown?: MarkdownConfig | undefined;
  /** Formats that the site adds. */
  formats?: SiteConfig["formats"];
  /** Digest of the site's code, if it has rules or formats: options are compared as JSON, which cannot contain functions. */
  codeDigest?: string | undefined;
}

export interface MarkdownEnv {
  options: MarkdownOptions;
  path: string;
  /** Title of the page, from front matter. */
  title: string | undefined;
  budget: Budget;
  /** The number of open elements that are left out; undefined until the budget is spent. */
  leftOut?: number | undefined;
  /** Whether the result needs no cleaning, because no rule can have added a character that pages must not contain. */
  staysClean: boolean;
  links: DocumentLink[];
  labels: Label[];
  outline: Heading[];
  diagnostics: Diagnostic[];
  /** Ids in the rendered text, in order. */
  anchors: string[];
  /** The slugs of headings, each with the last number that was added to it. */
  slugs: Map<string, number>;
  /** Ids of paragraphs and formulas (part-ids.ts). They are not anchors, because each edit would change the facts that linking needs. */
  partIds: Set<string>;
  /** Renders tokens with the rules of the site, if it has any. */
  renderer?: TokenRenderer | undefined;
  /** Positions of the URLs that rules of the site wrote, by attribute and value. */
  siteUrlPositions?: Map<string, Position>;
  /** Whether an inline note is being read. */
  isInNote?: boolean;
  /** The lines of the block that is being written, and the finder for positions in it. */
  block: [start: number, end: number];
  finder: PositionFinder | undefined;
  /** Formulas as MathML, by display mode and source. */
  formulas: Map<string, string>;
  hasDiagram: boolean;
  /** The number of drawn diagrams. */
  diagrams: number;
  /** The size of all drawn diagrams: their connections, and their lines without a connection, which are mostly nodes. */
  drawn: { connections: number; unconnectedLines: number };
  /** Drawings by source, because the preview shows them again. */
  drawings: Map<string, string>;
  /** Whether the preview is being rendered. It has no ids, heading links or footnote marks, because it is on a page with others. */
  isPreview: boolean;
  /** Lines of the text, for positions, and the number of the first one in the file. */
  lines: string[];
  firstLine: number;
  /** Positions of the URLs of link references, by label. */
  definitions: ReadonlyMap<string, Position>;
  /** Text of the h1 at the top of the text. */
  firstHeading?: string;
  /** The anchor of the beginning of the text, if a heading of metadata was removed there. */
  beginningId?: string;
  /** The anchor of the heading that became the page's title. */
  titleId?: string;
}

/**
 * Reports a problem of a text. The preview reports none, because it repeats a part of the text.
 * @param location a position in the file, or a line of the text from 0.
 */
export function report(
  env: MarkdownEnv,
  code: Code,
  message: string,
  location: Position | number,
  details: Pick<Diagnostic, "help" | "length" | "about"> & { severity?: Severity } = {},
): void {
  if (env.isPreview) return;
  const position = typeof location === "number" ? { line: env.firstLine + location, column: 1 } : location;
  env.diagnostics.push(diagnose(code, message, { file: env.path, ...position, ...details }));
}

/** Gives markdown-it's environment, an untyped object, its type. */
export function envOf(env: Env | undefined): MarkdownEnv {
  return env as unknown as MarkdownEnv;
}

/** @returns the data that one of our rules stored on a token for its renderer. */
export function metaOf<T>(token: Token | undefined): T {
  return token?.meta as never as T;
}

/** @returns the tokens of a paragraph. @param content read into inline tokens later, unless `children` has them. */
export function paragraphTokens(
  { Token: TokenClass }: Pick<StateCore, "Token">,
  content: string,
  { map = null, level = 0, children = [] }: Partial<Pick<Token, "map" | "level" | "children">> = {},
): Token[] {
  const common = { block: true, map };
  return [
    Object.assign(new TokenClass("paragraph_open", "p", 1), common, { level }),
    Object.assign(new TokenClass("inline", "", 0), common, { level: level + 1, content, children }),
    Object.assign(new TokenClass("paragraph_close", "p", -1), { block: true, level }),
  ];
}

/** @returns the value of a token's attribute, or an empty string. */
export function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Writes the token at `index`, but neither its content nor its closing token, which are tokens with rules of their own. */
export type RenderRule = (tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer) => void;

/** Writes a token by a rule of the site. @returns false if no such rule renders it; then the program writes it, by `rule` if there is one. */
export interface TokenRenderer {
  write(tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer, rule: RenderRule | undefined): boolean;
}

/** Render rules by type of token. */
export type RenderRules = Record<string, RenderRule>;

/** The lines of a text, and the number of the first one in the file. */
export type TextLines = Pick<MarkdownEnv, "lines" | "firstLine">;

/** The parser's function that reads the URL of a link from its first character. */
export type ReadDestination = (text: string, start: number, end: number) => { ok: boolean; pos: number; str: string };

/** Columns of a line, from 0. */
interface Span {
  start: number;
  end: number;
}

/**
 * Finds positions in the source of a block, because markdown-it gives only the block's lines. Each search begins after the result of the one before.
 * The total cost of all searches in a text is limited, so that a text with many of them does not take forever.
 */
export class PositionFinder {
  private line: number;
  private column = 0;
  /** Keys of searches that had no result. Later searches begin further on, so they cannot have one either. */
  private missing: Set<string> | undefined;

  constructor(
    private readonly env: TextLines,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.line = start;
  }

  /** @returns the position of a text; the block's first line if the text does not occur. */
  find(text: string): Position {
    return this.skip(text) ?? { line: this.env.firstLine + this.start, column: 1 };
  }

  /** Moves after a text. @returns its position; undefined if the text does not occur. */
  skip(text: string): Position | undefined {
    if (text === "") return undefined;
    return this.next(text, text, (_, start) => ({ start, end: start + text.length }));
  }

  /** @returns the position of a URL after the text of a link, `[text](url)`, whatever escapes the author has written in it. */
  findTarget(url: string, readDestination: ReadDestination): Position {
    const matchTarget = (line: string, column: number): Span | undefined => {
      const start = column + 2 + (/^[ \t]*/.exec(line.slice(column + 2))?.[0].length ?? 0);
      const { ok, str, pos } = readDestination(line, start, line.length);
      return ok && str === url ? { start: line[start] === "<" ? start + 1 : start, end: pos } : undefined;
    };
    return this.next(`](${url}`, "](", matchTarget) ?? this.find(url);
  }

  /** @returns the position of a URL whose characters may be written as entities. @param before text directly before the URL; without a result, the URL alone is searched for. */
  findUrl(url: string, before = ""): Position {
    const beginning = /^[^&<>"'\u0080-\uffff]*/.exec(url)?.[0] ?? "";
    const matchUrl = (line: string, column: number): Span | undefined => {
      const start = column + before.length;
      const end = endOfSource(line, start, url);
      return end === undefined ? undefined : { start, end };
    };
    const mark = before + beginning;
    const position = mark === "" ? undefined : this.next(`${before} ${url}`, mark, matchUrl);
    return position ?? (before === "" ? this.find(url) : this.findUrl(url));
  }

  /** @param key names the search. @param mark the text with which a result begins. @param match gives the result that begins at a column, if one does. */
  private next(
    key: string,
    mark: string,
    match: (line: string, column: number) => Span | undefined,
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
const searchesWithoutResult = 20;

const allowances = new WeakMap<string[], { remainingCharacters: number }>();

/** @returns how many characters of a text may still be searched without a result. */
const searchAllowance = ({ lines }: TextLines) =>
  getOrAdd(allowances, lines, () => {
    const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
    return { remainingCharacters: searchesWithoutResult * length };
  });

/** An entity of HTML: `&amp;`, `&#38;` or `&#x26;`. */
export const entity = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy;

/** @returns the column after a text that begins at `start`, with or without entities; undefined if it does not begin there. */
function endOfSource(line: string, start: number, text: string): number | undefined {
  let column = start;
  for (let length = 0; length < text.length; ) {
    entity.lastIndex = column;
    const [match] = line[column] === "&" ? (entity.exec(line) ?? []) : [];
    const decoded = match && decodeHTML(match);
    if (decoded && text.startsWith(decoded, length))
      [column, length] = [column + match.length, length + decoded.length];
    else if (line[column] === text[length]) [column, length] = [column + 1, length + 1];
    else return undefined;
  }
  return column;
}

/** Yields each token with its index and a finder for its block. The block of a table's cell is the line of its row. */
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

/** @returns the position after a text that begins at a position. */
export function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = (lines.at(-1) ?? "").length;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}

/** Ids that templates write (templates/ids.ts), and ids of footnotes and diagrams. */
const reservedIds = /^(?:(?:site|ui|search|graph)[A-Z]|fn(?:ref)?\d|diagram\d)/;

/** Whether an id is reserved for the program, so that authors may not use it. */
export function isReservedId(id: string): boolean {
  return reservedIds.test(id);
}
