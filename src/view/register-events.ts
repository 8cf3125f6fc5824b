/** The events of a register as text, for the feed of changes and the home page: "CIP-20 moved from Last call to Final". */
import type { RegisterEvent } from "../history/events.js";
import { changesLocale, changesRoute, comparisonsOf } from "../model/history.js";
import { proposalTitle, statusNamed } from "../model/localized.js";
import type { Proposal } from "../model/site.js";
import type { RenderContext } from "./context.js";

export function eventText(event: RegisterEvent<Proposal>, context: RenderContext): string {
  const { translator } = context;
  const { label, series } = event.proposal;
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
