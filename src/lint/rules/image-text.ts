/** Pictures that everybody can read. */
import { proseLines } from "../file.js";
import { defineRule, type Finding, noOptions } from "../rule.js";

export const imageText = defineRule({
  id: "image-text",
  severity: "warn",
  summary: "A picture without a text that says what it shows",
  help: `Screen readers read the text aloud, search finds it, and it stands where a picture cannot be loaded. In HTML, \`alt=""\` says that a picture is an
ornament.

Wrong: \`![](./flow.png)\`, \`<img src="flow.png">\`
Right: \`![The owner signs, and the relayer sends](./flow.png)\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    const help = "Say in a few words what it shows.";
    const message = "a picture without a text";
    const images = file
      .structure()
      .images.flatMap(({ alt, url, position }): Finding[] =>
        alt.trim() === "" ? [{ message, ...position, length: Math.max(1, url.length), help }] : [],
      );
    const html = proseLines(file).flatMap(({ line, text }) =>
      [...text.matchAll(/<img\s(?![^<>]*\balt\s*=)[^<>]*>/gi)].map(({ 0: tag, index }) => ({
        message,
        line,
        column: index + 1,
        length: tag.length,
        help: 'Add alt="…".',
      })),
    );
    return [...images, ...html];
  },
});
