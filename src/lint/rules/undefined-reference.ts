/** Links and footnotes that the page shows as they are written, because a definition is missing or an address has a space. */

import type { LintFile } from "../file.js";
import { type ProseLine, proseLines } from "../file.js";
import { defineRule, type Finding, noOptions } from "../rule.js";

export const undefinedReference = defineRule({
  id: "undefined-reference",
  severity: "warn",
  summary: "A link or a footnote whose definition is missing, or a link without an address or with a space in it",
  help: `\`[text][name]\` needs a line \`[name]: https://…\`, and \`[^1]\` a line \`[^1]: the note\`. Without it the page shows the brackets. So it
does with a space in an address, such as that of a picture: it is written \`%20\`. \`[text]()\` and \`[text](#)\` lead nowhere.

Wrong: \`see [the code][code]\` with no line \`[code]: …\`
Right: \`see [the code][code]\` and, on a line of its own, \`[code]: https://example.org/code\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    const prose = proseLines(file).filter(isMarkdown(file));
    const definition = /^\s{0,3}(?:>\s*)*\[([^\]]+)\]:/;
    const nowhere = file.structure().links.flatMap(({ url, text, position }): Finding[] => {
      if (file.format !== "markdown" || (url !== "" && url !== "#")) return [];
      const message = `the link "${text}" leads nowhere`;
      return [
        { message, ...position, length: Math.max(1, text.length), help: "Write its address, or the text alone." },
      ];
    });
    // Footnotes are known by their lines, and what is defined in an item of a list only by the parser.
    const inLines = prose.flatMap(({ text }) => definition.exec(text)?.[1] ?? []);
    const known = new Set([...inLines, ...file.structure().definitions.map(({ label }) => label)].map(normalize));
    const unknown = prose.flatMap(({ line, text }): Finding[] => {
      if (definition.test(text)) return [];
      const spaced = file.format === "markdown" ? withSpaces({ line, text }) : [];
      const links = [...text.matchAll(/(?<![\w\])])!?\[([^\][]+)\]\[([^\][]*)\]/g)].map(
        ({ 0: written, 1: own = "", 2: name, index }) => ({
          written,
          index,
          name: name || own,
        }),
      );
      // Behind a word, what is not a name is a class of a regular expression.
      const notes = [...text.matchAll(/(?:(?<!\w)\[(?=\^[^\][\s])|(?<=\w)\[(?=\^\w+\]))(\^[^\][\s]+)\](?![:(])/g)].map(
        ({ 0: written, 1: name = "", index }) => ({ written, index, name }),
      );
      const undefinedOnes = [...links, ...notes]
        .filter(({ name }) => !known.has(normalize(name)))
        .map(({ written, index, name }) => ({
          // As it is written: code is blank in prose.
          message: `${file.lines[line - 1]?.slice(index, index + written.length)} has no definition`,
          line,
          column: index + 1,
          length: written.length,
          help: name.startsWith("^") ? `Add a line: [${name}]: the note` : `Add a line: [${name}]: https://…`,
        }));
      return [...undefinedOnes, ...spaced];
    });
    return [...unknown, ...nowhere];
  },
});

/** The lines `[^1]: the note`, with names as they are compared. */
export function noteDefinitions(file: LintFile): { name: string; line: number }[] {
  return proseLines(file)
    .filter(isMarkdown(file))
    .flatMap(({ line, text }) => {
      const [, name] = /^\s{0,3}(?:>\s*)*\[(\^[^\]\s]+)\]:/.exec(text) ?? [];
      return name === undefined ? [] : [{ name: normalize(name), line }];
    });
}

/** Whether a line is not raw HTML, in which brackets are only brackets. */
function isMarkdown(file: LintFile): (line: ProseLine) => boolean {
  const { htmlLines } = file.structure();
  return ({ line }) => !htmlLines.has(line);
}

/** Links to files whose names have a space. */
function withSpaces({ line, text }: ProseLine): Finding[] {
  return [...text.matchAll(/!?\[[^\][]*\]\(([^()<>"'\s][^()<>"']*\s[^()<>"']*\.[a-z]\w{1,7})\)/gi)].map(
    ({ 0: written, 1: address = "", index }) => ({
      message: `${written} is not a link: its address has a space`,
      line,
      column: index + written.length - address.length,
      length: address.length,
      help: `Write ${address.replace(/\s/g, "%20")}`,
    }),
  );
}

/** Names are compared without regard to case and white space (CommonMark, link labels). */
function normalize(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
