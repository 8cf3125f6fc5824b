/**
 * Finds the lines of a text for the block parser, from one line end to the next. The parser itself looks at every
 * character of every text.
 */
import type { MarkdownIt } from "markdown-it";

/** Gives the parser a state that finds its lines so; they are the same. */
export function blockLines(md: MarkdownIt): void {
  md.block.State = class extends md.block.State {
    constructor(...[src, ...others]: ConstructorParameters<typeof md.block.State>) {
      super("", ...others);
      this.src = src;
      this.bMarks = [];
      this.eMarks = [];
      this.tShift = [];
      this.sCount = [];
      this.bsCount = [];
      for (let start = 0; start < src.length; ) {
        const next = src.indexOf("\n", start);
        const end = next === -1 ? src.length : next;
        let text = start;
        let column = 0;
        for (; text < end; text++) {
          const character = src.charCodeAt(text);
          if (character === 0x20) column++;
          else if (character === 0x09) column += 4 - (column % 4);
          else break;
        }
        // Spaces at the end of the text, without a line end, are no line.
        if (text < src.length) this.addLine(start, end, text - start, column);
        start = end + 1;
      }
      this.lineMax = this.bMarks.length;
      this.addLine(src.length, src.length, 0, 0);
    }

    private addLine(start: number, end: number, indent: number, column: number): void {
      this.bMarks.push(start);
      this.eMarks.push(end);
      this.tShift.push(indent);
      this.sCount.push(column);
      this.bsCount.push(0);
    }
  };
}
