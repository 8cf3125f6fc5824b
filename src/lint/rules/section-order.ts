/** Sections in the order that readers expect. */
import { knownSection, sectionsOf } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

export const sectionOrder = defineRule({
  id: "section-order",
  severity: "warn",
  summary: "Sections in a different order than in the series, or twice",
  help: `Readers of many proposals expect each section in its usual place. The order is that of \`sections\` of the series; sections that it does not
name may be anywhere.

Wrong: \`## Motivation\` before \`## Abstract\`
Right: \`## Abstract\` before \`## Motivation\``,
  scope: "proposals",
  options: noOptions,
  check(file) {
    const { series } = file;
    if (!series) return [];
    const ranked = sectionsOf(file).flatMap(({ text, position }) => {
      const section = knownSection(series, text);
      const rank = section ? series.sections.indexOf(section) : -1;
      return section ? [{ text, position, rank, anywhere: section.anywhere }] : [];
    });
    return ranked.flatMap(({ text, position, rank, anywhere }, index) => {
      const earlier = ranked.slice(0, index);
      const place = { ...position, length: text.length + 3 };
      if (earlier.some((other) => other.rank === rank)) return [{ message: `a second section "${text}"`, ...place }];
      const before = anywhere ? undefined : earlier.find((other) => !other.anywhere && other.rank > rank);
      return before ? [{ message: `the section "${text}" belongs before "${before.text}"`, ...place }] : [];
    });
  },
});
