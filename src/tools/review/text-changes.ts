/** Compares two texts: line by line, grouped by section, and by the number of changed words. */
import { diffArrays } from "diff";
import { getOrAdd } from "../../shared/lazy.js";
import { withLineFeeds } from "../../shared/lines.js";
import type { SectionChange } from "../../shared/review.js";
import { textFormat } from "../../shared/text-format.js";
import { readStructure } from "../lint/structure.js";
import type { ProposalSide } from "./changes.js";

/** Lines that were replaced by others; either list may be empty. */
export interface Hunk {
  removed: string[];
  added: string[];
  /** The title of its section, in the newer text if it has lines there. */
  section: string;
  /** Line of the newer file where the hunk is, from 1. */
  line: number;
}

/** Beyond this number of edits two texts count as wholly different: finding the shortest edit script takes quadratic time. */
const maxEdits = 4000;

/** @returns the differences of two bodies; an absent side is an empty text. */
export function diffBodies(before: ProposalSide | undefined, after: ProposalSide | undefined): Hunk[] {
  const [older, newer] = [linesOf(before), linesOf(after)];
  const [olderSections, newerSections] = [sectionByLine(before), sectionByLine(after)];
  const parts = diffArrays(older, newer, { maxEditLength: maxEdits }) ?? [
    { removed: true, added: false, value: older },
    { removed: false, added: true, value: newer },
  ];
  const hunks: Hunk[] = [];
  let [olderIndex, newerIndex] = [0, 0];
  let open: Hunk | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      open = undefined;
      olderIndex += value.length;
      newerIndex += value.length;
      continue;
    }
    // Removed lines and the lines that replace them are one hunk, unless they are in different sections.
    for (const line of value) {
      const section = (added ? newerSections[newerIndex] : olderSections[olderIndex]) ?? "";
      if (open?.section !== section) {
        open = { removed: [], added: [], section, line: (after?.bodyLine ?? 1) + newerIndex };
        hunks.push(open);
      }
      (added ? open.added : open.removed).push(line);
      if (added) newerIndex++;
      else olderIndex++;
    }
  }
  return hunks;
}

/** @returns the sections that differ, in the order of the newer text, removed ones last. */
export function changedSections(
  hunks: readonly Hunk[],
  before: ProposalSide | undefined,
  after: ProposalSide | undefined,
): SectionChange[] {
  const [older, newer] = [new Set(sectionByLine(before)), new Set(sectionByLine(after))];
  const changeOf = (section: string): SectionChange["change"] => {
    if (!older.has(section)) return "added";
    return newer.has(section) ? "changed" : "removed";
  };
  const changes = new Map<string, SectionChange>();
  for (const { section: title, added, removed } of hunks) {
    if ([...added, ...removed].every((line) => line.trim() === "")) continue;
    const total = getOrAdd(changes, title, () => ({ title, change: changeOf(title), added: 0, removed: 0 }));
    total.added += added.length;
    total.removed += removed.length;
  }
  const order = [...newer];
  const rank = ({ title, change }: SectionChange) => (change === "removed" ? order.length : order.indexOf(title));
  return [...changes.values()].sort((a, b) => rank(a) - rank(b));
}

/** The number of replaced, added or removed words. */
export function countWords({ removed, added }: Pick<Hunk, "removed" | "added">): number {
  const [older, newer] = [wordsOf(removed), wordsOf(added)];
  const parts = diffArrays(older, newer, { maxEditLength: maxEdits });
  if (!parts) return Math.max(older.length, newer.length);
  const count = (side: "added" | "removed") =>
    parts.reduce((sum, part) => sum + (part[side] ? part.value.length : 0), 0);
  return Math.max(count("added"), count("removed"));
}

/** The hunk without the targets of links: those of definitions, those in brackets, and bare URLs. */
export function withoutLinks({ removed, added, ...hunk }: Hunk): Hunk {
  const clean = (line: string) =>
    line
      .replace(/^\s{0,3}\[[^\]]+\]:\s.*$/, "")
      .replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, "]")
      .replace(/<?https?:\/\/[^\s<>)\]]+>?/g, "");
  return { ...hunk, removed: removed.map(clean), added: added.map(clean) };
}

function linesOf(side: ProposalSide | undefined): string[] {
  if (!side) return [];
  // A line end at the end of the file does not begin another line.
  return withLineFeeds(side.body).replace(/\n$/, "").split("\n");
}

function wordsOf(lines: readonly string[]): string[] {
  return lines.join(" ").split(/\s+/).filter(Boolean);
}

/** Title of the section that each line of the body is in. */
function sectionByLine(side: ProposalSide | undefined): string[] {
  if (!side) return [];
  const { headings } = readStructure(side.body, 1, textFormat(side.path) ?? "markdown");
  const level = headings.some((heading) => heading.level === 2) ? 2 : 1;
  const starts = new Map(
    headings.filter((heading) => heading.level === level).map(({ text, position }) => [position.line, text]),
  );
  let title = "";
  return linesOf(side).map((_, index) => {
    title = starts.get(index + 1) ?? title;
    return title;
  });
}
