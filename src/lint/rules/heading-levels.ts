/** An outline without gaps, for readers who navigate by headings. */
import { knownSection } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

export const headingLevels = defineRule({
  id: "heading-levels",
  severity: "warn",
  summary: "A heading that skips a level, is empty, or is a second title",
  help: `Screen readers and the table of contents show headings as an outline. The page's title is its first level, so a text begins with \`##\`, and
no level is left out. A first \`#\` that repeats the title is allowed.

Wrong: \`## Specification\` followed by \`#### Methods\`
Right: \`## Specification\` followed by \`### Methods\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    // In reStructuredText the order of the underlines is that of the levels, so none is left out.
    if (file.format === "rst") return [];
    const { headings } = file.structure();
    let previous = 1;
    return headings.flatMap(({ level, text, position }, index) => {
      const skipped = level > previous + 1;
      const before = previous;
      previous = level;
      const place = { ...position, length: level + 1 + text.length };
      if (!text) return [{ message: "an empty heading", ...place }];
      if (level === 1 && index > 0)
        return [{ message: `"${text}" is a heading of the first level, which the title of the page has`, ...place }];
      // A section of the series that is not a heading of the second level is missing, which is reported.
      if (!skipped || (file.series && knownSection(file.series, text)?.required)) return [];
      const [mark, end] = file.format === "markdown" ? ["#", ""] : ["=", ` ${"=".repeat(before + 1)}`];
      const help = `Write ${mark.repeat(before + 1)} ${text}${end}`;
      return [{ message: `a heading of level ${level} follows one of level ${before}`, ...place, help }];
    });
  },
});
