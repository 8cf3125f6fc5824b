/** Finds fields that the series does not have, most of them misspelt: the build ignores them silently. */
import * as z from "zod";
import { allKeysOf, listsFrontMatter, normalizedKeysOf, normalizeKey } from "../../../content/metadata/keys.js";
import { didYouMean } from "../../../shared/text.js";
import { defineRule } from "../rule.js";

export const unknownFields = defineRule({
  id: "unknown-fields",
  severity: "error",
  summary: "An unknown field",
  help: `A misspelt field is ignored silently. List additional fields of the register in \`fields\` of
the series, or in the option \`allow\`. If the series lists no fields, only those that look misspelt are reported.

Wrong: \`staus: draft\`
Right: \`status: draft\``,
  scope: "proposals",
  options: z.strictObject({ allow: z.array(z.string()).default([]) }),
  check({ series, entries }, _site, { allow }) {
    if (!series) return [];
    const keys = [...allKeysOf(series), ...allow];
    // A field `prs.accepted` is the key `prs` in the text.
    const fieldNames = new Set([...keys.map(normalizeKey), ...normalizedKeysOf(series)]);
    const read = allKeysOf({ ...series, fields: [] });
    const isComplete = listsFrontMatter(series);
    return entries
      .filter(({ key }) => !fieldNames.has(normalizeKey(key)))
      .flatMap(({ key, keyPosition }) => {
        const near = didYouMean(key, isComplete ? keys : read);
        if (!isComplete && !near) return [];
        const help = near ? `Did you mean "${near}"?` : "Remove it, or add it to `fields` of the series.";
        return [{ message: `there is no field "${key}"`, ...keyPosition, length: key.length, help }];
      });
  },
});
