/** Describes proposals for an editor, in a few lines of Markdown. */
import type { FieldName, Series } from "../../config/index.js";
import { fieldNames, keysOf, normalizeKey } from "../../content/metadata/keys.js";
import type { Proposal } from "../../site/model/site.js";

/** Escapes a text, so that Markdown shows it unchanged. At its beginning, `-` and `1.` would begin a list. */
export const escapeMarkdown = (text: string) =>
  text.replace(/[\\`*_{}[\]()#+!|<>~]|&(?=#?\w+;)|^-|(?<=^\d+)\./g, "\\$&");

/** `CIP-20: Title`; only one of them if the proposal has no number or no title. */
export function titleOf({ label, meta, series }: Proposal): string {
  if (!meta.title) return label;
  return series.numbers === "none" ? meta.title : `${label}: ${meta.title}`;
}

export function statusLabel({ series, meta }: Proposal): string {
  return series.statuses.find(({ id }) => id === meta.status)?.label ?? meta.status;
}

const maxListed = 8;

/** A list of proposals; beyond `maxListed` they are only counted. */
function listOf(proposals: readonly Proposal[]): string {
  const listed = proposals
    .slice(0, maxListed)
    .map((proposal) => `${escapeMarkdown(titleOf(proposal))} (${escapeMarkdown(statusLabel(proposal))})`);
  const more = proposals.length - listed.length;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].map((line) => `- ${line}`).join("\n");
}

export function describeProposal(proposal: Proposal): string {
  const { meta, relations, series } = proposal;
  const category = series.category.values.find(({ id }) => id === meta.category)?.label ?? meta.category;
  const facts = [statusLabel(proposal), category, meta.date, meta.authors.map(({ name }) => name).join(", ")];
  const parts = [
    `**${escapeMarkdown(titleOf(proposal))}**`,
    facts.flatMap((fact) => (fact ? escapeMarkdown(fact) : [])).join(" · "),
    escapeMarkdown(meta.description),
    relations.requires.length > 0 ? `Requires\n${listOf(relations.requires)}` : "",
    relations.requiredBy.length > 0 ? `Required by\n${listOf(relations.requiredBy)}` : "",
    relations.supersededBy.length > 0 ? `Replaced by\n${listOf(relations.supersededBy)}` : "",
  ];
  return parts.filter(Boolean).join("\n\n");
}

/** The field that the program reads from a key of a series; undefined for any other key. */
export function fieldOf(series: Series, key: string): FieldName | "category" | undefined {
  const isKey = (alias: string) => normalizeKey(alias) === normalizeKey(key);
  if (series.category.from === "field" && series.category.keys.some(isKey)) return "category";
  return fieldNames.find((name) => keysOf(series, name).some(isKey));
}
