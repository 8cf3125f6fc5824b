/** Bold and italic text, as MediaWiki reads runs of apostrophes in a line (Parser::doQuotes): two are italic, three bold, five both. */
import type { Token } from "markdown-it";
import type { MakeToken } from "./notes.js";

/** The type of a token for a run of two or more apostrophes, its `content`, until `applyQuotes` replaces it. */
export const quotesType = "wiki_quotes";

type Style = "em" | "strong";

/** The styles of runs of apostrophes, by the length of the run. */
const stylesOfRun: Readonly<Record<number, readonly Style[]>> = { 2: ["em"], 3: ["strong"], 5: ["strong", "em"] };

/** Replaces runs of apostrophes in the tokens of a text with styles. Those in the texts of links and code have been replaced. */
export function applyQuotes(tokens: readonly Token[], make: MakeToken): Token[] {
  if (!tokens.some(({ type }) => type === quotesType)) return [...tokens];
  const writer = new StyleWriter(make);
  /** The number of links and elements of code that are open in the line. */
  let depth = 0;
  for (const token of tokens) {
    const { type, nesting, content } = token;
    if (type === "softbreak") {
      writer.endLine();
      depth = 0;
    }
    if (/^(?:link|code)_(?:open|close)$/.test(type)) depth += nesting;
    if (type !== quotesType || depth !== 0) {
      writer.tokens.push(token);
      continue;
    }
    // Four apostrophes are one and a run of three; of more than five, the last five are the run.
    const run = content.length === 4 ? 3 : Math.min(content.length, 5);
    const extra = content.length - run;
    if (extra > 0) writer.tokens.push(Object.assign(make("text", "", 0), { content: "'".repeat(extra) }));
    writer.toggle(stylesOfRun[run] ?? []);
  }
  writer.endLine();
  return writer.tokens;
}

/** Writes tokens with properly nested styles, in whatever order they are switched. */
class StyleWriter {
  readonly tokens: Token[] = [];
  private readonly open: Style[] = [];

  constructor(private readonly make: MakeToken) {}

  /** Switches styles on or off; a style that was opened within another is opened again after it. */
  toggle(styles: readonly Style[]): void {
    const endingStyles = styles.filter((style) => this.open.includes(style));
    const reopenedStyles: Style[] = [];
    for (let remaining = endingStyles.length; remaining > 0; ) {
      const style = this.end();
      if (endingStyles.includes(style)) remaining--;
      else reopenedStyles.push(style);
    }
    const newStyles = styles.filter((style) => !endingStyles.includes(style));
    for (const style of [...reopenedStyles, ...newStyles]) this.start(style);
  }

  endLine(): void {
    while (this.open.length > 0) this.end();
  }

  private start(style: Style): void {
    this.open.push(style);
    this.tokens.push(this.make(`${style}_open`, style, 1));
  }

  /** Ends the innermost style, and removes its element if it is empty. */
  private end(): Style {
    const style = this.open.pop() ?? "em";
    if (this.tokens.at(-1)?.type === `${style}_open`) this.tokens.pop();
    else this.tokens.push(this.make(`${style}_close`, style, -1));
    return style;
  }
}
