/** Checks that dates have the one form that sorts, and an order that is possible. */
import * as z from "zod";
import type { FieldName } from "../../../config/index.js";
import { flatten } from "../../../content/parse/fields.js";
import { defineRule, regularExpression } from "../rule.js";

/** Matches a day, alone or followed by a time or a remark in brackets. The day may be in brackets itself, as in the template of the Ember RFCs. */
const isoDate = /^\(?\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?\)?(?: \([^()]+\))?$/;
const fields: FieldName[] = ["date", "updated", "deadline"];

export const dateForm = defineRule({
  id: "date-form",
  severity: "error",
  summary: "A date that does not exist, is not written as YYYY-MM-DD, or is earlier than the proposal",
  help: `Dates in one form can be sorted and searched, and are understood in every country. A deadline or an update cannot be earlier than the proposal.
Option \`pattern\`: a regular expression of another form that the register's process asks for.

Wrong: \`date: 28.5.2022\`, \`date: 2022-02-30\`
Right: \`date: 2022-05-28\``,
  scope: "proposals",
  options: z.strictObject({ pattern: regularExpression.optional() }),
  adopts: ["date-invalid"],
  check(file, _site, { pattern }) {
    const seriesPattern = pattern === undefined ? undefined : new RegExp(pattern);
    const { meta } = file.proposal ?? {};
    return fields.flatMap((field) => {
      const entry = file.field(field);
      const text = entry && flatten(entry.value).at(-1)?.text;
      // The build has already reported values that are not dates.
      const date = meta?.[field as "date" | "updated" | "deadline"];
      if (!entry || !date) return [];
      const location = { ...entry.value.position, length: entry.value.length };
      if (!isoDate.test(text ?? "") && !seriesPattern?.test(text ?? ""))
        return [{ message: `"${text}" should be written as ${date}`, ...location }];
      if (field !== "date" && meta?.date && date < meta.date)
        return [{ message: `"${entry.key}" is earlier than the proposal's date, ${meta.date}`, ...location }];
      return [];
    });
  },
});
