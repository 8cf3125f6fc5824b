/** How texts of a register name proposals, for rules about these names. */
import type { Site } from "../model/site.js";
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

const separators = new WeakMap<Site, "-" | " ">();

/** What the register's own texts write between label and number; a hyphen unless most mentions have a space. */
export function usualSeparator(site: Site): "-" | " " {
  const known = separators.get(site);
  if (known) return known;
  let spaces = 0;
  let all = 0;
  for (const { document } of site.registers.flatMap(({ proposals }) => proposals))
    for (const { kind, url } of document?.links ?? []) {
      if (kind !== "mention") continue;
      all++;
      if (url.includes(" ")) spaces++;
    }
  // A few mentions are no custom.
  const found = all >= 10 && spaces * 2 > all ? " " : "-";
  separators.set(site, found);
  return found;
}
