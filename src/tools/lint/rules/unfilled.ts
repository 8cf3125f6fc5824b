/** Finds placeholder text that its author has not replaced. */
import { previewToBeWritten, toBeWritten } from "../../../config/index.js";
import { keysOf, normalizeKey } from "../../../content/metadata/keys.js";
import { flatten } from "../../../content/parse/fields.js";
import type { LintFile } from "../file.js";
import { defineRule, type Finding } from "../rule.js";

export const unfilled = defineRule({
  id: "unfilled",
  severity: "error",
  summary: "Placeholder text of `cipgen new` that was not replaced",
  help: `\`cipgen new\` writes a placeholder for every part that an author must write. If it is published, readers find it in lists and in search.

Wrong: \`author: Your Name (@your-handle)\`, a section that says \`To be written.\` or \`<Precise rules.>\`
Right: who wrote it, and what they say`,
  scope: "proposals",
  check: (file) => [...findFields(file), ...findParagraphs(file)],
});

/** The initial status and language may stay; a name and a description may not. */
function findFields({ series, entries }: LintFile): Finding[] {
  if (!series) return [];
  const usual = (["number", "status", "lang", "date"] as const).flatMap((name) => keysOf(series, name));
  const exemptKeys = new Set([...usual, ...series.category.keys].map(normalizeKey));
  const initial = new Map(series.fields.map(({ key, initial: value }) => [normalizeKey(key), value]));
  return entries.flatMap(({ key, value }) => {
    const name = normalizeKey(key);
    if (exemptKeys.has(name)) return [];
    const [text] = flatten(value);
    if (!text || ![initial.get(name), toBeWritten, "Your Name"].includes(text.text)) return [];
    const help = "Replace it, or remove the line if the field is optional.";
    return [{ message: `"${key}" still has the text of the template`, ...text.position, length: text.length, help }];
  });
}

function findParagraphs(file: LintFile): Finding[] {
  const { lines, bodyLine } = file;
  return lines.flatMap((text, index) => {
    const line = index + 1;
    if (line < bodyLine || !isPlaceholder(paragraphAt(lines, index)) || file.structure().codeLines.has(line)) return [];
    const help = "Replace it, or remove the section if it does not apply.";
    return [{ message: `this is a placeholder: ${text.trim()}`, line, column: 1, length: text.length, help }];
  });
}

/** The line; if it begins with an angle bracket, also those that follow, to the end of the paragraph or the next such bracket. */
function paragraphAt(lines: readonly string[], index: number): string {
  let end = index + 1;
  if (/^\s*<(?!.*>\s*$)/.test(lines[index] ?? "")) while (/^\s*[^\s<][^<]*$/.test(lines[end] ?? "")) end++;
  return lines.slice(index, end).join(" ").trim();
}

/** Templates have sentences in angle brackets: `<Precise rules.>`. HTML has no capital with a full stop at the end. */
function isPlaceholder(text: string): boolean {
  return [toBeWritten, previewToBeWritten].includes(text) || /^<\p{Lu}[^<>="]*[.…?]>$/u.test(text);
}
