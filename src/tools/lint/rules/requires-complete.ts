/** Checks that a proposal requires the ones that its title and description name. */
import { keysOf, listsFrontMatter, normalizeKey } from "../../../content/metadata/keys.js";
import { numberOf } from "../../../shared/proposal-number.js";
import { mentionPattern } from "../mentions.js";
import { textOf } from "../proposals.js";
import { defineRule } from "../rule.js";

export const requiresComplete = defineRule({
  id: "requires-complete",
  severity: "warn",
  summary: "A proposal that the title or the description names, but that is not required",
  help: `A title names another proposal only if this one builds on it, changes it or extends it: then \`requires\` should name it too, so that both pages show the
relation. The rule applies to series whose \`fields\` include it.

Wrong: \`title: Permits for CIP-20\` without \`requires\`
Right: the same title and \`requires: 20\``,
  scope: "proposals",
  check({ series, proposal, field }, site) {
    if (!series || !proposal || !listsFrontMatter(series)) return [];
    const keys = keysOf(series, "requires").map(normalizeKey);
    const rule = series.fields.find(({ key }) => keys.includes(normalizeKey(key)));
    if (!rule) return [];
    const { requires, supersedes, number } = proposal.meta;
    const named = new Set([number, ...[...requires, ...supersedes].map((reference) => reference.number)]);
    return (["title", "description"] as const).flatMap((name) => {
      const value = textOf(field(name));
      if (!value) return [];
      return [...value.text.matchAll(mentionPattern(site))].flatMap(
        ({ 0: written, groups: { number: digits = "" } = {} }) => {
          const mentioned = numberOf(digits);
          if (named.has(mentioned)) return [];
          named.add(mentioned);
          const message = `the ${name} names ${written}, but "${rule.key}" does not`;
          return [{ message, ...value.position, length: value.length, help: `Add ${digits} to ${rule.key}.` }];
        },
      );
    });
  },
});
