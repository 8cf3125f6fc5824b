/** Checks that a proposal has the fields that its series requires. */
import { keysOf, normalizeKey } from "../../../content/metadata/keys.js";
import { isEmpty } from "../../../content/parse/fields.js";
import { hasText, unmetCondition } from "../proposals.js";
import { defineRule } from "../rule.js";

export const requiredFields = defineRule({
  id: "required-fields",
  severity: "error",
  summary: "A field that every proposal of the series needs is missing",
  help: `A register can be searched, sorted and cited because all of its proposals have the same fields. \`fields\` of the series defines
which. \`required\` is \`true\`, or a list of statuses; \`when: { type: ["Standards Track"] }\` limits it further. Number and title are always
required; the build itself reports them.

Wrong: a proposal in last call without \`last-call-deadline\`.
Right: \`last-call-deadline: 2026-03-01\``,
  scope: "proposals",
  adopts: ["field-missing", "front-matter-missing"],
  check({ series, proposal, entries }) {
    if (!series || !proposal || !hasText(proposal)) return [];
    const { status } = proposal.meta;
    const written = new Set(entries.filter(({ value }) => !isEmpty(value)).map(({ key }) => normalizeKey(key)));
    const reportedByBuild = [...keysOf(series, "number"), ...keysOf(series, "title")].map(normalizeKey);
    return series.fields
      .filter(({ required }) => (Array.isArray(required) ? required.includes(status) : required))
      .filter((field) => !unmetCondition(field, entries))
      .filter(({ key }) => !written.has(normalizeKey(key)) && !reportedByBuild.includes(normalizeKey(key)))
      .map(({ key, required, when }) => {
        const empty = entries.find((entry) => normalizeKey(entry.key) === normalizeKey(key));
        const fieldEntry = empty ?? entries[0];
        return {
          message: messageOf(key, empty !== undefined, Array.isArray(required) ? { status: [status] } : when),
          ...(fieldEntry?.keyPosition ?? { line: 1, column: 1 }),
          length: fieldEntry?.key.length,
          help: empty ? `Complete the line: ${empty.key}: …` : `Add a line: ${key}: …`,
        };
      });
  },
});

function messageOf(key: string, isEmpty: boolean, when: Readonly<Record<string, readonly string[]>> = {}): string {
  const conditions = Object.entries(when).map(([field, values]) => `${field} "${values.join('" or "')}"`);
  if (conditions.length > 0) return `a proposal with ${conditions.join(" and ")} needs the field "${key}"`;
  return `the field "${key}" ${isEmpty ? "has no value" : "is missing"}`;
}
