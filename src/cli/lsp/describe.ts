/** What an editor shows of a proposal: Markdown of a few lines. */
import type { FieldName, Series } from "../../config/index.js";
import { fieldNames, keysOf, normalizeKey } from "../../content/metadata/keys.js";
import type { Proposal } from "../../site/model/site.js";

/** Text that Markdown shows as it is. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+!|<>~]/g, "\\$&");

export const titleOf = ({ label, meta, series }: Proposal) =>
  !meta.title ? label : series.numbers === "none" ? meta.title : `${label}: ${meta.title}`;

export function shownStatus({ series, meta }: Pick<Proposal, "series" | "meta">): string {
  return series.statuses.find(({ id }) => id === meta.status)?.label ?? meta.status;
}

/** @param most proposals that are named; the others are counted. */
function names(proposals: readonly Proposal[], most = 8): string {
  const named = proposals
    .slice(0, most)
    .map((proposal) => `${plain(titleOf(proposal))} (${plain(shownStatus(proposal))})`);
  const more = proposals.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].map((line) => `- ${line}`).join("\n");
}

export function describeProposal(proposal: Proposal): string {
  const { meta, relations, series } = proposal;
  const category = series.category.values.find(({ id }) => id === meta.category)?.label ?? meta.category;
  const facts = [shownStatus(proposal), category, meta.date, meta.authors.map(({ name }) => name).join(", ")];
  const parts = [
    `**${plain(titleOf(proposal))}**`,
    facts.flatMap((fact) => (fact ? plain(fact) : [])).join(" · "),
    plain(meta.description),
    relations.requires.length > 0 ? `Requires\n${names(relations.requires)}` : "",
    relations.requiredBy.length > 0 ? `Required by\n${names(relations.requiredBy)}` : "",
    relations.supersededBy.length > 0 ? `Replaced by\n${names(relations.supersededBy)}` : "",
  ];
  return parts.filter(Boolean).join("\n\n");
}

/** The field of the program that a key of a series is, if it is one. */
export function fieldOf(series: Series, key: string): FieldName | "category" | undefined {
  const isKey = (alias: string) => normalizeKey(alias) === normalizeKey(key);
  if (series.category.from === "field" && series.category.keys.some(isKey)) return "category";
  return fieldNames.find((name) => keysOf(series, name).some(isKey));
}
