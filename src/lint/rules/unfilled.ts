/** Placeholder text that was not replaced. */
import { previewToBeWritten, toBeWritten } from "../../config/index.js";
import { flatten } from "../../parse/fields.js";
import { keysOf, normalizeKey } from "../../parse/metadata/keys.js";
import type { LintFile } from "../file.js";
import { defineRule, type Finding, noOptions } from "../rule.js";

export const unfilled = defineRule({
  id: "unfilled",
  severity: "error",
  summary: "Placeholder text of `cipgen new` that was not replaced",
  help: `\`cipgen new\` writes a placeholder for every part that an author must write. If it is published, readers find it in lists and in search.

Wrong: \`author: Your Name (@your-handle)\`, a section that says \`To be written.\`
Right: who wrote it, and what they say`,
  scope: "proposals",
  options: noOptions,
  check: (file) => [...fields(file), ...paragraphs(file)],
});

/** The initial status and language may stay; a name and a description may not. */
function fields({ series, entries }: LintFile): Finding[] {
  if (!series) return [];
  const usual = (["number", "status", "lang", "date"] as const).flatMap((name) => keysOf(series, name));
  const kept = new Set([...usual, ...series.category.keys].map(normalizeKey));
  const initial = new Map(series.fields.map(({ key, initial: value }) => [normalizeKey(key), value]));
  return entries.flatMap(({ key, value }) => {
    const name = normalizeKey(key);
    if (kept.has(name)) return [];
    const [text] = flatten(value);
    if (!text || ![initial.get(name), toBeWritten, "Your Name"].includes(text.text)) return [];
    return [{ message: `"${key}" is as it was written for you`, ...text.position, length: text.length }];
  });
}

function paragraphs({ lines, bodyLine }: LintFile): Finding[] {
  return lines.flatMap((text, index) => {
    const line = index + 1;
    if (line < bodyLine || ![toBeWritten, previewToBeWritten].includes(text.trim())) return [];
    return [{ message: "this text was written for you to replace", line, column: 1, length: text.length }];
  });
}
