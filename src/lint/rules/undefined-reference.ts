/** Links and footnotes whose definition is missing. */

import { proseLines } from "../prose.js";
import { defineRule, noOptions } from "../rule.js";

export const undefinedReference = defineRule({
  id: "undefined-reference",
  severity: "warn",
  summary: "A link or a footnote whose definition is missing",
  help: `\`[text][name]\` needs a line \`[name]: https://…\`, and \`[^1]\` a line \`[^1]: the note\`. Without it the page shows the brackets.

Wrong: \`see [the code][code]\` with no line \`[code]: …\`
Right: \`see [the code][code]\` and, on a line of its own, \`[code]: https://example.org/code\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    const prose = proseLines(file);
    const definition = /^\s{0,3}(?:>\s*)*\[([^\]]+)\]:/;
    const known = new Set(prose.flatMap(({ text }) => definition.exec(text)?.[1] ?? []).map(normalize));
    return prose.flatMap(({ line, text }) => {
      if (definition.test(text)) return [];
      const links = [...text.matchAll(/(?<![\w\])])!?\[([^\][]+)\]\[([^\][]*)\]/g)].map(
        ({ 0: written, 1: own = "", 2: name, index }) => ({
          written,
          index,
          name: name || own,
        }),
      );
      const notes = [...text.matchAll(/(?<!\w)\[(\^[^\][\s]+)\](?![:(])/g)].map(
        ({ 0: written, 1: name = "", index }) => ({ written, index, name }),
      );
      return [...links, ...notes]
        .filter(({ name }) => !known.has(normalize(name)))
        .map(({ written, index, name }) => ({
          message: `${written} has no definition`,
          line,
          column: index + 1,
          length: written.length,
          help: name.startsWith("^") ? `Add a line: [${name}]: the note` : `Add a line: [${name}]: https://…`,
        }));
    });
  },
});

/** Names are compared without regard to case and white space (CommonMark, link labels). */
function normalize(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
