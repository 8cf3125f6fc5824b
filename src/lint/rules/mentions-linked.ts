/** Only the site turns mentions into links, but the file is read elsewhere too. */
import type { LinkTarget } from "../../model/site.js";
import { defineRule, noOptions } from "../rule.js";

export const mentionsLinked = defineRule({
  id: "mentions-linked",
  severity: "warn",
  summary: "A proposal that is mentioned but never linked",
  help: `The site turns mentions into links, but the file is also read on a code host and in editors. Link another proposal once, where it is
first mentioned, by its file.

Wrong: \`This extends CIP-20.\`
Right: \`This extends [CIP-20](./cip-20.md).\``,
  scope: "proposals",
  options: noOptions,
  check({ proposal }, site) {
    const document = proposal?.document;
    if (!document) return [];
    const targets = site.targets.get(document) ?? [];
    const linked = new Set<string>();
    for (const [index, { kind }] of document.links.entries())
      if (kind === "link") linked.add(addressOf(targets[index]));
    const words = new Set([...linked].flatMap((address) => address.toLowerCase().split(/[^a-z0-9-]+/)));
    return document.links.flatMap(({ url, position }, index) => {
      const target = targets[index];
      if (target?.kind !== "proposal" || linked.has(target.proposal.route)) return [];
      const { route, series, number, numberText } = target.proposal;
      linked.add(route);
      // A link to its page on another site counts too.
      const names = [series.id, ...series.mentions].flatMap((name) => [`${name}-${number}`, `${name}-${numberText}`]);
      if (names.some((name) => words.has(name.toLowerCase()))) return [];
      return [
        {
          message: `${url} is mentioned, but not linked`,
          ...position,
          length: url.length,
          help: "Link it by its file, at least where it is first mentioned.",
        },
      ];
    });
  },
});

function addressOf(target: LinkTarget | undefined): string {
  return target?.kind === "route" ? target.route : target?.kind === "raw" ? target.url : "";
}
