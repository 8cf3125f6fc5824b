/** Views of what changed: a proposal's statuses and versions, and the difference between a former text and today's. */
import { daysBetween } from "../../history/dates.js";
import { changesLocale, changesRoute, commitUrl, comparisonsOf, hasVisits, textDigest } from "../../model/history.js";
import { proposalLang, proposalTitle, statusNamed } from "../../model/localized.js";
import type { Proposal, Texts } from "../../model/site.js";
import type { ChangesView, HistoryView, OutdatedView } from "../../shared/history-view.js";
import type { RenderContext } from "../context.js";
import { bodyContent, fillElsewhere } from "../fill.js";
import { headView } from "../head.js";
import type { RouteOf } from "./lists.js";
import { knownDate } from "./proposal-parts.js";
import { frame } from "./shell.js";

/** More versions than this are read at the code host. */
const maxVersions = 50;

export function historyView(proposal: Proposal, context: RenderContext): HistoryView | undefined {
  const { history, series } = proposal;
  if (!history) return undefined;
  const links = linksOf(proposal, context);
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
    versions: versions.slice(0, maxVersions).map(({ commit, blob, date, author, editor, subject, changes }) => ({
      id: commit.slice(0, 10),
      date: knownDate(date, context),
      author,
      ...(editor && { editor }),
      subject,
      ...links(commit),
      ...(hasVisits(context.site.config) && { digest: textDigest({ blob }) }),
      sections: changes,
    })),
  };
}

/** Where a commit is shown: at the code host, and as a difference of this site's own. */
function linksOf(proposal: Proposal, { site, allUrls }: RenderContext) {
  const editUrl = proposal.series.editUrl ?? site.config.editUrl;
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

/** The page of a difference, without the difference itself. */
export type ChangesDraft = Omit<ChangesView, "sections">;

export function changesDraft(
  { route, proposal, comparison }: RouteOf<"changes">,
  context: RenderContext,
): ChangesDraft {
  const { translator, urls } = context;
  const { label, history, series } = proposal;
  const newest = history?.versions[0];
  const { kind, from, commit } = comparison;
  const host = linksOf(proposal, context)(commit).commitHref;
  const became = history?.statuses.find((change) => change.commit === commit);
  const title = translator.t("changes.title", { label });
  return {
    kind: "changes",
    // The same page in other languages is the proposal's.
    ...frame(proposal.route, context),
    head: headView(
      route,
      { title, styles: "figures", description: proposalTitle(proposal, context), noindex: true },
      context,
    ),
    label,
    title: proposalTitle(proposal, context),
    proposalHref: urls.page(proposal.route),
    contentLang: proposalLang(proposal, context),
    date: knownDate((kind === "change" ? newest : from)?.date ?? from.date, context),
    what:
      kind === "change"
        ? { kind, subject: newest?.subject ?? "" }
        : { kind, ...(became && { status: statusNamed(became.status, series, context) }) },
    commit: host === undefined ? undefined : { label: commit.slice(0, 10), href: host, external: true },
  };
}

/** All inputs of the page besides templates and strings, as text. */
export function changesKey(
  draft: ChangesDraft,
  { proposal, comparison }: RouteOf<"changes">,
  texts: Texts,
  context: RenderContext,
): string {
  const text = proposal.document && bodyContent(proposal.document, context).key(texts);
  return JSON.stringify([draft, texts.changes.key(proposal, comparison), text]);
}

export async function finishChanges(
  draft: ChangesDraft,
  { proposal, comparison }: RouteOf<"changes">,
  { changes }: Texts,
  context: RenderContext,
): Promise<ChangesView> {
  const { urls } = context;
  const { document } = proposal;
  const sections = await changes.sections(proposal, comparison);
  return {
    ...draft,
    sections: sections.map(({ state, heading, id, html, added, removed }) => ({
      state,
      heading,
      added,
      removed,
      href: state === "old" ? undefined : urls.page(proposal.route, id && `#${id}`),
      html: document ? fillElsewhere(html, document, context) : "",
    })),
  };
}
