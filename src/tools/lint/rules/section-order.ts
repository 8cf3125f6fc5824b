/** Checks that sections are in the order of the series, which readers expect. */
import * as z from "zod";
import { previewToBeWritten, toBeWritten } from "../../../config/index.js";
import type { LintFile } from "../file.js";
import { proseLines } from "../file.js";
import { findSection, hasText, headingText, sectionHeadings } from "../proposals.js";
import { defineRule, type Finding } from "../rule.js";

export const sectionOrder = defineRule({
  id: "section-order",
  severity: "warn",
  summary: "Sections in a different order than in the series, or twice",
  help: `Readers of many proposals expect each section in its usual place. The order is that of \`sections\` of the series; sections that it does not
name may be anywhere. Option \`others: false\`: the text has only sections of the series, under exactly these titles, and nothing before the first.

Wrong: \`## Motivation\` before \`## Abstract\`
Right: \`## Abstract\` before \`## Motivation\``,
  scope: "proposals",
  options: z.strictObject({ others: z.boolean().default(true) }),
  check(file, _site, { others }) {
    const { series, proposal } = file;
    if (!series || !proposal || !hasText(proposal)) return [];
    const sections = sectionHeadings(file).map(({ text, position }) => {
      const section = findSection(series, text);
      return { text, location: { ...position, length: text.length + 3 }, section };
    });
    const ranked = sections.flatMap(({ section, ...heading }) =>
      section ? [{ ...heading, rank: series.sections.indexOf(section) }] : [],
    );
    const misplaced = ranked.flatMap(({ text, location, rank }, index): Finding[] => {
      const earlier = ranked.slice(0, index);
      if (earlier.some((previous) => previous.rank === rank))
        return [{ message: `a second section "${text}"`, ...location }];
      const before = earlier.find((previous) => previous.rank > rank);
      return before ? [{ message: `the section "${text}" belongs before "${before.text}"`, ...location }] : [];
    });
    if (others || series.sections.length === 0) return misplaced;
    const titles = series.sections.map(({ title }) => title);
    const unlisted = sections.flatMap(({ text, location, section }): Finding[] => {
      if (section?.title === text) return [];
      const message = section
        ? `the section "${text}" is called "${section.title}"`
        : `the series names no section "${text}"`;
      const help = section
        ? `Write ${headingText(file, section.title)}`
        : unlistedHelp(!ranked.some((rankedHeading) => rankedHeading.location.line < location.line), titles);
      return [{ message, ...location, help }];
    });
    return [...misplaced, ...unlisted, ...findTextBefore(file)];
  },
});

/** @param isFirst whether the section comes before all sections of the series, so that it cannot become a part of the one above. */
function unlistedHelp(isFirst: boolean, titles: readonly string[]): string {
  return isFirst
    ? `Move its text into one of these sections: ${titles.join(", ")}.`
    : `Make it a part (###) of one of these sections: ${titles.join(", ")}.`;
}

/** Reports text before the first section, except placeholders and comments. */
function findTextBefore(file: LintFile): Finding[] {
  const [first] = file.structure().headings;
  let isComment = false;
  const line = proseLines(file).find(({ text }) => {
    const wasComment = isComment || /^\s*<!--/.test(text);
    isComment = wasComment && !text.includes("-->");
    return !wasComment && !["", toBeWritten, previewToBeWritten].includes(text.trim());
  })?.line;
  if (!first || line === undefined || line >= first.position.line) return [];
  return [{ message: "text before the first section", line, column: 1, help: "Move it into a section." }];
}
