/** Checks that a discussion is in a place that will still exist after years. */
import * as z from "zod";
import { flatten } from "../../../content/parse/fields.js";
import { hasText } from "../proposals.js";
import { defineRule, regularExpression } from "../rule.js";
import { isBelowAny } from "./link-hosts.js";

export const discussionsHost = defineRule({
  id: "discussions-host",
  severity: "warn",
  summary: "A discussion without an address, or in a place that will close or that the register does not use",
  help: `A pull request is closed when it is merged, and the discussion ends. Option \`hosts\`: the places that the register uses, each with everything below it; without any, only pull requests are reported. Option \`pattern\`: a regular expression that
the address of a discussion must match.

Wrong: \`discussions-to: https://github.com/example/cips/pull/20\`
Right: \`discussions-to: https://github.com/example/cips/discussions/20\``,
  scope: "proposals",
  options: z.strictObject({ hosts: z.array(z.string().min(1)).default([]), pattern: regularExpression.optional() }),
  adopts: ["url-missing"],
  check(file, _site, { hosts, pattern }) {
    const value = file.field("discussions")?.value;
    if (file.proposal && !hasText(file.proposal)) return [];
    // The rule `unfilled` reports the address that `cipgen new` wrote.
    const isInitial = (text: string) => file.series?.fields.some(({ initial }) => initial === text) ?? false;
    return (value ? flatten(value) : []).flatMap(({ text, position, length }) => {
      const location = { ...position, length };
      if (!/^https?:/i.test(text) || !URL.canParse(text) || isInitial(text)) return [];
      const { hostname, pathname } = new URL(text);
      if (/\/(pull|pulls|merge_requests)\/\d+/.test(pathname))
        return [
          {
            message: "this is a pull request: when it closes, the discussion ends",
            ...location,
            help: "Name an issue, a discussion or a forum.",
          },
        ];
      if (hosts.length > 0 && !isBelowAny(hostname, hosts))
        return [
          { message: `discussions are not held at ${hostname}`, ...location, help: `They are at ${hosts.join(", ")}.` },
        ];
      if (!pattern || new RegExp(pattern).test(text)) return [];
      return [
        { message: "this address is not that of one discussion", ...location, help: `It has the form ${pattern}` },
      ];
    });
  },
});
