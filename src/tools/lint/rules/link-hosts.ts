/** Checks links to other sites, for registers with a list of allowed hosts. */
import * as z from "zod";
import { relativeLinkPath } from "../../../platform/path-below.js";
import { numberOf } from "../../../shared/proposal-number.js";
import type { Site } from "../../../site/model/site.js";
import { findProposal } from "../../../site/relations.js";
import { mentionPattern } from "../mentions.js";
import { hasText } from "../proposals.js";
import { defineRule, regularExpression } from "../rule.js";

export const linkHosts = defineRule({
  id: "link-hosts",
  severity: "warn",
  summary: "A link or a picture from a site that the register does not allow",
  help: `Pages of other sites move, disappear and change, so some registers link only a few. Option \`allow\`: hosts, each with everything below it, and
regular expressions of addresses, which begin with \`^\`; without any, the rule is off. Link other proposals by their files.

Wrong: \`[a post](https://blog.example/1)\` with \`allow: ["github.com"]\`
Right: \`[the code](https://github.com/example/code)\``,
  scope: "proposals",
  options: z.strictObject({
    allow: z
      .array(
        z.union([z.string().regex(/^[^/:^]+$/, "write a host alone: github.com"), regularExpression.startsWith("^")]),
      )
      .default([]),
  }),
  check({ proposal }, site, { allow }) {
    const document = proposal?.document;
    if (allow.length === 0 || !document || !hasText(proposal)) return [];
    const hosts = allow.filter((name) => !name.startsWith("^"));
    const patterns = allow.filter((name) => name.startsWith("^")).map((pattern) => new RegExp(pattern, "i"));
    return document.links.flatMap(({ url, kind, position }) => {
      if (kind === "mention" || !/^(?:https?:\/)?\//i.test(url)) return [];
      if (/^\/(?!\/)/.test(url))
        return [
          {
            message: "this link works on the site alone, not in the repository",
            ...position,
            length: url.length,
            help: "Write a relative path to the file.",
          },
        ];
      const { hostname } = URL.canParse(url, "https://x") ? new URL(url, "https://x") : { hostname: url };
      if (isBelowAny(hostname, hosts) || patterns.some((pattern) => pattern.test(url))) return [];
      const message = `a ${kind === "image" ? "picture from" : "link to"} ${hostname}`;
      return [
        {
          message,
          ...position,
          length: url.length,
          help: hostname.includes(".") ? helpFor(url, document.path, site, allow) : "Write the whole address.",
        },
      ];
    });
  },
});

/** Advice for a link that is not allowed: the file of the proposal that it names, another form, or the allowed hosts. */
function helpFor(url: string, from: string, site: Site, allow: readonly string[]): string {
  const [, name = ""] = /\/([\w-]+)(?:\.md)?\/?(?:#.*)?$/.exec(url) ?? [];
  const [match] = name.matchAll(mentionPattern(site));
  const { label = "", number = "" } = match?.groups ?? {};
  const document = findProposal(site.registers, label.toUpperCase(), numberOf(number), undefined)?.document;
  if (document && document.path !== from) return `Write ${relativeLinkPath(from, document.path)}`;
  const allowed = allowedForm(url, allow);
  if (allowed) return allowed;
  return allow.length > 5 ? "Leave it out, or put a copy beside the proposal." : `Links lead to ${allow.join(", ")}.`;
}

/** Advice to link the same text in an allowed form: a file of GitHub by its commit, or an RFC at the RFC Editor. */
function allowedForm(url: string, allow: readonly string[]): string | undefined {
  const isAllowed = (candidate: string) =>
    allow.some((name) => name.startsWith("^") && new RegExp(name, "i").test(candidate));
  const [, start, branch, end = ""] =
    /^(https:\/\/(?:www\.)?github\.com\/[^/]+\/[^/]+\/(?:blob|tree)\/)([^/]+)(.*)$/.exec(url) ?? [];
  if (start && isAllowed(`${start}${"0".repeat(40)}${end}`))
    return `Name a commit, with all 40 digits, in place of ${branch}.`;
  const [, number] =
    /^https?:\/\/(?:www|tools|datatracker)\.ietf\.org\/(?:doc\/)?(?:html\/|rfc\/)?rfc(\d+)(?:\.\w+)?\/?(?=#|$)/i.exec(
      url,
    ) ?? [];
  const editorUrl = `https://www.rfc-editor.org/rfc/rfc${number}`;
  return number && isAllowed(editorUrl) ? `Write ${editorUrl}` : undefined;
}

/** Whether a host is one of the names, or a subdomain of one. */
export function isBelowAny(host: string, names: readonly string[]): boolean {
  return names.some((name) => host === name.toLowerCase() || host.endsWith(`.${name.toLowerCase()}`));
}
