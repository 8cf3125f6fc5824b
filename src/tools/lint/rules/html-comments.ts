/** Finds comments, which readers of a page do not see. */

import { proseLines } from "../file.js";
import { defineRule } from "../rule.js";

export const htmlComments = defineRule({
  id: "html-comments",
  severity: "warn",
  summary: "A comment in the text, which no reader sees",
  help: `Most comments are instructions from a template, or unfinished text. Readers of the page never see them, and they
confuse readers of the source. \`<!--truncate-->\` and comments for markdownlint are allowed.

Wrong: \`<!-- explain the abstract here -->\`
Right: the abstract`,
  scope: "proposals",
  check: (file) => {
    const { series, proposal } = file;
    const tone = series?.statuses.find(({ id }) => id === proposal?.meta.status)?.tone;
    // The comment of a draft may still become text, and a proposal that was given up stays as it is.
    const isWarning = tone === "draft" || tone === "stopped";
    return proseLines(file).flatMap(({ line, text }) =>
      [...text.matchAll(/<!--(?!\s*(?:truncate|markdownlint-))/g)].map(({ index }) => ({
        message: "a comment that no reader sees",
        line,
        column: index + 1,
        length: 4,
        help: "Remove it, or make it part of the text.",
        ...(isWarning && { severity: "warning" as const }),
      })),
    );
  },
});
