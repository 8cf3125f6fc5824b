/** How texts of a register name proposals, for rules about these names. */
import type { Site } from "../model/site.js";
import type { SourceFile } from "../shared/document.js";
import { numberPattern } from "../shared/proposal-number.js";
import { escapePattern } from "../shared/text.js";

/** The labels by which texts name proposals of the site, as a pattern. */
export function labelPattern({ config }: Site): string {
  const labels = new Set(config.series.flatMap(({ label, mentions }) => [label, ...mentions]));
  return [...labels].map(escapePattern).join("|");
}

/** Finds `LABEL-NUMBER` with the groups `label` and `number`; case does not matter. */
export function mentionPattern(site: Site): RegExp {
  return new RegExp(
    `(?<![\\w/@#.-])(?<label>${labelPattern(site)})-(?<number>${numberPattern})(?![\\w-]|\\.\\d)`,
    "gi",
  );
}

/** What a register writes between label and number. */
export type Separator = "-" | " " | "";

const textsOf = new WeakMap<Site, readonly SourceFile[]>();
const usual = new WeakMap<Site, Map<string, Separator>>();

/** Gives rules the texts of a site, to see what is usual in them. */
export function keepTexts(site: Site, sources: readonly SourceFile[]): void {
  textsOf.set(site, sources);
}

/** What a label mostly has before a number, also in code and names; a hyphen where that is rare. */
export function usualSeparator(site: Site, label: string): Separator {
  const known = usual.get(site) ?? new Map<string, Separator>();
  usual.set(site, known);
  const separator = known.get(label) ?? findSeparator(textsOf.get(site) ?? [], label);
  known.set(label, separator);
  return separator;
}

/** So many mentions are a custom. */
const enough = 20;

function findSeparator(sources: readonly SourceFile[], label: string): Separator {
  const counts = { "-": 0, " ": 0, "": 0 };
  const pattern = new RegExp(`(?<![\\w/#.-])${escapePattern(label)}([- ]?)${numberPattern}(?!\\w|\\.\\d)`, "g");
  for (const { text } of sources) {
    if (!text.includes(label)) continue;
    for (const [, between = ""] of text.matchAll(pattern)) counts[between as Separator]++;
  }
  const [first] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return first && first[1] >= enough ? (first[0] as Separator) : "-";
}
