/** Sections that every proposal needs. */
import { isShown, knownSection, sectionsOf } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

export const requiredSections = defineRule({
  id: "required-sections",
  severity: "error",
  summary: "A section that every proposal of the series needs is missing",
  help: `\`sections\` of the series defines which second-level headings a proposal needs. If a section does not apply, say why.

Wrong: no \`## Security Considerations\`
Right: all sections of the register's template`,
  scope: "proposals",
  options: noOptions,
  check(file) {
    const { series, proposal, bodyLine } = file;
    if (!series || !proposal || !isShown(proposal)) return [];
    const present = new Set(sectionsOf(file).map(({ text }) => knownSection(series, text)));
    const missing = series.sections.filter((section) => section.required && !present.has(section));
    const { unclosed } = file.structure();
    // What is missing is mostly in that block.
    if (unclosed && missing.length > 0) {
      const { fence, position } = unclosed;
      const message = "this block of code is never closed, so the sections below it are missing";
      return [{ message, ...position, length: fence.length, help: `Close it with a line of ${fence}` }];
    }
    return missing.map(({ title }) => ({
      message: `the section "${title}" is missing`,
      line: bodyLine,
      column: 1,
      help: `Add a heading: ## ${title}`,
    }));
  },
});
