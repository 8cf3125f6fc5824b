/** The prose of a text, line by line: code, metadata and targets of links are blanked out, so that columns do not change. */
import type { LintFile } from "./file.js";

export interface ProseLine {
  /** Of the file, from 1. */
  line: number;
  text: string;
}

export interface ProseOptions {
  /** Texts and targets of links are excluded too. */
  withoutLinks?: boolean;
}

export function proseLines(file: LintFile, { withoutLinks = false }: ProseOptions = {}): ProseLine[] {
  const { codeLines } = file.structure();
  return file.lines.flatMap((whole, index) => {
    const line = index + 1;
    if (file.isMetadata(line) || codeLines.has(line)) return [];
    let text = blank(whole, /(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)*?[^`]\1(?!`)/g);
    text = blank(text, /\\[!-/:-@[-`{-~]/g);
    if (withoutLinks) {
      text = blank(text, /^\s{0,3}\[[^\]]+\]:.*$/g);
      text = blank(text, /!?\[[^\][]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g);
      text = blank(text, /<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g);
    }
    return [{ line, text }];
  });
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => " ".repeat(found.length));
}
