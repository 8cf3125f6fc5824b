/** What is known while one Markdown text is parsed and rendered; markdown-it hands it to every rule. */
import type { Env, Token } from "markdown-it";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { DocumentLink, Heading, Position } from "../../shared/document.js";
import type { Writer } from "./writer.js";

/** What the parser needs to know of the site. Part of the cache's key, so it holds nothing that a single file could change. */
export interface MarkdownOptions {
  /** Labels that prose names proposals by: CIP, CBC. */
  mentionLabels: string[];
  /** Schemes of links that this site allows beside the usual ones, in lower case. */
  linkSchemes: string[];
  /** The size in bytes beyond which a file is an error. */
  maxFileSize: number;
}

export interface MarkdownEnv {
  options: MarkdownOptions;
  path: string;
  /** Of the page, from front matter. */
  title: string | undefined;
  /** Whether code is highlighted. */
  hasColors: boolean;
  links: DocumentLink[];
  outline: Heading[];
  diagnostics: Diagnostic[];
  /** Ids in the rendered text, in its order. */
  anchors: string[];
  /** While a note that is written in the text is read. */
  inNote?: boolean;
  /** Finds places in the block whose text is written just now. */
  finder?: PositionFinder;
  formulasWithMacros: number;
  /** Ids of labels in formulas. */
  formulaIds: Set<string>;
  /** How many were drawn, and how many connections they have together. */
  diagrams: number;
  connections: number;
  /** What was drawn, by its source: a preview shows it again. */
  drawings: Map<string, string>;
  /** A preview has no ids, heading links or footnote marks: it is on a page with others. */
  preview: boolean;
  /** Lines of the text, for positions, and the number of the first one in the file. */
  lines: string[];
  firstLine: number;
  /** Text of the h1 that the text begins with. */
  firstHeading?: string;
}

/** markdown-it knows its environment only as a bag of values. */
export function own(env: Env | undefined): MarkdownEnv {
  return env as unknown as MarkdownEnv;
}

/** What a rule of ours left on a token for its renderer. */
export function metaOf<T>(token: Token | undefined): T {
  return token?.meta as never as T;
}

/** An attribute of a token as text, empty when it has none. */
export function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Writes the token at `index`; what belongs to it and follows is written by the rules of the tokens that follow. */
export type RenderRule = (tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer) => void;

/** By type of token. */
export type RenderRules = Record<string, RenderRule>;

/** A text's lines, and where they are in its file. */
export type TextLines = Pick<MarkdownEnv, "lines" | "firstLine">;

/**
 * Finds the places of things inside the source lines of a block; markdown-it itself only knows the block's lines. What is not written as it was
 * read (`&amp;` in a URL) is not found; a text of nothing else must not take for ever, so what all searches may cost is counted.
 */
export class PositionFinder {
  private line: number;
  private column = 0;
  /** What is not below the place that was found last, and so not below any later one. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly env: TextLines,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.line = start;
  }

  /** The next place of `needle` after the former one; the block's first line when it cannot be seen in the source. */
  find(needle: string): Position {
    return this.next("", needle) ?? { line: this.env.firstLine + this.start, column: 1 };
  }

  /** The place of a link's URL: behind the brackets of its text, or where the text defines it for links that name it. */
  findTarget(url: string): Position {
    return this.next("](", url) ?? this.next("](<", url) ?? definitionsOf(this.env).get(url) ?? this.find(url);
  }

  /** @param before is right before the needle. */
  private next(before: string, needle: string): Position | undefined {
    const wanted = before + needle;
    if (needle === "" || this.missing.has(wanted)) return undefined;
    const allowance = searchAllowance(this.env);
    let searched = 0;
    for (let line = this.line; line < this.end && searched <= allowance.left; line++) {
      const text = this.env.lines[line] ?? "";
      const from = line === this.line ? this.column : 0;
      const column = text.indexOf(wanted, from);
      if (column === -1) {
        searched += text.length - from + 1;
        continue;
      }
      this.line = line;
      this.column = column + wanted.length;
      return { line: this.env.firstLine + line, column: column + before.length + 1 };
    }
    allowance.left -= searched;
    this.missing.add(wanted);
    return undefined;
  }
}

/** How many times its own length a text may be searched without finding anything. */
const searchesInVain = 20;

const allowances = new WeakMap<string[], { left: number }>();

/** What is left of the characters that may be searched without finding anything. */
function searchAllowance({ lines }: TextLines): { left: number } {
  let known = allowances.get(lines);
  if (!known) {
    known = { left: searchesInVain * lines.reduce((sum, { length }) => sum + length + 1, 0) };
    allowances.set(lines, known);
  }
  return known;
}

const definitions = new WeakMap<string[], Map<string, Position>>();

/** Where a text defines URLs, as in `[name]: url`. */
function definitionsOf({ lines, firstLine }: TextLines): Map<string, Position> {
  const known = definitions.get(lines);
  if (known) return known;
  const found = new Map<string, Position>();
  for (const [index, line] of lines.entries()) {
    const [, before = "", url] = /^( {0,3}\[[^\]]{1,999}\]:[ \t]*<?)([^\s>]+)/.exec(line) ?? [];
    if (url && !found.has(url)) found.set(url, { line: firstLine + index, column: before.length + 1 });
  }
  definitions.set(lines, found);
  return found;
}

/** Calls `visit` for each inline token with a finder for its block; a table cell has only its row's lines. */
export function forEachInline(
  tokens: Token[],
  env: TextLines,
  visit: (token: Token, index: number, finder: PositionFinder) => void,
): void {
  let map: [number, number] = [0, 1];
  let finder = new PositionFinder(env, 0, 1);
  for (const [index, token] of tokens.entries()) {
    if (token.map && (token.map[0] !== map[0] || token.map[1] !== map[1])) {
      map = token.map;
      finder = new PositionFinder(env, map[0], map[1]);
    }
    if (token.type === "inline") visit(token, index, finder);
  }
}
