/** Checks that mentioned proposals are linked, for readers of the file: only pages turn mentions into links. */
import * as z from "zod";
import type { Position } from "../../../shared/document.js";
import { numberOf } from "../../../shared/proposal-number.js";
import { decodeUrl } from "../../../shared/url.js";
import type { LinkTarget, Site } from "../../../site/model/site.js";
import { findProposal } from "../../../site/relations.js";
import { type LintFile, placeOfText } from "../file.js";
import { mentionPattern } from "../mentions.js";
import { hasText } from "../proposals.js";
import { defineRule, type Finding } from "../rule.js";

export const mentionsLinked = defineRule({
  id: "mentions-linked",
  severity: "off",
  summary: "A proposal that is mentioned but never linked",
  help: `The site turns mentions into links, but the file is also read on a code host and in editors. If the register asks for it, link the file
of another proposal once, where it is first mentioned. Option \`first: true\`: the first mention must be the link.

Wrong: \`This extends CIP-20.\`
Right: \`This extends [CIP-20](./cip-20.md).\``,
  scope: "proposals",
  options: z.strictObject({ first: z.boolean().default(false) }),
  check(file, site, { first }) {
    const { proposal } = file;
    const document = proposal?.document;
    if (!document || !hasText(proposal)) return [];
    if (first) return findUnlinkedFirst(file, site);
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

/** Finds first mentions of proposals that neither are links nor come after one. */
function findUnlinkedFirst(file: LintFile, site: Site): Finding[] {
  const pattern = mentionPattern(site);
  const numbersIn = (text: string) => [...text.matchAll(pattern)].map(({ groups }) => numberOf(groups?.number ?? ""));
  const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.column < b.column);
  const linked = file.structure().links.flatMap(({ text, url, position }) =>
    [
      ...numbersIn(text),
      ...numbersIn(
        decodeUrl(url)
          .replace(/\.md(?:#.*)?$/, "")
          .replaceAll("/", " "),
      ),
    ].map((number) => ({ number, position })),
  );
  const seen = new Set([file.proposal?.number]);
  const register = site.registers.find(({ series }) => series.id === file.series?.id);
  const { headings, texts } = file.structure();
  // Headings should have no links.
  const inHeading = new Set(headings.map(({ position }) => position.line));
  const prose = texts.filter(({ position }) => !inHeading.has(position.line));
  return prose.flatMap(({ text, position: start }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: written, groups }) => {
      const number = numberOf(groups?.number ?? "");
      if (seen.has(number)) return [];
      seen.add(number);
      // A proposal that the register does not have has no file to link.
      const label = groups?.label?.toUpperCase() ?? "";
      if (label === register?.series.label.toUpperCase() && !findProposal(site.registers, label, number, register))
        return [];
      const position = placeOfText(file, written, start);
      const links = linked.filter((link) => link.number === number);
      if (links.some((link) => isBefore(link.position, position))) return [];
      const message = `${written} is mentioned, but not linked${links.length > 0 ? " before" : ""}`;
      return [
        { message, ...position, length: written.length, help: "Link it by its file where it is first mentioned." },
      ];
    }),
  );
}

function addressOf(target: LinkTarget | undefined): string {
  if (target?.kind === "route") return target.route;
  return target?.kind === "raw" ? target.url : "";
}
