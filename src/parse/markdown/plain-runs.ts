/**
 * Reads text up to the next character that an inline rule begins with. The parser's own rule for text stops at each
 * character that some plugin may use, as `-` and `=`, where all rules are then tried in vain.
 */
import type { MarkdownIt, StateInline } from "markdown-it";

export function plainRuns(md: MarkdownIt): void {
  md.inline.ruler.at("text", readText);
}

/** The characters that begin inline rules, or end the text of a link. */
const isMark = new Uint8Array(128);
for (const mark of "\n$&*:<[\\]^_`~!") isMark[mark.charCodeAt(0)] = 1;

function readText(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  let end = pos;
  while (end < posMax) {
    const character = src.charCodeAt(end);
    if (character < 128 && isMark[character] === 1 && isBeginning(src, end, character)) break;
    end++;
  }
  if (end === pos) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

/** A colon counts only in `://`, which may be a link, and an exclamation mark only in `![`. */
function isBeginning(src: string, index: number, character: number): boolean {
  if (character === 0x3a) return src.charCodeAt(index + 1) === 0x2f;
  return character !== 0x21 || src.charCodeAt(index + 1) === 0x5b;
}
