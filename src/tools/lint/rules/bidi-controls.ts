/** Finds control characters that make the order of text on the screen differ from its order in the file. */
import { defineRule } from "../rule.js";

export const bidiControls = defineRule({
  id: "bidi-controls",
  severity: "error",
  summary: "A character that changes the direction of text",
  help: `Embeddings, overrides and isolates (U+202A to U+202E, U+2066 to U+2069) show text in a different order from the one in which programs read it: a reviewer
sees different code than a compiler ("Trojan Source", CVE-2021-42574). Text in Arabic or Hebrew needs none of them.

Wrong: an override before the name of an account
Right: the name alone`,
  scope: "texts",
  check: ({ lines }) =>
    lines.flatMap((text, index) =>
      [...text.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)].map(({ 0: character, index: offset }) => ({
        message: `a control character for the direction of text, U+${character.charCodeAt(0).toString(16).toUpperCase()}`,
        line: index + 1,
        column: offset + 1,
        help: "Remove it: readers see the text in a different order from the one in which programs read it.",
      })),
    ),
});
