/** Patterns of the names by which texts mention proposals, for rules about these names. */

import type { SourceFile } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { numberPattern, numbersPattern } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import type { Site } from "../../site/model/site.js";

/** The labels by which texts name proposals of the site. */
const labelsOf = ({ config }: Site) => new Set(config.series.flatMap(({ label, mentions }) => [label, ...mentions]));

/** A pattern that matches each label of the site. */
export const labelPattern = (site: Site) => [...labelsOf(site)].map(escapePattern).join("|");

/** A label in the spelling of the configuration, whatever its case in a text. */
export const spellingOf = (site: Site, label: string) =>
  [...labelsOf(site)].find((name) => name.toLowerCase() === label.toLowerCase()) ?? label;

/** Finds `LABEL-NUMBER` with the groups `label` and `number`; case does not matter. */
export function mentionPattern(site: Site): RegExp {
  const numbers = numbersPattern(site.config.series);
  return new RegExp(`(?<![\\w/@#.-])(?<label>${labelPattern(site)})-(?<number>${numbers})(?![\\w-]|\\.\\d)`, "gi");
}

/** The sign that a register writes between label and number. */
export type Separator = "-" | " " | "";

const textsOf = new WeakMap<Site, readonly SourceFile[]>();
const separatorsOfSites = new WeakMap<Site, Map<string, ReadonlySet<Separator>>>();

/** Stores the texts of a site, in which `usualSeparators` counts mentions. */
export function keepTexts(site: Site, sources: readonly SourceFile[]): void {
  textsOf.set(site, sources);
}

/** The separators that the texts of a site often have between a label and a number, the most frequent first; a hyphen is always one. */
export function usualSeparators(site: Site, label: string): ReadonlySet<Separator> {
  const separatorsByLabel = getOrAdd(separatorsOfSites, site, () => new Map());
  return getOrAdd(separatorsByLabel, label, () => findSeparators(textsOf.get(site) ?? [], label));
}

/** A separator is usual from this number and this share of mentions on. */
const minMentions = 20;
const minShare = 1 / 4;

function findSeparators(sources: readonly SourceFile[], label: string): ReadonlySet<Separator> {
  const counts = { "-": 0, " ": 0, "": 0 };
  const pattern = new RegExp(`(?<![\\w/#.-])${escapePattern(label)}([- ]?)${numberPattern}(?!\\w|\\.\\d)`, "g");
  for (const { text } of sources) {
    if (!text.includes(label)) continue;
    for (const [, between = ""] of text.matchAll(pattern)) counts[between as Separator]++;
  }
  const total = counts["-"] + counts[" "] + counts[""];
  const frequent = (Object.entries(counts) as [Separator, number][])
    .filter(([, count]) => count >= minMentions && count > total * minShare)
    .sort(([, a], [, b]) => b - a);
  return new Set([...frequent.map(([separator]) => separator), "-"]);
}
