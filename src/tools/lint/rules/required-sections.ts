/** Checks that a proposal has the sections and the wording that its series requires. */
import type { SectionRule, Series } from "../../../config/index.js";
import { foldSpaces } from "../../../shared/text.js";
import type { LintFile } from "../file.js";
import { proseLines } from "../file.js";
import { findSection, hasText, headingText, missingSections, sectionHeadings } from "../proposals.js";
import { defineRule, type Finding } from "../rule.js";

export const requiredSections = defineRule({
  id: "required-sections",
  severity: "error",
  summary: "A section that every proposal of the series needs is missing, or says something else",
  help: `\`sections\` of the series defines which second-level headings a proposal needs, and \`text\` of one what all proposals
say in it, such as a license. If a section does not apply, say why.

Wrong: no \`## Security Considerations\`
Right: all sections of the register's template`,
  scope: "proposals",
  check(file) {
    const { series, proposal, bodyLine } = file;
    if (!series || !proposal || !hasText(proposal)) return [];
    const missing = missingSections(file);
    const { unclosed } = file.structure();
    // The missing sections are probably in the block of code that is not closed.
    if (unclosed && missing.length > 0) {
      const { fence, position, message, help } = unclosed;
      return [{ message: `${message}, so the sections in it are missing`, ...position, length: fence.length, help }];
    }
    const wrong = series.sections.flatMap((section) => findOtherWording(file, series, section));
    const prose = missing.length > 0 && file.format === "markdown" ? proseLines(file) : [];
    const absent = missing.map((section) => {
      const { title } = section;
      const proseLine = prose.find(({ text }) => findSection(series, headingLike.exec(text)?.[1] ?? "") === section);
      return proseLine
        ? {
            message: `the section "${title}" is missing, because this is not a heading of the second level`,
            line: proseLine.line,
            column: 1,
            length: proseLine.text.trimEnd().length,
            help: `Write ${headingText(file, title)}`,
          }
        : {
            message: `the section "${title}" is missing`,
            line: bodyLine,
            column: 1,
            help: `Add a heading: ${headingText(file, title)}`,
          };
    });
    return [...absent, ...wrong];
  },
});

/** Reports a section whose text differs from the one that the series prescribes for it. */
function findOtherWording(file: LintFile, series: Series, section: SectionRule): Finding[] {
  const { title, text } = section;
  const { headings, definitions } = file.structure();
  const heading = sectionHeadings(file).find((candidate) => findSection(series, candidate.text) === section);
  if (text === undefined || !heading) return [];
  const end = headings[headings.indexOf(heading) + 1]?.position.line ?? file.lines.length + 1;
  const lines = file.lines.slice(heading.lastLine, end - 1);
  // Definitions of links and footnotes often end a text, and do not belong to its last section.
  const firstDefinition = lines.findIndex((line) => /^ {0,3}\[[^\]]+\]:/.test(line));
  const written = lines.slice(0, firstDefinition === -1 ? undefined : firstDefinition).join(" ");
  // `[words][label]` and `[words]` become `[words](url)`.
  const withUrls = written.replace(/\[([^\][]+)\](?:\[([^\][]*)\])?(?!\()/g, (link, words: string, label?: string) => {
    const name = (label || words).trim().toLowerCase();
    const definition = definitions.find((candidate) => candidate.label.toLowerCase() === name);
    return definition ? `[${words}](${definition.url})` : link;
  });
  const normalize = (words: string) =>
    foldSpaces(words.replace(/\*\*|__/g, ""))
      .trim()
      .replace(/\.$/, "");
  if (normalize(withUrls) === normalize(text)) return [];
  const message = `the section "${title}" differs from the wording that every proposal has`;
  return [{ message, ...heading.position, length: title.length + 3, help: `Write ${text}` }];
}

/** Matches a heading of any level, also without a space after `#`, and a line of bold text. */
const headingLike = /^ {0,3}(?:#{1,6}|\*\*|__)[ \t]*([^\s#*_](?:.*[^\s#*_:])?)[\s#*_:]*$/;
