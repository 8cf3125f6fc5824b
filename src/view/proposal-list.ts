/** A list of proposals in a page, as HTML: links with their status. */

import { proposalLang, statusView, writtenTitle } from "../model/localized.js";
import { listedProposals } from "../model/proposal-list.js";
import type { ProposalList } from "../shared/document.js";
import { escapeHtml } from "../shared/text.js";
import { plainTitle } from "../shared/title.js";
import { glyphId } from "../shared/view.js";
import type { RenderContext } from "./context.js";

export function proposalListHtml(list: ProposalList, context: RenderContext): string {
  const { urls, translator, site } = context;
  const items = listedProposals(list, site.registers).map((proposal) => {
    const lang = proposalLang(proposal, context);
    const status = statusView(proposal, context);
    const chip = status
      ? ` <span class="chip" data-tone="${status.tone}"><svg class="glyph" viewBox="0 0 16 16" aria-hidden="true"><use href="#${glyphId(status.tone)}"></use></svg>${escapeHtml(status.label)}</span>`
      : "";
    const title = `<span${lang ? ` lang="${escapeHtml(lang)}"` : ""}>${escapeHtml(plainTitle(writtenTitle(proposal, context)))}</span>`;
    const href = escapeHtml(urls.page(proposal.route));
    return `<li><a href="${href}"><span class="number">${escapeHtml(proposal.label)}</span> ${title}</a>${chip}</li>`;
  });
  return items.length > 0 ? `<ul>${items.join("")}</ul>` : `<p>${escapeHtml(translator.t("filter.none"))}</p>`;
}
