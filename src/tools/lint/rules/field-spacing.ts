/** Checks the spaces in front matter, for programs that read it line by line. */
import { keysOf, normalizeKey } from "../../../content/metadata/keys.js";
import { defineRule, type Finding } from "../rule.js";

/** Matches a field and its value on one line, without quotes, comments or other syntax of YAML. */
const plainField = /^(\w[^:#'"]*:)([ \t]*)([^\s'"|>[{&*!].*?)[ \t]*$/;

export const fieldSpacing = defineRule({
  id: "field-spacing",
  severity: "warn",
  summary: "Not exactly one space before a value of front matter, or after a comma in it, or spaces after the value",
  help: `Many programs read front matter line by line, without a parser. They expect one space after the colon and after each comma between authors or
numbers, something between two commas, and nothing after the value. \`lint --fix\` corrects the spaces.

Wrong: \`requires:  20,165\`
Right: \`requires: 20, 165\``,
  scope: "proposals",
  fixes: true,
  check(file) {
    const { series, form, entries, lines } = file;
    if (!series || form !== "yaml") return [];
    const lists = (["author", "requires", "supersedes", "supersededBy", "updates", "updatedBy"] as const)
      .flatMap((name) => keysOf(series, name))
      .map(normalizeKey);
    return entries.flatMap(({ keyPosition: { line, column }, key, value }): Finding[] => {
      const written = lines[line - 1] ?? "";
      const [, name = "", space = "", text = ""] = plainField.exec(written) ?? [];
      const end = written.trimEnd().length;
      if (end < written.length) {
        const edits = [{ start: file.offset(line) + end, end: file.offset(line) + written.length, text: "" }];
        return [{ message: `"${key}" has spaces at the end of its line`, line, column: end + 1, edits }];
      }
      // The value has other syntax, several lines, or a comment after it.
      if (text === "" || column !== 1 || value.kind !== "text" || value.text !== text) return [];
      const location = { line, column: name.length + space.length + 1, length: text.length };
      const isList = lists.includes(normalizeKey(key));
      if (isList && /^,|,\s*(?:,|$)/.test(text))
        return [
          { message: `"${key}" has a comma with nothing before or after it`, ...location, help: "Remove the comma." },
        ];
      const correction = isList ? text.replace(/[ \t]*,[ \t]*/g, ", ") : text;
      const edits = [
        { start: file.offset(line), end: file.offset(line) + written.length, text: `${name} ${correction}` },
      ];
      if (space !== " ") return [{ message: `"${key}:" needs one space after it`, ...location, edits }];
      return correction === text
        ? []
        : [{ message: `a comma in "${key}" needs one space after it and none before it`, ...location, edits }];
    });
  },
});
