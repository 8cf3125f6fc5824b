/** Finds fields that only other kinds of proposals have, and fields without a value. */
import { idOf } from "../../../config/index.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { isEmpty } from "../../../content/parse/fields.js";
import { hasText, textOf, unmetCondition } from "../proposals.js";
import { defineRule } from "../rule.js";

export const surplusFields = defineRule({
  id: "surplus-fields",
  severity: "warn",
  summary: "A field that only proposals of another status or type have, or one without a value",
  help: `A deadline that is over, or a reason for a withdrawal that was taken back, misleads readers and programs. \`when\` of a field in the series says
which proposals have it.

Wrong: \`last-call-deadline: 2026-03-01\` in a final proposal, \`requires:\` with nothing after it
Right: no such line`,
  scope: "proposals",
  check({ series, proposal, entries }) {
    if (!series || !proposal || !hasText(proposal)) return [];
    return entries.flatMap(({ key, keyPosition, value }) => {
      const rule = series.fields.find((field) => normalizeKey(field.key) === normalizeKey(key));
      if (!rule) return [];
      const location = { ...keyPosition, length: key.length };
      const unmet = unmetCondition(rule, entries);
      if (unmet) {
        const [field, values] = unmet;
        // The rule `field-values` reports a value that does not exist, and no field depends on it.
        const allowed = series.fields.find((candidate) => normalizeKey(candidate.key) === normalizeKey(field))?.values;
        const { text = "" } = textOf(entries.find((entry) => normalizeKey(entry.key) === normalizeKey(field))) ?? {};
        if (allowed && !allowed.some((allowedValue) => idOf(allowedValue) === idOf(text))) return [];
        const message = `a proposal has "${key}" only when its ${field} is ${values.join(" or ")}`;
        return [{ message, ...location, help: "Remove the line." }];
      }
      if (rule.required !== false || !isEmpty(value)) return [];
      return [{ message: `"${key}" has no value`, ...location, help: "Remove the line, or complete it." }];
    });
  },
});
