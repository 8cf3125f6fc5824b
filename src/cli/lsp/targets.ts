/** Finds the proposal or text that a link leads to, and the links and fields that lead to a proposal or text. */
import type { Location } from "vscode-languageserver";
import { kindOf } from "../../output/pages/index.js";
import type { Document } from "../../shared/document.js";
import { decodeUrl, splitUrl } from "../../shared/url.js";
import { allProposals } from "../../site/model/proposal-list.js";
import type { LinkTarget, Proposal } from "../../site/model/site.js";
import { proposalsByPath } from "../../tools/lint/file.js";
import { rangeAt } from "./positions.js";
import type { Snapshot } from "./site.js";
import { documentsOf, type PlacedLink, SiteText, targetsOf } from "./text.js";
import type { WorkspaceSite } from "./workspace.js";

/** The text that the page of a target shows. */
export function textOfTarget(target: LinkTarget | undefined, snapshot: Snapshot): Document | undefined {
  if (target?.kind === "proposal") return target.proposal.document;
  if (target?.kind !== "route") return undefined;
  const { site } = snapshot.linked;
  const route = site.routes.get(target.route);
  return route && kindOf(route).text?.(route, site)?.document;
}

/** The text that a link leads to; for a fragment alone, the text of the link itself. */
export function textOfLink({ link, target }: PlacedLink, { snapshot, path }: SiteText): Document | undefined {
  return link.url.startsWith("#") ? documentsOf(snapshot).get(path) : textOfTarget(target, snapshot);
}

/** The links of all texts to a text, including its own. */
export function linksToText(path: string, snapshot: Snapshot): { text: SiteText; links: PlacedLink[] }[] {
  const siteText = SiteText.of(snapshot, path);
  const linkingTexts = textsNaming(snapshot, (target) => textOfTarget(target, snapshot)?.path === path);
  const texts = [...(siteText ? [siteText] : []), ...linkingTexts.filter((text) => text.path !== path)];
  return texts.map((text) => ({ text, links: text.links().filter((link) => textOfLink(link, text)?.path === path) }));
}

/** The proposal whose text is at a path. */
export const proposalAt = (path: string, { linked: { site } }: Snapshot): Proposal | undefined =>
  proposalsByPath(site).get(path);

export function proposalOf(target: LinkTarget | undefined, snapshot: Snapshot): Proposal | undefined {
  if (target?.kind === "proposal") return target.proposal;
  const text = textOfTarget(target, snapshot);
  return text && proposalAt(text.path, snapshot);
}

/** The fragment of a link, without `#`; empty if it has none. */
export const fragmentOf = (url: string) => decodeUrl(splitUrl(url).hash.replace(/^#/, ""));

/** The line of an anchor in a text, from 1: its first line if the text does not have the anchor. */
export function lineOfAnchor(text: SiteText, id: string): number {
  if (id === "") return 1;
  const heading = text.headings().find((placedHeading) => placedHeading.id === id);
  if (heading) return heading.line;
  const written = text.lines.findIndex((line) => line.includes(`id="${id}"`) || line.includes(`name="${id}"`));
  return written === -1 ? 1 : written + 1;
}

/** The beginning of a line in a file of a site. */
export function locationOf(site: WorkspaceSite, path: string, line: number): Location {
  return { uri: site.uri(path), range: rangeAt({ line, column: 1 }, 0) };
}

/** The texts with a link to a target that `isMeant` accepts. The linked site has the targets of all texts, so only these texts are read again. */
export function textsNaming(snapshot: Snapshot, isMeant: (target: LinkTarget) => boolean): SiteText[] {
  const namingTexts = [...targetsOf(snapshot)].filter(([, targets]) => targets.some(isMeant));
  return namingTexts.flatMap(([path]) => SiteText.of(snapshot, path) ?? []);
}

/** The texts whose fields may name a proposal. Unlisted proposals name others, which do not name them in turn. */
export function textsRelated(proposal: Proposal, snapshot: Snapshot): SiteText[] {
  const naming = snapshot.linked.site.registers
    .flatMap(allProposals)
    .filter(({ relations }) => Object.values(relations).some((related) => related.includes(proposal)));
  const paths = new Set(
    naming.flatMap(({ document, translations }) => [document, ...translations.values()].map((text) => text?.path)),
  );
  return [...paths].flatMap((path) => (path === undefined ? [] : (SiteText.of(snapshot, path) ?? [])));
}
