/** How texts of a register name proposals, for rules about these names. */

import type { SourceFile } from "../../shared/document.js";
import { numberPattern, numbersPattern } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import type { Site } from "../../site/model/site.js";

/** The labels by which texts name proposals of the site, as a pattern. */
export function labelPattern({ config }: Site): string {
  const labels = new Set(config.series.flatMap(({ label, mentions }) => [label, ...mentions]));
  return [...labels].map(escapePattern).join("|");
}

/** Finds `LABEL-NUMBER` with the groups `label` and `number`; case does not matter. */
export function mentionPattern(site: Site): RegExp {
  const numbers = numbersPattern(site.config.series);
  return new RegExp(`(?<![\\w/@#.-])(?<label>${labelPattern(site)})-(?<number>${numbers})(?![\\w-]|\\.\\d)`, "gi");
}

/** What a register writes between label and number. */
export type Separator = "-" | " " | "";

const textsOf = new WeakMap<Site, readonly SourceFile[]>();
const usual = new WeakMap<Site, Map<string, ReadonlySet<Separator>>>();

/** Gives rules the texts of a site, to see what is usual in them. */
export function keepTexts(site: Site, sources: readonly SourceFile[]): void {
  textsOf.set(site, sources);
}

/** What a label often has before a number, also in code and names, and always a hyphen. The first is the most frequent. */
export function usualSeparators(site: Site, label: string): ReadonlySet<Separator> {
  const separatorsOfSite = usual.get(site) ?? new Map<string, ReadonlySet<Separator>>();
  usual.set(site, separatorsOfSite);
  const separators = separatorsOfSite.get(label) ?? findSeparators(textsOf.get(site) ?? [], label);
  separatorsOfSite.set(label, separators);
  return separators;
}

/** So many mentions are a custom, and so large a share of them is one beside another. */
const enough = 20;
const share = 1 / 4;

function findSeparators(sources: readonly SourceFile[], label: string): ReadonlySet<Separator> {
  const counts = { "-": 0, " ": 0, "": 0 };
  const pattern = new RegExp(`(?<![\\w/#.-])${escapePattern(label)}([- ]?)${numberPattern}(?!\\w|\\.\\d)`, "g");
  for (const { text } of sources) {
    if (!text.includes(label)) continue;
    for (const [, between = ""] of text.matchAll(pattern)) counts[between as Separator]++;
  }
  const all = counts["-"] + counts[" "] + counts[""];
  const often = (Object.entries(counts) as [Separator, number][])
    .filter(([, count]) => count >= enough && count > all * share)
    .sort(([, a], [, b]) => b - a);
  return new Set([...often.map(([separator]) => separator), "-"]);
}
