/** Sections that every proposal needs. */
import type { SectionRule } from "../../../config/index.js";
import { foldSpaces } from "../../../shared/text.js";
import type { LintFile } from "../file.js";
import { proseLines } from "../file.js";
import { isShown, knownSection, missingSections } from "../proposals.js";
import { defineRule, type Finding, noOptions } from "../rule.js";

export const requiredSections = defineRule({
  id: "required-sections",
  severity: "error",
  summary: "A section that every proposal of the series needs is missing, or says something else",
  help: `\`sections\` of the series defines which second-level headings a proposal needs, and \`text\` of one what all proposals
say in it, such as a license. If a section does not apply, say why.

Wrong: no \`## Security Considerations\`
Right: all sections of the register's template`,
  scope: "proposals",
  options: noOptions,
  check(file) {
    const { series, proposal, bodyLine } = file;
    if (!series || !proposal || !isShown(proposal)) return [];
    const missing = missingSections(file);
    const { unclosed } = file.structure();
    // What is missing is mostly in that block.
    if (unclosed && missing.length > 0) {
      const { fence, position, message } = unclosed;
      return [
        {
          message: `${message}, so the sections in it are missing`,
          ...position,
          length: fence.length,
          help: `Close it with a line of ${fence}`,
        },
      ];
    }
    const wrong = series.sections.flatMap((section) => otherText(file, section));
    const prose = missing.length > 0 && file.format === "markdown" ? proseLines(file) : [];
    const absent = missing.map((section) => {
      const { title } = section;
      const proseLine = prose.find(({ text }) => knownSection(series, headingLike.exec(text)?.[1] ?? "") === section);
      return proseLine
        ? {
            message: `the section "${title}" is missing, because this is not a heading of the second level`,
            line: proseLine.line,
            column: 1,
            length: proseLine.text.trimEnd().length,
            help: `Write ## ${title}`,
          }
        : {
            message: `the section "${title}" is missing`,
            line: bodyLine,
            column: 1,
            help: `Add a heading: ## ${title}`,
          };
    });
    return [...absent, ...wrong];
  },
});

/** A section that has not the text that the series sets for it. */
function otherText(file: LintFile, { title, text }: SectionRule): Finding[] {
  const { headings, definitions: all } = file.structure();
  const index = headings.findIndex((heading) => heading.level === 2 && heading.text === title);
  const start = headings[index]?.position.line;
  if (text === undefined || start === undefined) return [];
  const end = headings[index + 1]?.position.line ?? file.lines.length + 1;
  const lines = file.lines.slice(start, end - 1);
  const definitions = lines.findIndex((line) => /^ {0,3}\[[^\]]+\]:/.test(line));
  // Definitions of links and footnotes are often at the end of a text, and shown elsewhere.
  const written = lines.slice(0, definitions === -1 ? undefined : definitions).join(" ");
  const inOne = written.replace(/\[([^\][]+)\](?:\[([^\][]*)\])?(?!\()/g, (link, words: string, label?: string) => {
    const definition = all.find((candidate) => candidate.label.toLowerCase() === (label || words).trim().toLowerCase());
    return definition ? `[${words}](${definition.url})` : link;
  });
  const bare = (words: string) =>
    foldSpaces(words.replace(/\*\*|__/g, ""))
      .trim()
      .replace(/\.$/, "");
  if (bare(inOne) === bare(text)) return [];
  const message = `the section "${title}" differs from the wording that every proposal has`;
  return [{ message, line: start, column: 1, length: title.length + 3, help: `Write ${text}` }];
}

/** What looks like a heading: one of any level, one without its space, or a line of bold text. */
const headingLike = /^ {0,3}(?:#{1,6}|\*\*|__)[ \t]*([^\s#*_](?:.*[^\s#*_:])?)[\s#*_:]*$/;
