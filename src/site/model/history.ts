/** Rules for a register's history that several stages share: the versions that can be compared, and the addresses. */
import { posix } from "node:path";
import type { Series, SiteConfig } from "../../config/index.js";
import type { OutdatedTranslation } from "../../shared/api.js";
import type { Version } from "../../shared/history.js";
import { compareText } from "../../shared/text.js";
import { allProposals } from "./proposal-list.js";
import type { Proposal, Register, SitePages } from "./site.js";

/** Number of the newest versions that can be compared. Older ones are on the code host. */
export const maxVersions = 50;

/**
 * The versions of a proposal that readers can compare, newest first; none if there is only one, or if the page for comparison would show today's
 * text in a translation.
 */
export function comparableVersions({ history, document, translations, meta }: Proposal, config: SiteConfig): Version[] {
  if (!document || !history || meta.unlisted || translations.has(compareLocale(config))) return [];
  const versions = history.versions.slice(0, maxVersions);
  // Without the steps of a version, which may be too long to store, older texts cannot be rebuilt.
  const last = versions.findIndex(({ steps }) => steps === undefined);
  if (last >= 0) versions.length = last + 1;
  return versions.length > 1 ? versions : [];
}

/** Address of the file with the texts of a proposal's versions. */
export function versionsUrl({ route }: Pick<Proposal, "route">, prefix = ""): string {
  return `${prefix}${posix.join(route, "versions.json")}`;
}

/** Address of the page on which readers compare any two versions of a proposal of a series. */
export function compareRoute(series: Pick<Series, "route">): string {
  return posix.join(series.route, "compare");
}

/** Whether the page of insights has something to show: a proposal from before the month in which the history ends. */
export function hasInsights({ historyEnd, proposals }: Pick<Register, "historyEnd" | "proposals">): boolean {
  if (!historyEnd) return false;
  return proposals.some(({ history }) => history && history.created.slice(0, 7) < historyEnd.slice(0, 7));
}

/** Whether the register has a history, and a proposal that requires another one of its series. */
export function hasDependencies({
  historyEnd,
  series,
  proposals,
}: Pick<Register, "historyEnd" | "series" | "proposals">): boolean {
  return (
    historyEnd !== undefined &&
    proposals.some(({ relations }) => relations.requires.some((proposal) => proposal.series === series))
  );
}

export function insightsRoute(series: Pick<Series, "route">): string {
  return posix.join(series.route, "insights");
}

export function graphRoute(series: Pick<Series, "route">): string {
  return posix.join(series.route, "graph");
}

/** The locale of the page that compares versions. There is one for all locales, because most of it is in the language of the text. */
export function compareLocale({ locales, defaultLocale }: SiteConfig): string {
  return defaultLocale in locales ? defaultLocale : (Object.keys(locales)[0] ?? defaultLocale);
}

/** Address of a commit at the code host; undefined if the host is unknown. */
export function commitUrl(commit: string, editUrl: string | undefined): string | undefined {
  const base = hostedRepository(editUrl);
  return base && `${base}/commit/${commit}`;
}

/** Address of a pull request at the code host; undefined if the host is unknown. */
export function requestUrl(request: number, editUrl: string | undefined): string | undefined {
  const base = hostedRepository(editUrl);
  return base && `${base}/${base.endsWith("/-") ? "merge_requests" : "pull"}/${request}`;
}

/** The address of the repository, with the `/-` that GitLab has before its own pages. */
const hostedRepository = (editUrl = "") => /^(.*?(?:\/-)?)\/edit\//.exec(editUrl)?.[1];

/** Digest by which a browser remembers which committed version of a text its reader has seen. */
export function textDigest({ blob, metadataBlob = "" }: Pick<Version, "blob" | "metadataBlob">): string {
  return blob.slice(0, 10) + metadataBlob.slice(0, 10);
}

/** Lists the outdated translations, sorted by path. */
export function outdatedTranslations({ registers, docs, textPages }: SitePages): OutdatedTranslation[] {
  const translated = [
    ...registers.flatMap(allProposals),
    ...docs.flatMap(({ pages }) => [...pages.values()]),
    ...textPages,
  ];
  const outdatedTexts = translated.flatMap(({ outdated, translations }) =>
    [...outdated].flatMap(([locale, { date }]) => {
      const path = translations.get(locale)?.path;
      return path === undefined ? [] : [{ path, day: date }];
    }),
  );
  return outdatedTexts.sort((a, b) => compareText(a.path, b.path));
}

/** The day of a proposal's last change: from its history or else its metadata, but never before its date. Undefined if neither has it. */
export function lastChangeOf({ meta, history }: Pick<Proposal, "meta" | "history">): string | undefined {
  const changed = history?.updated ?? meta.updated;
  return changed && meta.date && changed < meta.date ? meta.date : (changed ?? meta.date);
}
