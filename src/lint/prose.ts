/** The prose of a text, line by line: code, metadata and targets of links are blanked out, so that columns do not change. */
import type { LintFile } from "./file.js";

export interface ProseLine {
  /** Line of the file, from 1. */
  line: number;
  text: string;
}

/** Of links in prose: all that is written, without their targets, or nothing. */
export type ProseLinks = "written" | "texts" | "none";

const known = new WeakMap<LintFile, Map<ProseLinks, ProseLine[]>>();

/** Several rules ask for the same lines. */
export function proseLines(file: LintFile, links: ProseLinks = "written"): readonly ProseLine[] {
  const byLinks = known.get(file) ?? new Map<ProseLinks, ProseLine[]>();
  known.set(file, byLinks);
  const lines = byLinks.get(links) ?? findProse(file, links);
  byLinks.set(links, lines);
  return lines;
}

function findProse(file: LintFile, links: ProseLinks): ProseLine[] {
  if (links === "written") {
    const { codeLines } = file.structure();
    return file.lines.flatMap((whole, index) => {
      const line = index + 1;
      if (file.isMetadata(line) || codeLines.has(line)) return [];
      const text = whole.includes("`") ? blank(whole, /(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)*?[^`]\1(?!`)/g) : whole;
      return [{ line, text: text.includes("\\") ? blank(text, /\\[!-/:-@[-`{-~]/g) : text }];
    });
  }
  return proseLines(file).map(({ line, text }) => {
    if (!/[[<]|:\/\//.test(text)) return { line, text };
    let rest = blank(text, /^\s{0,3}\[[^\]]+\]:.*$/g);
    rest = links === "none" ? blank(rest, link) : rest.replace(link, (found) => withoutTarget(found));
    return { line, text: blank(rest, /<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g) };
  });
}

const link = /!?\[[^\][]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g;

function withoutTarget(found: string): string {
  const end = found.indexOf("]");
  return found.slice(0, end) + " ".repeat(found.length - end);
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => " ".repeat(found.length));
}
