/** Rules that cipgen had: a configuration that names one gets told which rule of markdownlint checks the same. */
const inMarkdownlint: Readonly<Record<string, string>> = {
  "trailing-space": "MD009",
  "final-newline": "MD047",
  "heading-levels": "MD001",
  "table-shape": "MD056",
  "undefined-reference": "MD052",
  "unused-definition": "MD053",
  "code-language": "MD040",
  "link-text": "MD059",
  "image-text": "MD045",
};

/** @param id of no rule of cipgen. @returns what to do about it, where markdownlint has such a rule. */
export function helpForRemovedRule(id: string): string | undefined {
  return Object.hasOwn(inMarkdownlint, id)
    ? `Remove it: markdownlint has this rule, ${inMarkdownlint[id]}.`
    : undefined;
}
