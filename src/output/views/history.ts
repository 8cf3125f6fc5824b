/** The history on a proposal's page: statuses, versions, and whether a translation is outdated. */
import { daysBetween } from "../../content/read/commit-dates.js";
import type { HistoryView, OutdatedView } from "../../shared/history-view.js";
import { idLength } from "../../shared/version-data.js";
import type { RegisterEvent } from "../../site/history/statuses.js";
import { apiName } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import {
  commitUrl,
  comparableVersions,
  compareLocale,
  compareRoute,
  maxVersions,
  textDigest,
} from "../../site/model/history.js";
import { proposalName, proposalTitle, statusNamed } from "../../site/model/localized.js";
import type { Proposal } from "../../site/model/site.js";
import { dayView } from "./proposal-parts.js";

export function historyView(proposal: Proposal, context: RenderContext): HistoryView | undefined {
  const { history, series } = proposal;
  if (!history) return undefined;
  const links = historyLinks(proposal, context);
  const { statuses, versions } = history;
  const [newest, previous] = versions;
  return {
    statuses:
      statuses.length < 2
        ? []
        : statuses.map(({ status, date, day, commit }, index) => {
            const next = statuses[index + 1];
            return {
              status: statusNamed(status, series, context),
              date: dayView(date, context),
              ...(next && { lasted: context.translator.duration(daysBetween(day, next.day)) }),
              commitHref: links.commit(commit),
              // What has changed since the status began; for the newest version, what it changed.
              changesHref: links.difference(commit === newest?.commit ? previous?.commit : commit, newest?.commit),
            };
          }),
    compareHref: compareHref(proposal, context),
    versions: versions
      .slice(0, maxVersions)
      .map(({ commit, blob, metadataBlob, date, author, editor, subject, words }, index) => ({
        id: commit.slice(0, idLength),
        date: dayView(date, context),
        author,
        ...(editor && { editor }),
        subject,
        commitHref: links.commit(commit),
        changesHref: links.difference(versions[index + 1]?.commit, commit),
        digest: textDigest({ blob, metadataBlob }),
        words,
      })),
  };
}

const compareUrls = ({ site, allUrls, urls }: RenderContext) => allUrls.get(compareLocale(site.config)) ?? urls;

/** The address at which readers compare versions of a proposal; undefined if it has too few. */
function compareHref(proposal: Proposal, context: RenderContext): string | undefined {
  if (comparableVersions(proposal, context.site.config).length === 0) return undefined;
  return `${compareUrls(context).page(compareRoute(proposal.series))}?of=${encodeURIComponent(apiName(proposal))}`;
}

/** Makes links to a commit at the code host, and to the comparison of two versions if this site has both. */
function historyLinks(proposal: Proposal, context: RenderContext) {
  const { config } = context.site;
  const page = compareHref(proposal, context);
  const commits = new Set(comparableVersions(proposal, config).map(({ commit }) => commit));
  return {
    commit: (commit: string) => commitUrl(commit, config.editUrl),
    difference(from: string | undefined, to: string | undefined): string | undefined {
      if (from === undefined || to === undefined || !commits.has(from) || !commits.has(to)) return undefined;
      return `${page}&from=${from.slice(0, idLength)}&to=${to.slice(0, idLength)}`;
    },
  };
}

export function outdatedView(proposal: Proposal, context: RenderContext): OutdatedView | undefined {
  const base = proposal.outdated.get(context.locale);
  const newest = proposal.history?.versions[0]?.commit;
  if (!base || newest === undefined) return undefined;
  const links = historyLinks(proposal, context);
  return {
    originalHref: compareUrls(context).page(proposal.route),
    changesHref: links.difference(base.commit, newest) ?? links.commit(newest),
  };
}

/** An event of a register as text, for the feed of changes and the home page: "CIP-20 moved from Last call to Final". */
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

/** Where readers see a change: in a comparison, or else at the code host, or else on the page of the proposal, where a new proposal always leads. */
export function eventHref({ kind, proposal, version }: RegisterEvent<Proposal>, context: RenderContext): string {
  const { commit } = version;
  const page = context.urls.page(proposal.route);
  if (kind === "new") return page;
  const { versions = [] } = proposal.history ?? {};
  const links = historyLinks(proposal, context);
  const before = versions[versions.findIndex((candidate) => candidate.commit === commit) + 1];
  return links.difference(before?.commit, commit) ?? links.commit(commit) ?? page;
}
