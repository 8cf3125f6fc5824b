/**
 * Social cards: a picture of each proposal's number, title and status, for places where its link is shared. They are
 * drawn when the site is built, with a font from a package, so the same input gives the same bytes. Known pictures are
 * read from the cache.
 */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Proposal } from "../model/site.js";
import { installCommand, missingPackages, versionsOf } from "../runtime/optional-packages.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { lazy } from "../shared/lazy.js";
import type { OutputFile } from "../shared/output.js";
import { truncateText } from "../shared/text.js";
import { plainTitle } from "../shared/title.js";
import { loadPainter, type Painter, painters, type SocialCard } from "./card-painter.js";
import type { RenderContext } from "./context.js";

/** Part of each picture's digest: must change when the drawing changes. */
const drawing = 3;

/** What draws them: another version may draw the same card differently. */
export const installedPainters = lazy(() => versionsOf(painters));

/**
 * @param configFile its name, for the message.
 * @param missing finds the packages that are not installed.
 * @returns an error if the site asks for cards and they cannot be drawn.
 */
export function checkPainters(
  { socialCards }: SiteConfig,
  configFile: string,
  missing: (names: readonly string[]) => string[] = missingPackages,
): Diagnostic[] {
  const absent = socialCards ? missing(painters) : [];
  if (absent.length === 0) return [];
  const message = `socialCards: cards are drawn by packages that are not installed: ${absent.join(", ")}`;
  const help = `Install them beside cipgen: ${installCommand(absent)}`;
  return [diagnose("config-reference", message, { file: configFile, help })];
}

/** Folder of all cards. */
export const cardFolder = "/assets/cards/";

/** The same in every language: a proposal has one picture. */
export function cardOf({ label, meta, series }: Proposal, { site: { config } }: RenderContext): SocialCard {
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
  return `${cardFolder}${card.label.toLowerCase()}-${digestOf(card, painter)}.png`;
}

function digestOf(card: SocialCard, painter: string): string {
  return createHash("sha256")
    .update(JSON.stringify([drawing, painter, card]))
    .digest("hex")
    .slice(0, 10);
}

/** @param cache pictures that were drawn before. */
export async function drawCards(context: RenderContext, cache: Cache): Promise<OutputFile[]> {
  const { config, registers } = context.site;
  if (!config.socialCards) return [];
  const cards = registers.flatMap(({ proposals }) => proposals.map((proposal) => cardOf(proposal, context)));
  let painter: Promise<Painter> | undefined;
  const draw = async (card: SocialCard) => {
    painter ??= loadPainter();
    return (await painter)(card);
  };
  const files: OutputFile[] = [];
  for (const card of cards) {
    const path = cardUrl(card).slice(1);
    const name = `cards/${digestOf(card, installedPainters())}.png`;
    const known = cache.read(name);
    const content = known ?? (await draw(card));
    if (!known) cache.write(name, content);
    files.push({ path, content });
  }
  return files;
}
