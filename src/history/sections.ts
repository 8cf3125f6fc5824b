/** How much each section of a text changed from one version to the next, counted in words of the source. */
import type { SectionChange } from "../shared/history.js";
import { withLineFeeds } from "../shared/lines.js";
import { markedHeading, wikiHeading } from "../shared/text-format.js";
import { commonEnd, commonStart, differentPart, lineChanges } from "./line-changes.js";

/** The text under one heading, up to the next one of any level. */
export interface SourceSection {
  heading: string;
  text: string;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** First characters of lines with a heading or a fence, as character codes. */
const marks = new Set(["#", "=", "`", "~"].map((mark) => mark.charCodeAt(0)));
const [space = 0, lineFeed = 0] = [" ", "\n"].map((mark) => mark.charCodeAt(0));

/** @param body without front matter. */
export function sourceSections(body: string): SourceSection[] {
  const text = withLineFeeds(body);
  const sections: SourceSection[] = [];
  let [heading, start] = ["", 0];
  let open: string | undefined;
  // Thousands of versions are read: only lines that may be headings or fences are examined.
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    if (end === -1) end = text.length;
    let first = at;
    while (first < at + 3 && text.charCodeAt(first) === space) first++;
    if (!marks.has(text.charCodeAt(first))) continue;
    const line = text.slice(at, end);
    const mark = fence.exec(line)?.[1];
    if (open ? mark?.startsWith(open) : mark) open = open ? undefined : mark;
    const found = open ? undefined : (markedHeading(line) ?? wikiHeading(line.trimEnd()));
    // An underline of Markdown looks like a heading of the first level.
    if (!found || (line.startsWith("=") && found.level === 1)) continue;
    sections.push({ heading, text: text.slice(start, at) });
    heading = plain(found.text);
    start = end + 1;
  }
  sections.push({ heading, text: text.slice(start) });
  return sections;
}

/** A heading without Markdown's inline markup. */
const plain = (heading: string) => heading.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1").replace(/[`*]/g, "");

/** @returns the sections that differ, in the order of the newer text, then the removed ones. */
export function sectionChanges(before: readonly SourceSection[], after: readonly SourceSection[]): SectionChange[] {
  const former = byHeading(before);
  const changes: SectionChange[] = [];
  const add = (heading: string, gone: readonly string[], come: readonly string[]) => {
    const { added, removed } = wordChanges(gone, come);
    if (added + removed > 0) changes.push({ heading, added, removed });
  };
  for (const [key, { heading, text }] of byHeading(after)) {
    const old = former.get(key);
    former.delete(key);
    if (!old) add(heading, [], [heading, ...linesOf(text)]);
    else if (old.text !== text) {
      const { gone, come } = differentPart(old.text, text);
      add(heading, linesOf(gone), linesOf(come));
    }
  }
  for (const { heading, text } of former.values()) add(heading, [heading, ...linesOf(text)], []);
  return changes;
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

/** Several sections may have the same heading: their order distinguishes them. */
function byHeading(sections: readonly SourceSection[]): Map<string, SourceSection> {
  const found = new Map<string, SourceSection>();
  const counts = new Map<string, number>();
  for (const section of sections) {
    const count = counts.get(section.heading) ?? 0;
    counts.set(section.heading, count + 1);
    found.set(`${section.heading}\n${count}`, section);
  }
  return found;
}

/** Lines are compared first, and words only where lines differ. */
export function wordChanges(before: readonly string[], after: readonly string[]): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  const count = (gone: string, come: string) => {
    const words = new Map<string, number>();
    const former = wordsOf(gone);
    for (const word of former) words.set(word, (words.get(word) ?? 0) + 1);
    let left = former.length;
    for (const word of wordsOf(come)) {
      const known = words.get(word) ?? 0;
      if (known > 0) {
        words.set(word, known - 1);
        left--;
      } else added++;
    }
    removed += left;
  };
  for (const change of lineChanges(before, after))
    count(...differentWords(change.old.join("\n"), change.new.join("\n")));
  return { added, removed };
}

/** Text with characters of scripts without spaces, and some others. */
const wide = /[\u2e80-\uffff]/;
/** In scripts without spaces each character counts. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

function wordsOf(text: string): string[] {
  return text.match(wide.test(text) ? word : /\S+/g) ?? [];
}

/** The parts of two texts between the words that both begin and end with: a long line is often a paragraph in which a word changed. */
function differentWords(before: string, after: string): [before: string, after: string] {
  let start = commonStart(before, after);
  while (start > 0 && !isSpace(before.charCodeAt(start - 1))) start--;
  let rest = commonEnd(before, after, start);
  while (rest > 0 && !isSpace(before.charCodeAt(before.length - rest))) rest--;
  return [before.slice(start, before.length - rest), after.slice(start, after.length - rest)];
}

const isSpace = (code: number) => code === space || code === lineFeed;
