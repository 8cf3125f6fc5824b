/** How much each section of a text changed from one version to the next, counted in words of the source. */
import { diffArrays } from "diff";
import type { SectionChange } from "../shared/history.js";

/** What stands under one heading, up to the next one of any level. */
export interface SourceSection {
  heading: string;
  lines: string[];
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** `## Heading ##` of Markdown and `== Heading ==` of MediaWiki. */
const marked = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$|^(={2,6})[ \t]*(.+?)[ \t]*\2[ \t]*$/;

/** @param body without front matter. */
export function sourceSections(body: string): SourceSection[] {
  let current: SourceSection = { heading: "", lines: [] };
  const sections = [current];
  let open: string | undefined;
  for (const line of body.split(/\r\n?|\n/)) {
    const mark = fence.exec(line)?.[1];
    if (open ? mark?.startsWith(open) : mark) open = open ? undefined : mark;
    const found = open ? null : marked.exec(line);
    if (found) {
      current = { heading: plain(found[1] ?? found[3] ?? ""), lines: [] };
      sections.push(current);
    } else if (line.trim()) current.lines.push(line.trim());
  }
  return sections;
}

/** A heading without the marks of Markdown, as far as they matter to a person who reads its name. */
const plain = (heading: string) => heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");

/** @returns the sections that differ, in the order of the newer text, then those that are gone. */
export function sectionChanges(before: readonly SourceSection[], after: readonly SourceSection[]): SectionChange[] {
  const former = byHeading(before);
  const present = byHeading(after);
  const changes = [...present].map(([key, { heading, lines }]): SectionChange => {
    const old = former.get(key);
    former.delete(key);
    return { heading, ...wordChanges(old?.lines ?? [], old ? lines : [heading, ...lines]) };
  });
  for (const { heading, lines } of former.values()) changes.push({ heading, ...wordChanges([heading, ...lines], []) });
  return changes.filter(({ added, removed }) => added + removed > 0);
}

/** Several sections may have one heading: they are told apart by their order. */
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

/** Beyond so many lines a text is taken for another one: the search for the fewest edits takes the square of their number. */
const maxEdits = 2000;

/** Lines are compared first, and words only where lines differ. */
export function wordChanges(before: readonly string[], after: readonly string[]): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  const count = (gone: readonly string[], come: readonly string[]) => {
    const words = new Map<string, number>();
    for (const word of wordsOf(gone)) words.set(word, (words.get(word) ?? 0) + 1);
    let left = [...words.values()].reduce((sum, number) => sum + number, 0);
    for (const word of wordsOf(come)) {
      const known = words.get(word) ?? 0;
      if (known > 0) {
        words.set(word, known - 1);
        left--;
      } else added++;
    }
    removed += left;
  };
  if (before.length === after.length && before.every((line, index) => line === after[index])) return { added, removed };
  const parts =
    before.length && after.length ? diffArrays([...before], [...after], { maxEditLength: maxEdits }) : undefined;
  if (!parts) {
    count(before, after);
    return { added, removed };
  }
  let gone: string[] = [];
  let come: string[] = [];
  for (const part of parts) {
    if (part.removed) gone.push(...part.value);
    else if (part.added) come.push(...part.value);
    else {
      count(gone, come);
      [gone, come] = [[], []];
    }
  }
  count(gone, come);
  return { added, removed };
}

/** In scripts without spaces each character counts. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.match(word) ?? []);
}
