/** Where links lead: from a target to the proposal or the text that it means, and from these to all places that name them. */
import type { Location } from "vscode-languageserver";
import { kindOf } from "../../output/pages/index.js";
import type { Document } from "../../shared/document.js";
import { decodeUrl, splitUrl } from "../../shared/url.js";
import type { LinkTarget, Proposal } from "../../site/model/site.js";
import { rangeAt } from "./places.js";
import type { Snapshot } from "./site.js";
import { documentsOf, type PlacedLink, SiteText, targetsOf } from "./text.js";
import type { Workspace, WorkspaceSite } from "./workspace.js";

/** The text that the page of a target shows. */
export function textOfTarget(target: LinkTarget | undefined, now: Snapshot): Document | undefined {
  if (target?.kind === "proposal") return target.proposal.document;
  if (target?.kind !== "route") return undefined;
  const { site } = now.linked;
  const route = site.routes.get(target.route);
  return route && kindOf(route).text?.(route, site)?.document;
}

/** The text that a link of a text leads to: with a fragment alone, this text. */
export function textOfLink({ link, target }: PlacedLink, { now, path }: SiteText): Document | undefined {
  return link.url.startsWith("#") ? documentsOf(now).get(path) : textOfTarget(target, now);
}

/** The links of all texts to one, its own included. */
export function linksToText(path: string, now: Snapshot): { text: SiteText; links: PlacedLink[] }[] {
  const siteText = SiteText.of(now, path);
  const linkingTexts = textsNaming(now, (target) => textOfTarget(target, now)?.path === path);
  const texts = [...(siteText ? [siteText] : []), ...linkingTexts.filter((text) => text.path !== path)];
  return texts.map((text) => ({ text, links: text.links().filter((link) => textOfLink(link, text)?.path === path) }));
}

const byPath = new WeakMap<object, ReadonlyMap<string, Proposal>>();

/** The proposal whose text has a path. */
export function proposalAt(path: string, { linked: { site } }: Snapshot): Proposal | undefined {
  const all = site.registers.flatMap(({ proposals }) => proposals);
  const stored =
    byPath.get(site) ??
    new Map(all.flatMap((proposal) => (proposal.document ? [[proposal.document.path, proposal] as const] : [])));
  byPath.set(site, stored);
  return stored.get(path);
}

export function proposalOf(target: LinkTarget | undefined, now: Snapshot): Proposal | undefined {
  if (target?.kind === "proposal") return target.proposal;
  const text = textOfTarget(target, now);
  return text && proposalAt(text.path, now);
}

/** The fragment of a link, without `#`; empty if it has none. */
export const fragmentOf = (url: string) => decodeUrl(splitUrl(url).hash.replace(/^#/, ""));

/** The line of a heading or the like in a text, from 1: its first line if there is none. */
export function lineOfAnchor(text: SiteText, id: string): number {
  if (id === "") return 1;
  const heading = text.headings().find((placedHeading) => placedHeading.id === id);
  if (heading) return heading.line;
  const written = text.lines.findIndex((line) => line.includes(`id="${id}"`) || line.includes(`name="${id}"`));
  return written === -1 ? 1 : written + 1;
}

/** The beginning of a line in a text of a site. */
export function locationOf(workspaceSite: WorkspaceSite, workspace: Workspace, path: string, line: number): Location {
  return { uri: workspace.uri(workspaceSite, path), range: rangeAt({ line, column: 1 }, 0) };
}

/** The texts that may name a proposal or link to a text, found by their facts: few of a register are read again. */
export function textsNaming(now: Snapshot, isMeant: (target: LinkTarget) => boolean): SiteText[] {
  const namingTexts = [...targetsOf(now)].filter(([, targets]) => targets.some(isMeant));
  return namingTexts.flatMap(([path]) => SiteText.of(now, path) ?? []);
}

/** The texts whose fields may name a proposal. */
export function textsRelated({ relations }: Proposal, now: Snapshot): SiteText[] {
  const all = [relations.requiredBy, relations.supersededBy, relations.supersedes, relations.mentionedBy].flat();
  const paths = new Set(
    all.flatMap((proposal) => [proposal.document, ...proposal.translations.values()].map((text) => text?.path)),
  );
  return [...paths].flatMap((path) => (path === undefined ? [] : (SiteText.of(now, path) ?? [])));
}
