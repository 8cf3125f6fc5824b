/** Definitions of links that readers never see. */
import { defineRule, type Finding, noOptions } from "../rule.js";
import { noteDefinitions } from "./undefined-reference.js";

export const unusedDefinition = defineRule({
  id: "unused-definition",
  severity: "warn",
  summary: "A definition that no link uses, or a second one of the same name",
  help: `\`[name]: https://…\` is shown only where the text links \`[name]\`. Of two definitions with one name the first counts, and of two footnotes too; case does
not matter. Comments such as \`[//]: # (text)\` and names of the page's own headings, \`[summary]: #summary\`, are allowed.

Wrong: \`[code]: https://example.org/code\` without a link \`[code]\`
Right: the definition and \`see the [code]\``,
  scope: "texts",
  options: noOptions,
  check(file) {
    if (file.format !== "markdown") return [];
    const { definitions, labels } = file.structure();
    const seen = new Set<string>();
    const links = definitions.flatMap(({ label, url, line }): Finding[] => {
      const isDouble = seen.has(label);
      seen.add(label);
      if (url === "#" || label === "//") return [];
      const name = /\[((?:\\.|[^\]\\])*)\]/.exec(file.lines[line - 1] ?? "")?.[1] ?? label.toLowerCase();
      const place = { line, column: 1, length: name.length + 3 };
      if (isDouble) return [{ message: `a second definition of [${name}]`, ...place, help: "Only the first counts." }];
      // Templates such as Rust's name each heading.
      if (labels.has(label) || url.startsWith("#")) return [];
      return [{ message: `nothing links [${name}]`, ...place, help: "Remove the definition, or link it." }];
    });
    const notes = noteDefinitions(file).flatMap(({ name, line }, index, all): Finding[] => {
      if (all.findIndex((other) => other.name === name) === index) return [];
      return [{ message: `a second footnote [${name}]`, line, column: 1, length: name.length + 3 }];
    });
    return [...links, ...notes];
  },
});
