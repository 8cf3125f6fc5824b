/** What a proposal's page shows of its history: statuses, versions, and how old a translation is. */
import { daysBetween } from "../history/dates.js";
import type { RegisterEvent } from "../history/statuses.js";
import type { RenderContext } from "../model/context.js";
import {
  changesLocale,
  changesRoute,
  commitUrl,
  comparableVersions,
  compareRoute,
  comparisonsOf,
  maxVersions,
  textDigest,
} from "../model/history.js";
import { proposalName, proposalTitle, statusNamed } from "../model/localized.js";
import type { Proposal } from "../model/site.js";
import type { HistoryView, OutdatedView } from "../shared/history-view.js";
import { knownDate } from "./proposal-parts.js";

export function historyView(proposal: Proposal, context: RenderContext): HistoryView | undefined {
  const { history, series } = proposal;
  if (!history) return undefined;
  const links = commitLinks(proposal, context);
  const { statuses, versions } = history;
  return {
    statuses:
      statuses.length < 2
        ? []
        : statuses.map(({ status, date, day, commit }, index) => {
            const next = statuses[index + 1];
            return {
              status: statusNamed(status, series, context),
              date: knownDate(date, context),
              ...(next && { lasted: context.translator.duration(daysBetween(day, next.day)) }),
              ...links(commit),
            };
          }),
    compareHref: compareHref(proposal, context),
    versions: versions
      .slice(0, maxVersions)
      .map(({ commit, blob, metadataBlob, date, author, editor, subject, changes }) => ({
        id: commit.slice(0, 10),
        date: knownDate(date, context),
        author,
        ...(editor && { editor }),
        subject,
        ...links(commit),
        digest: textDigest({ blob, metadataBlob }),
        sections: changes,
      })),
  };
}

/** Where readers compare any two versions of a proposal. */
export function compareHref(proposal: Proposal, { site, allUrls, urls }: RenderContext): string | undefined {
  if (comparableVersions(proposal, site.config).length === 0) return undefined;
  const own = allUrls.get(changesLocale(site.config)) ?? urls;
  return `${own.page(compareRoute(proposal.series))}?of=${encodeURIComponent(own.page(proposal.route)).replaceAll("%2F", "/")}`;
}

/** Where a commit is shown: at the code host, and as a difference of this site's own. */
export function commitLinks(proposal: Proposal, { site, allUrls }: RenderContext) {
  const editUrl = site.config.editUrl;
  const commits = new Set(comparisonsOf(proposal).map(({ commit }) => commit));
  const urls = allUrls.get(changesLocale(site.config));
  return (commit: string): { commitHref?: string; changesHref?: string } => ({
    commitHref: commitUrl(commit, editUrl),
    changesHref: commits.has(commit) ? urls?.page(changesRoute(proposal, commit)) : undefined,
  });
}

export function outdatedView(proposal: Proposal, context: RenderContext): OutdatedView | undefined {
  const base = proposal.outdated.get(context.locale);
  if (!base) return undefined;
  const urls = context.allUrls.get(changesLocale(context.site.config)) ?? context.urls;
  return { originalHref: urls.page(proposal.route), changesHref: urls.page(changesRoute(proposal, base.commit)) };
}

// The events of a register as text, for the feed of changes and the home page: "CIP-20 moved from Last call to Final".

export function eventText(event: RegisterEvent<Proposal>, context: RenderContext): string {
  const { translator } = context;
  const { series } = event.proposal;
  const label = proposalName(event.proposal, context);
  if (event.kind !== "moved") {
    return translator.t(event.kind === "new" ? "feed.new" : "feed.changed", {
      label,
      title: proposalTitle(event.proposal, context),
    });
  }
  const statusLabel = (status: string) => statusNamed(status, series, context).label;
  return translator.t("feed.moved", { label, from: statusLabel(event.from), to: statusLabel(event.to) });
}

/** Path of the page with the changes, or else of the proposal. */
export function eventHref({ proposal, version }: RegisterEvent<Proposal>, context: RenderContext): string {
  const { site, urls, allUrls } = context;
  const hasPage = comparisonsOf(proposal).some(({ commit }) => commit === version.commit);
  if (!hasPage) return urls.page(proposal.route);
  return (allUrls.get(changesLocale(site.config)) ?? urls).page(changesRoute(proposal, version.commit));
}
