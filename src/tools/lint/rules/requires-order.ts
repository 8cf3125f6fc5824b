/** Checks that required numbers are sorted and that none is repeated. */
import { defineRule } from "../rule.js";

export const requiresOrder = defineRule({
  id: "requires-order",
  severity: "warn",
  summary: "Required proposals that are not in the order of their numbers, or are named twice",
  help: `In a sorted list, reviewers see at once what a change adds. The numbers of each series are sorted separately.

Wrong: \`requires: 165, 20\`
Right: \`requires: 20, 165\``,
  scope: "proposals",
  check({ proposal, field }) {
    const entry = field("requires");
    if (!entry || !proposal) return [];
    const { series, meta } = proposal;
    const requires = meta.requires.map((reference) => ({ ...reference, label: reference.label ?? series.label }));
    const findings = requires.flatMap(({ label, number, slug, position }, index) => {
      const before = requires
        .slice(0, index)
        .filter((reference) => reference.label === label && reference.number !== undefined);
      const location = { ...position, length: String(slug ?? number ?? "").length };
      if (number === undefined) return [];
      if (before.some((reference) => reference.number === number))
        return [
          { message: `"${entry.key}" names ${slug ?? number} twice`, ...location, help: "Remove one of the two." },
        ];
      // Names without numbers have no order.
      if (slug !== undefined) return [];
      const larger = before.find((reference) => Number(reference.number) > number);
      if (!larger) return [];
      const message = `"${entry.key}" names ${number} after ${larger.number}`;
      return [{ message, ...location, help: "Write the numbers in ascending order." }];
    });
    return findings.slice(0, 1);
  },
});
