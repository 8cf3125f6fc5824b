/**
 * The content and the addresses of social cards: pictures of a proposal's number, title and status, which other sites
 * show beside a link to it. The font comes from a package, so the same input gives the same bytes.
 */
import { createHash } from "node:crypto";
import { installedVersions } from "../../platform/optional-packages.js";
import { lazy } from "../../shared/lazy.js";
import { truncateText } from "../../shared/text.js";
import { plainTitle } from "../../shared/title.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Proposal } from "../../site/model/site.js";
import { painters, type SocialCard } from "./card-painter.js";

/** Part of each picture's digest. It must change when the drawing changes. */
const drawingVersion = 3;

/** Part of each picture's digest, too, because another version of a package may draw the same card differently. */
export const installedPainters = lazy(() => installedVersions(painters));

/** Folder of all cards. */
export const cardFolder = "/assets/cards/";

/** The card of a proposal. It is the same in every language, so a proposal has one picture. */
export function cardOf(
  { label: proposalLabel, meta, series }: Proposal,
  { site: { config } }: RenderContext,
): SocialCard {
  const label = series.numbers === "none" ? series.label : proposalLabel;
  return {
    label,
    title: truncateText(plainTitle(meta.title) || label, 110),
    status: series.statuses.find(({ id }) => id === meta.status)?.label ?? meta.status,
    site: config.title,
    tagline: config.tagline,
    color: config.themeColor,
    hasMark: config.navbar.logo.src === undefined,
  };
}

/** @param painter versions of the packages that draw it. */
export function cardUrl(card: SocialCard, painter = installedPainters()): string {
  return `${cardFolder}${card.label.toLowerCase()}-${cardDigest(card, painter)}.png`;
}

export function cardDigest(card: SocialCard, painter: string): string {
  return createHash("sha256")
    .update(JSON.stringify([drawingVersion, painter, card]))
    .digest("hex")
    .slice(0, 10);
}
