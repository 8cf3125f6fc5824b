/** One way to write the name of a proposal. */
import { numberPattern } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import { proseLines } from "../prose.js";
import { defineRule, noOptions } from "../rule.js";

export const mentionForm = defineRule({
  id: "mention-form",
  severity: "warn",
  summary: "A proposal that is mentioned in a form other than `LABEL-NUMBER`",
  help: `\`EIP-20\` is found by search, becomes a link, and is never split across two lines. \`EIP 20\`, \`EIP20\` and \`EIP #20\` are not.

Wrong: \`as in EIP 20\`
Right: \`as in EIP-20\``,
  scope: "texts",
  options: noOptions,
  check(file, site) {
    const labels = [...new Set(site.config.series.flatMap(({ label, mentions }) => [label, ...mentions]))];
    const names = labels.map(escapePattern).join("|");
    const pattern = new RegExp(`(?<![\\w/#-])(${names})(?: ?#| |)(${numberPattern})(?![\\w.]*\\d)`, "g");
    const isOwnTitle = (text: string, number: string | undefined) =>
      /^ {0,3}# /.test(text) && Number(number) === file.proposal?.number;
    return proseLines(file, { withoutLinks: true }).flatMap(({ line, text }) =>
      [...text.matchAll(pattern)].flatMap(([written, label, number], at, all) => {
        if (isOwnTitle(text, number)) return [];
        const message = `"${written}" is written ${label}-${number}`;
        return [{ message, line, column: (all[at]?.index ?? 0) + 1, length: written.length }];
      }),
    );
  },
});
