/** Checks that fields have the order of the series; the fix moves whole lines. */

import type { FieldEntry } from "../../../content/metadata/entries.js";
import { listsFrontMatter, normalizeKey } from "../../../content/metadata/keys.js";
import type { LintFile } from "../file.js";
import { hasText } from "../proposals.js";
import { defineRule, type Edit } from "../rule.js";

export const fieldOrder = defineRule({
  id: "field-order",
  severity: "warn",
  summary: "Fields in a different order than in the series",
  help: `Reviewers read the metadata of many proposals: what they look for should always be in the same place. The order is that of \`fields\`
of the series, unless it lists only fields to be shown. In front matter with lines for each field, \`lint --fix\` moves them together with the comments above the field.

Wrong: \`title\` before \`cip\`
Right: \`cip\` before \`title\``,
  scope: "proposals",
  fixes: true,
  check(file) {
    const misplaced = firstMisplaced(file);
    if (!misplaced) return [];
    const { entry, before } = misplaced;
    const canMove = hasFieldLines(file);
    return [
      {
        message: `the field "${entry.key}" belongs before "${before.key}"`,
        ...entry.keyPosition,
        length: entry.key.length,
        help: canMove
          ? "`lint --fix` puts the fields in order."
          : "Move it there: `lint --fix` moves only whole lines of front matter.",
        edits: canMove ? [sortFields(file)] : [],
      },
    ];
  },
});

function sortFields(file: LintFile): Edit {
  const starts = file.entries.map((entry, index) => (index === 0 ? 2 : firstLineOf(file, entry, index)));
  // The line of the closing --- ends the last field.
  const end = file.bodyLine - 1;
  const blocks = file.entries.map((entry, index) => ({
    rank: rankOf(file, entry),
    text: file.text.slice(file.offset(starts[index] ?? 2), file.offset(starts[index + 1] ?? end)),
  }));
  const sorted = blocks.toSorted((a, b) => a.rank - b.rank);
  return { start: file.offset(2), end: file.offset(end), text: sorted.map(({ text }) => text).join("") };
}

/** The place of a field in the order of the series; fields without one come last. */
function rankOf({ series }: LintFile, { key }: FieldEntry): number {
  const index = series?.fields.findIndex((field) => normalizeKey(field.key) === normalizeKey(key)) ?? -1;
  return index === -1 ? Number.MAX_SAFE_INTEGER : index;
}

function firstMisplaced(file: LintFile): { entry: FieldEntry; before: FieldEntry } | undefined {
  if (!file.proposal || !hasText(file.proposal) || !file.series || !listsFrontMatter(file.series)) return undefined;
  const ranked = file.entries.map((entry) => ({ entry, rank: rankOf(file, entry) }));
  for (const [index, { entry, rank }] of ranked.entries()) {
    const before = ranked.slice(0, index).find((earlier) => earlier.rank > rank);
    if (before) return { entry, before: before.entry };
  }
  return undefined;
}

/** Whether each field has lines of its own, unlike those of `{a: 1, b: 2}`. */
function hasFieldLines({ entries, form, lines }: LintFile): boolean {
  return (
    form === "yaml" && lines[0]?.trimEnd() === "---" && entries.every(({ keyPosition }) => keyPosition.column === 1)
  );
}

/** The first line of a field, or of the comments directly above it. */
function firstLineOf({ lines, entries }: LintFile, { keyPosition }: FieldEntry, index: number): number {
  const previous = entries[index - 1]?.keyPosition.line ?? 1;
  let { line } = keyPosition;
  while (line - 1 > previous && lines[line - 2]?.startsWith("#")) line--;
  return line;
}
