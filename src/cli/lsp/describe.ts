/** What an editor shows of a proposal, a status, a field: Markdown of a few lines. */
import type { FieldName, FieldRule, Series } from "../../config/index.js";
import { keysOf, normalizeKey } from "../../content/metadata/keys.js";
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

export function describeStatus(series: Series, id: string): string | undefined {
  const status = series.statuses.find((candidate) => candidate.id === id);
  if (!status) return undefined;
  const labelOf = (statusId: string) =>
    series.statuses.find((candidate) => candidate.id === statusId)?.label ?? statusId;
  const steps = series.process?.transitions[id];
  const next = steps?.map((step) => labelOf(typeof step === "string" ? step : step.to));
  const after = next && (next.length > 0 ? `May be followed by ${next.join(", ")}.` : "No status follows.");
  return [`**${plain(status.label)}**`, after].filter(Boolean).join("\n\n");
}

const meanings: Record<FieldName, string> = {
  number: "The number of the proposal.",
  title: "The title.",
  description: "One sentence, for lists and search engines.",
  author: "Who wrote it: `Name`, `Name <mail>` or `Name (@handle)`, several with commas.",
  status: "Where the proposal is in its life.",
  statusReason: "Why it has that status.",
  tags: "Tags, each of which has a list.",
  keywords: "Keywords, for search engines.",
  date: "The day on which it was written, `YYYY-MM-DD`.",
  updated: "The day of its last change, `YYYY-MM-DD`.",
  deadline: "The end of the last call, `YYYY-MM-DD`.",
  lang: "The language of the text, such as `en`.",
  requires: "Numbers of proposals that it builds on.",
  supersedes: "Numbers of proposals that it replaces.",
  supersededBy: "Numbers of proposals that replace it.",
  updates: "Numbers of proposals that it amends or clarifies.",
  updatedBy: "Numbers of proposals that amend or clarify it.",
  discussions: "Where it is discussed.",
};

/** The field of the program that a key of a series is, if it is one. */
export function fieldOf(series: Series, key: string): FieldName | "category" | undefined {
  const isKey = (alias: string) => normalizeKey(alias) === normalizeKey(key);
  if (series.category.from === "field" && series.category.keys.some(isKey)) return "category";
  return (Object.keys(meanings) as FieldName[]).find((name) => keysOf(series, name).some(isKey));
}

export function describeField(series: Series, key: string): string | undefined {
  const name = fieldOf(series, key);
  const rule = series.fields.find((field) => normalizeKey(field.key) === normalizeKey(key));
  const meaning = name === "category" ? "The category of the proposal." : name && meanings[name];
  if (!meaning && !rule) return undefined;
  const statuses = series.statuses.map(({ label }) => label);
  const categories = series.category.values.map(({ label }) => label);
  const values = rule?.values ?? (name === "status" ? statuses : name === "category" ? categories : []);
  return [meaning, rule && describeNeed(rule), values.length > 0 ? `One of: ${values.map(plain).join(", ")}.` : ""]
    .filter(Boolean)
    .join("\n\n");
}

function describeNeed({ required, when }: FieldRule): string {
  const conditions = Object.entries(when ?? {}).map(([field, values]) => `${field} ${values.join(" or ")}`);
  const where = conditions.length > 0 ? ` with ${conditions.join(" and ")}` : "";
  if (Array.isArray(required)) return `Required in ${required.join(", ")}.`;
  return required ? `Required${where}.` : when ? `Only for proposals${where}.` : "Optional.";
}
