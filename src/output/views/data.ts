/** Parts of data files. Their content is public, documented in docs/data.md, and stable. */

import type { OutputFile } from "../../shared/output.js";
import { jsonNumber } from "../../shared/proposal-number.js";
import { dataFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { proposalDescription, proposalTitle, statusView } from "../../site/model/localized.js";
import type { Proposal, Route } from "../../site/model/site.js";
import { perContextAnd } from "./memo.js";

/** A proposal in a data file. Dates are `YYYY-MM-DD`, URLs are paths of this site. */
function listItem(proposal: Proposal, context: RenderContext) {
  const { meta, label, number, route, series } = proposal;
  return {
    number: jsonNumber(number, series.numbers),
    ...(series.numbers === "none" && { slug: proposal.numberText }),
    id: proposal.numberText,
    label,
    series: series.id,
    title: proposalTitle(proposal, context),
    description: proposalDescription(proposal, context),
    status: statusView(proposal, context)?.id,
    category: meta.category || undefined,
    tags: meta.tags,
    authors: meta.authors.map(({ key: _, ...author }) => author),
    date: meta.date,
    url: context.urls.page(route),
  };
}

/** The JSON of a proposal. Memoized, because lists, the archive and the register have the same items. */
export const itemText = perContextAnd((proposal: Proposal, context): string =>
  JSON.stringify(listItem(proposal, context)),
);

/** The JSON of an array of items. */
export function itemsText(proposals: readonly Proposal[], context: RenderContext): string {
  return `[${proposals.map((proposal) => itemText(proposal, context)).join(",")}]`;
}

/** The JSON of an object with another property at its end. @param text the property's value, as JSON. */
export function withProperty(object: object, name: string, text: string): string {
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${text}}`;
}

/** A data file of one language. @param route its address without locale prefix. @param content JSON. */
export function jsonFile(route: string, content: string, { urls }: RenderContext): OutputFile {
  return { path: `${urls.prefix}${route.replace(/^\/\//, "/")}`.slice(1), content: `${content}\n` };
}

/** A data file beside a page. @param dataOf makes its JSON. */
export function dataBeside<R extends Route>(dataOf: (route: R, context: RenderContext) => string) {
  return {
    url: ({ route }: R) => dataFileUrl(route),
    make: (route: R, _: unknown, context: RenderContext) => [
      jsonFile(dataFileUrl(route.route), dataOf(route, context), context),
    ],
  };
}
