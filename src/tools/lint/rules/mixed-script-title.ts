/** Finds words of a title whose letters look alike but come from several scripts. */
import { textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

/** Scripts with similar letters, which no language mixes in a word. */
const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map((name) => ({
  name,
  letters: new RegExp(`\\p{Script=${name}}`, "u"),
}));

export const mixedScriptTitle = defineRule({
  id: "mixed-script-title",
  severity: "warn",
  summary: "A word of the title whose letters come from several scripts",
  help: `A Cyrillic \u0430 in a Latin word looks like an a, but search does not find it, and a title can imitate that of another proposal.

Wrong: \`title: Token Stand\u0430rd\` (the second a is Cyrillic)
Right: \`title: Token Standard\``,
  scope: "proposals",
  check(file) {
    const title = textOf(file.field("title"));
    if (!title) return [];
    return title.text.split(/[^\p{L}\p{M}]+/u).flatMap((word) => {
      const mixed = scripts.filter(({ letters }) => letters.test(word));
      if (mixed.length < 2) return [];
      const { line, column } = title.position;
      return [
        {
          message: `"${word}" mixes letters of ${mixed.map(({ name }) => name).join(" and ")}`,
          line,
          column: (file.lines[line - 1]?.indexOf(word) ?? column - 1) + 1 || column,
          length: word.length,
          help: "Type the word again with one keyboard.",
        },
      ];
    });
  },
});
