/** The place of a discussion must still exist after years. */
import * as z from "zod";
import { flatten } from "../../parse/fields.js";
import { defineRule } from "../rule.js";
import { isBelow } from "./link-hosts.js";

export const discussionsHost = defineRule({
  id: "discussions-host",
  severity: "warn",
  summary: "A discussion in a place that will close, or that the register does not use",
  help: `A pull request is closed when it is merged, and the discussion ends. Option \`hosts\`: the places that the register uses, each with everything below it; without any, only pull requests are reported.

Wrong: \`discussions-to: https://github.com/example/cips/pull/20\`
Right: \`discussions-to: https://github.com/example/cips/discussions/20\``,
  scope: "proposals",
  options: z.strictObject({ hosts: z.array(z.string().min(1)).default([]) }),
  check(file, _site, { hosts }) {
    const value = file.field("discussions")?.value;
    return (value ? flatten(value) : []).flatMap(({ text, position, length }) => {
      if (!/^https?:/i.test(text) || !URL.canParse(text)) return [];
      const { hostname, pathname } = new URL(text);
      const place = { ...position, length };
      if (/\/(pull|pulls|merge_requests)\/\d+/.test(pathname))
        return [
          {
            message: "a pull request closes, and the discussion with it",
            ...place,
            help: "Name an issue, a discussion or a forum.",
          },
        ];
      if (hosts.length === 0 || hosts.some((name) => isBelow(hostname, name.toLowerCase()))) return [];
      return [
        { message: `discussions are not held at ${hostname}`, ...place, help: `They are at ${hosts.join(", ")}.` },
      ];
    });
  },
});
