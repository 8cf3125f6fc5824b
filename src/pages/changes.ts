/** What changed since a former text of a proposal, in the language of the text. */
import { linesHtml } from "../history/lines-html.js";
import { sourceUrl } from "../model/addresses.js";
import type { RenderContext } from "../model/context.js";
import { changesLocale, changesRoute, comparisonsOf } from "../model/history.js";
import { documentOf, proposalLang, proposalName, proposalTitle, statusNamed } from "../model/localized.js";
import type { Proposal, Register, Route, Texts } from "../model/site.js";
import type { Comparison } from "../shared/history.js";
import type { ChangesView } from "../shared/history-view.js";
import { textFormat } from "../shared/text-format.js";
import { draftKey } from "../view/content.js";
import { headView } from "../view/head.js";
import { commitLinks, compareHref } from "../view/history.js";
import { knownDate } from "../view/proposal-parts.js";
import { frame } from "../view/shell.js";
import type { PageKind } from "./kind.js";

interface ChangesRoute extends Route {
  kind: "changes";
  register: Register;
  proposal: Proposal;
  comparison: Comparison;
}

/** The page without the lines that changed. */
type ChangesDraft = Omit<ChangesView, "linesHtml">;

export const changes: PageKind<ChangesRoute, ChangesDraft> = {
  kind: "changes",
  template: "ChangesPage",
  routes: ({ registers }) =>
    registers.flatMap((register, index) =>
      (register.historyEnd ? register.proposals : []).flatMap((proposal) =>
        comparisonsOf(proposal).map((comparison) => ({
          kind: "changes",
          route: changesRoute(proposal, comparison.commit),
          register,
          proposal,
          comparison,
          key: `series[${index}].permalink`,
        })),
      ),
    ),
  isIn: ({ locale, site }) => locale === changesLocale(site.config),
  draft: changesDraft,
  isIndexed: () => false,
  // The earlier text in a comparison follows from the history, which all pages share.
  finish: {
    key: changesKey,
    view: finishChanges,
    hasFailed: ({ proposal, comparison }, { changes: made }) => made.hasFailed(proposal, comparison),
  },
};

function changesDraft({ route, proposal, comparison }: ChangesRoute, context: RenderContext): ChangesDraft {
  const { site, translator, urls } = context;
  const { history, series, document } = proposal;
  const label = proposalName(proposal, context);
  const newest = history?.versions[0];
  const { kind, from, commit } = comparison;
  const host = commitLinks(proposal, context)(commit).commitHref;
  const became = history?.statuses.find((change) => change.commit === commit);
  const comparisons = comparisonsOf(proposal);
  const index = comparisons.findIndex((other) => other.commit === commit);
  const neighbour = (other: Comparison | undefined) => {
    const version = other?.kind === "change" ? newest : other?.from;
    if (!other || !version) return undefined;
    return { href: urls.page(changesRoute(proposal, other.commit)), date: knownDate(version.date, context) };
  };
  const isRead = document && textFormat(document.path) === "markdown" && documentOf(proposal, context) === document;
  const title = translator.t("changes.title", { label });
  return {
    kind: "changes",
    // The same page in other languages is the proposal's.
    ...frame(proposal.route, context),
    head: headView(
      route,
      { title, styles: "changes", description: proposalTitle(proposal, context), noindex: true },
      context,
    ),
    label,
    title: proposalTitle(proposal, context),
    proposalHref: urls.page(proposal.route),
    sourceHref: isRead ? urls.file(`${urls.prefix}${sourceUrl(site.config, proposal)}`) : undefined,
    contentLang: proposalLang(proposal, context),
    date: knownDate((kind === "change" ? newest : from)?.date ?? from.date, context),
    what:
      kind === "change"
        ? { kind, subject: newest?.subject ?? "" }
        : { kind, ...(became && { status: statusNamed(became.status, series, context) }) },
    commit: host === undefined ? undefined : { label: commit.slice(0, 10), href: host, external: true },
    newer: neighbour(comparisons[index - 1]),
    older: neighbour(comparisons[index + 1]),
    compareHref: compareHref(proposal, context),
  };
}

/** All inputs of the page besides templates and strings, as text. */
function changesKey(draft: ChangesDraft, { proposal, comparison }: ChangesRoute, texts: Texts): string {
  return draftKey(draft, texts) + texts.changes.key(proposal, comparison);
}

async function finishChanges(
  draft: ChangesDraft,
  { proposal, comparison }: ChangesRoute,
  { changes }: Texts,
  { translator }: RenderContext,
): Promise<ChangesView> {
  const sections = await changes.sections(proposal, comparison);
  return { ...draft, linesHtml: sections && linesHtml(sections, translator.t("history.beginning")) };
}
