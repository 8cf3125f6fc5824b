/**
 * Bold and italic, as MediaWiki reads runs of apostrophes (Parser::doQuotes): two are italic, three bold, five both, in
 * each line by itself.
 */
import type { Token } from "markdown-it";
import type { NewToken } from "./notes.js";

/** A run of two or more apostrophes that is not resolved yet. `content` is the run. */
export const quotesType = "wiki_quotes";

type Style = "em" | "strong";

/** @param tokens the tokens of one text with unresolved apostrophes; the content of links is complete. */
export function applyQuotes(tokens: readonly Token[], make: NewToken): Token[] {
  if (!tokens.some(({ type }) => type === quotesType)) return [...tokens];
  const done: Token[] = [];
  let line: Token[] = [];
  for (const token of tokens) {
    if (token.type === "softbreak") {
      styleLine(line, make, done);
      done.push(token);
      line = [];
    } else {
      line.push(token);
    }
  }
  styleLine(line, make, done);
  return done;
}

function styleLine(line: readonly Token[], make: NewToken, done: Token[]): void {
  const depths = linkDepths(line);
  const runs = line.map((token, index) => (token.type === quotesType && depths[index] === 0 ? runLength(token) : 0));
  const writer = new StyleWriter(make, done);
  for (const [index, token] of line.entries()) {
    const run = runs[index] ?? 0;
    if (run === 0) {
      writer.push(token);
    } else {
      const extra = token.content.length - run;
      if (extra > 0) writer.push(Object.assign(make("text", "", 0), { content: "'".repeat(extra) }));
      writer.toggle(run === 2 ? ["em"] : run === 3 ? ["strong"] : ["strong", "em"]);
    }
  }
  writer.close();
}

/** Four apostrophes are one and a run of three; of more than five, the last five are the run. */
function runLength({ content }: Token): number {
  return content.length === 4 ? 3 : Math.min(content.length, 5);
}

function linkDepths(line: readonly Token[]): number[] {
  let depth = 0;
  return line.map(({ nesting, type }) => {
    if (nesting === -1 && isScope(type)) depth--;
    const tokenDepth = depth;
    if (nesting === 1 && isScope(type)) depth++;
    return tokenDepth;
  });
}

const isScope = (type: string) => type === "link_open" || type === "link_close" || type.startsWith("code_");

/** Writes tokens with properly nested styles, in whatever order they are switched. */
class StyleWriter {
  private readonly open: Style[] = [];

  constructor(
    private readonly make: NewToken,
    private readonly done: Token[],
  ) {}

  push(token: Token): void {
    this.done.push(token);
  }

  /** Switches styles on or off; a style that was opened within another is opened again after it. */
  toggle(styles: readonly Style[]): void {
    const ending = styles.filter((style) => this.open.includes(style));
    const again: Style[] = [];
    for (let remaining = ending.length; remaining > 0; ) {
      const style = this.end();
      if (ending.includes(style)) remaining--;
      else again.push(style);
    }
    const starting = styles.filter((style) => !ending.includes(style));
    for (const style of [...again, ...starting]) this.start(style);
  }

  close(): void {
    while (this.open.length > 0) this.end();
  }

  private start(style: Style): void {
    this.open.push(style);
    this.done.push(this.make(`${style}_open`, style, 1));
  }

  /** An empty element is removed. */
  private end(): Style {
    const style = this.open.pop() ?? "em";
    if (this.done.at(-1)?.type === `${style}_open`) this.done.pop();
    else this.done.push(this.make(`${style}_close`, style, -1));
    return style;
  }
}
