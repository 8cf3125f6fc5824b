/** Checks that a field with a list of values has one of them. */
import { idOf } from "../../../config/index.js";
import { keysOf, normalizeKey } from "../../../content/metadata/keys.js";
import { suggestion } from "../../../shared/text.js";
import { hasText, textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

export const fieldValues = defineRule({
  id: "field-values",
  severity: "error",
  summary: "A value that the series does not list for the field, or one that is spelled differently",
  help: `\`values\` of a field in the series lists its possible values, such as the types of proposals, in the spelling of the register. Other programs
compare these values letter by letter.

Wrong: \`type: Standard Track\`, \`status: last call\`
Right: \`type: Standards Track\`, \`status: Last Call\``,
  scope: "proposals",
  check({ series, proposal, entries }) {
    if (!series || !proposal || !hasText(proposal)) return [];
    // The build reports an unknown status and an unknown category.
    const reported = [
      ...(series.statuses.some(({ id }) => id === proposal.meta.status) ? [] : keysOf(series, "status")),
      ...(series.category.values.some(({ id }) => id === proposal.meta.category) ? [] : series.category.keys),
    ].map(normalizeKey);
    return series.fields.flatMap(({ key, values }) => {
      const entry = entries.find((fieldEntry) => normalizeKey(fieldEntry.key) === normalizeKey(key));
      const value = textOf(entry);
      if (!entry || !value || !values || values.includes(value.text)) return [];
      if (value.text === "" || reported.includes(normalizeKey(key))) return [];
      const same = values.find((spelling) => idOf(spelling) === idOf(value.text));
      return [
        {
          message: same
            ? `"${value.text}" is spelled "${same}" in this register`
            : `"${entry.key}" cannot be "${value.text}"`,
          ...value.position,
          length: value.length,
          help: same ? `Write ${entry.key}: ${same}` : suggestion(value.text, values),
        },
      ];
    });
  },
});
