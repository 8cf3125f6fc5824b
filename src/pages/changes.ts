/** The difference between a former text of a proposal and today's, in the language of the text. */
import { failedSections } from "../history/difference-html.js";
import { changesLocale, changesRoute, comparisonsOf } from "../model/history.js";
import { proposalLang, proposalTitle, statusNamed } from "../model/localized.js";
import type { Proposal, Register, Route, Texts } from "../model/site.js";
import type { Comparison } from "../shared/history.js";
import type { ChangesView } from "../shared/history-view.js";
import type { RenderContext } from "../view/context.js";
import { bodyContent, fillElsewhere } from "../view/fill.js";
import { headView } from "../view/head.js";
import { commitLinks } from "../view/history.js";
import { knownDate } from "../view/proposal-parts.js";
import { frame } from "../view/shell.js";
import type { PageKind } from "./kind.js";

interface ChangesRoute extends Route {
  kind: "changes";
  register: Register;
  proposal: Proposal;
  comparison: Comparison;
}

/** The page of a difference, without the difference itself. */
type ChangesDraft = Omit<ChangesView, "sections">;

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
  keyText: ({ proposal }) => proposal.document,
  finish: {
    key: changesKey,
    view: finishChanges,
    hasFailed: ({ proposal, comparison }, { changes: made }) => made.hasFailed(proposal, comparison),
  },
};

function changesDraft({ route, proposal, comparison }: ChangesRoute, context: RenderContext): ChangesDraft {
  const { translator, urls } = context;
  const { label, history, series } = proposal;
  const newest = history?.versions[0];
  const { kind, from, commit } = comparison;
  const host = commitLinks(proposal, context)(commit).commitHref;
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
function changesKey(
  draft: ChangesDraft,
  { proposal, comparison }: ChangesRoute,
  texts: Texts,
  context: RenderContext,
): string {
  const text = proposal.document && bodyContent(proposal.document, context).key(texts);
  return JSON.stringify([draft, texts.changes.key(proposal, comparison), text]);
}

async function finishChanges(
  draft: ChangesDraft,
  { proposal, comparison }: ChangesRoute,
  { changes }: Texts,
  context: RenderContext,
): Promise<ChangesView> {
  const { urls } = context;
  const { document } = proposal;
  const sections = (await changes.sections(proposal, comparison)) ?? failedSections();
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
