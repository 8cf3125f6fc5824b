/** The texts beside a proposal. */
import type { Companion, Proposal } from "../model/site.js";
import type { CompanionDocument } from "../shared/document.js";
import { plainTitle } from "../shared/title.js";
import type { LinkView } from "../shared/view.js";
import type { RenderContext } from "./context.js";
import { perContext } from "./memo.js";

/** Its translation, or the original. */
export function companionText(
  { document, translations }: Companion,
  { locale }: Pick<RenderContext, "locale">,
): CompanionDocument {
  return translations.get(locale) ?? document;
}

const byProposal = perContext(() => new Map<Proposal, Companion[]>());

/** The pages of texts beside a proposal. */
export function companionLinks(proposal: Proposal, context: RenderContext): LinkView[] {
  const { site, urls } = context;
  const known = byProposal(context);
  if (known.size === 0)
    for (const one of site.companions) known.set(one.proposal, [...(known.get(one.proposal) ?? []), one]);
  return (known.get(proposal) ?? []).map((companion) => ({
    label: plainTitle(companionText(companion, context).meta.title),
    href: urls.page(companion.route),
  }));
}
