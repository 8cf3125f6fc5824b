/** The keys that public registers have for the usual fields, by which the keys of other registers are recognized. */
import type { FieldName } from "../../../config/index.js";
import { normalizeKey, translatedKeys } from "../../../content/metadata/keys.js";

const names = (list: string) => list.split(", ");

/** The keys of each field, the most likely first. Spelling variants do not matter. */
export const likelyKeys: Record<Exclude<FieldName, "number">, string[]> = {
  title: ["title", "name", "proposal title", ...translatedKeys.title],
  description: ["description", "subtitle", "short description", "simple summary"],
  author: [
    ...names(
      "authors, author, deciders, decision makers, proposer, proposers, " +
        "proposed by, owner, owners, champion, champions, submitter, contributors, editors, " +
        "editor, by, written by, original authors",
    ),
    ...translatedKeys.author,
  ],
  status: ["status", "state", "stage", "proposal status", ...translatedKeys.status],
  statusReason: ["status-reason", "withdrawal-reason", "rejection-reason"],
  tags: ["tags", "labels"],
  keywords: ["keywords"],
  date: [
    ...names(
      "created, date, start date, date created, creation date, created on, created at, " +
        "date started, assigned, original proposition date, date proposed, proposed, proposed on, submitted, " +
        "date submitted, published, publish date, date decided, date accepted",
    ),
    ...translatedKeys.date,
  ],
  updated: names(
    "updated, updated at, last updated, last-update, last modified, modified, revision date, " +
      "last edited, last revised, date updated",
  ),
  deadline: ["last-call-deadline", "last-call-end-date", "last-call-date-time", "review-period-end", "last call"],
  lang: ["lang", "language"],
  requires: ["requires", "depends on", "dependencies"],
  supersedes: ["supersedes", "replaces", "obsoletes"],
  supersededBy: ["superseded-by", "replaced-by", "proposed-replacement", "obsoleted-by", "replacement"],
  updates: ["updates", "amends", "clarifies"],
  updatedBy: ["updated-by", "amended-by", "clarified-by"],
  discussions: names(
    "discussions-to, discussions, discussion, discussion thread, comments-uri, rfc pr, " +
      "rfc prs, prs.accepted, proposal-from, pull request, pr, tracking issue, issue, forum, " +
      "thread, post-history",
  ),
};

export const categoryKeys = ["category", "type", "track", "area", "layer", "purpose", "kind", "consideration"];

/** All usual keys, as `normalizeKey` returns them. */
export const commonKeys: ReadonlySet<string> = new Set(
  [
    ...Object.values(likelyKeys).flat(),
    ...categoryKeys,
    "number",
    "id",
    "feature name",
    "proposal",
    "license",
    "implementation",
    "review manager",
  ].map((key) => normalizeKey(key.split(".")[0] ?? key)),
);
