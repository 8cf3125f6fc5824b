/** Draws the social cards, or reads those that were drawn before from the cache. */

import type { SiteConfig } from "../../config/index.js";
import type { Cache } from "../../platform/cache.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { installCommand, missingPackages } from "../../platform/optional-packages.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { lazy } from "../../shared/lazy.js";
import type { OutputFile } from "../../shared/output.js";
import type { RenderContext } from "../../site/model/context.js";
import { loadPainter, painters } from "../views/card-painter.js";
import { cardDigest, cardFolder, cardOf, cardUrl, installedPainters } from "../views/cards.js";
import type { OutputKind } from "./kind.js";

export const socialCards: OutputKind = {
  name: "social-cards",
  each: "site",
  urls: () => [],
  paths: ({ context }) => (context.site.config.socialCards ? [cardFolder.slice(1)] : []),
  make: ({ context, cache }) => drawCards(context, cache),
};

/**
 * @param configFile name of the configuration, for the message.
 * @param missing finds the packages that are not installed.
 * @returns an error if the configuration asks for cards and the packages that draw them are missing.
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
  return [diagnose("machine-failure", message, { file: configFile, help })];
}

async function drawCards(context: RenderContext, cache: Cache): Promise<OutputFile[]> {
  const { config, registers } = context.site;
  if (!config.socialCards) return [];
  const cards = registers.flatMap(({ proposals }) => proposals.map((proposal) => cardOf(proposal, context)));
  const painter = lazy(() => loadPainter());
  const files: OutputFile[] = [];
  // Proposals without numbers may have the same card.
  for (const [path, card] of new Map(cards.map((card) => [cardUrl(card).slice(1), card]))) {
    const name = `cards/${cardDigest(card, installedPainters())}.png`;
    const bytes = cache.read(name);
    const content = bytes ?? (await (await painter())(card));
    if (!bytes) cache.write(name, content);
    files.push({ path, content });
  }
  return files;
}
