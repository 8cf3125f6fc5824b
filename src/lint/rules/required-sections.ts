/** Sections that every proposal needs. */
import { isShown, knownSection, sectionsOf } from "../proposals.js";
import { proseLines } from "../prose.js";
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
    const others = missing.length > 0 && file.format === "markdown" ? proseLines(file) : [];
    return missing.map((section) => {
      const { title } = section;
      const other = others.find(({ text }) => knownSection(series, headingLike.exec(text)?.[1] ?? "") === section);
      return other
        ? {
            message: `the section "${title}" is missing, because this is no heading of the second level`,
            line: other.line,
            column: 1,
            length: other.text.trimEnd().length,
            help: `Write ## ${title}`,
          }
        : {
            message: `the section "${title}" is missing`,
            line: bodyLine,
            column: 1,
            help: `Add a heading: ## ${title}`,
          };
    });
  },
});

/** What looks like a heading: one of any level, one without its space, or a line of bold text. */
const headingLike = /^ {0,3}(?:#{1,6}|\*\*|__)[ \t]*([^\s#*_](?:.*[^\s#*_:])?)[\s#*_:]*$/;
