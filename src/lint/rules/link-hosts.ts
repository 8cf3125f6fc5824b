/** Links to other sites, for registers with a list of allowed hosts. */
import * as z from "zod";
import { defineRule } from "../rule.js";

export const linkHosts = defineRule({
  id: "link-hosts",
  severity: "warn",
  summary: "A link to a site that the register does not allow",
  help: `Pages of other sites move and disappear, so some registers link only a few. Option \`allow\`: hosts, each with everything below it; without
any, the rule is off.

Wrong: \`[a post](https://blog.example/1)\` with \`allow: ["github.com"]\`
Right: \`[the code](https://github.com/example/code)\``,
  scope: "proposals",
  options: z.strictObject({
    allow: z.array(z.string().regex(/^[^/:]+$/, "write a host alone: github.com")).default([]),
  }),
  check(file, _site, { allow }) {
    if (allow.length === 0) return [];
    return file.structure().links.flatMap(({ url, text, position }) => {
      const host = /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;
      if (host === undefined || allow.some((name) => isBelow(host, name.toLowerCase()))) return [];
      const help = `Links lead to ${allow.join(", ")}.`;
      return [{ message: `a link to ${host}`, ...position, length: Math.max(1, text.length), help }];
    });
  },
});

export function isBelow(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}
