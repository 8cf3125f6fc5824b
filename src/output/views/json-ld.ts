/** Structured data (schema.org) for search engines. */

import type { RenderContext } from "../../site/model/context.js";
import { documentOf, fullTitle } from "../../site/model/localized.js";
import type { Proposal, Register } from "../../site/model/site.js";

/** @param trail names and routes from the root to this page, this page last: its address is the canonical one. */
export function breadcrumbJsonLd(trail: readonly { name: string; route: string }[], { urls }: RenderContext): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, route }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      ...(index < trail.length - 1 && { item: urls.absolute(urls.page(route)) }),
    })),
  };
}

export function websiteJsonLd({ site, urls, translator }: RenderContext): object {
  const { config } = site;
  const search = urls.absolute(urls.page("/search"));
  return {
    "@type": "WebSite",
    name: config.title,
    ...(config.tagline && { alternateName: translator.label(config.tagline) }),
    url: urls.absolute(urls.page("/")),
    ...(site.routes.has("/search") && {
      potentialAction: { "@type": "SearchAction", target: `${search}?q={query}`, "query-input": "required name=query" },
    }),
  };
}

export function registerJsonLd(
  register: Register,
  proposals: readonly Proposal[],
  route: string,
  context: RenderContext,
): object {
  const { urls, translator } = context;
  return {
    "@type": "CollectionPage",
    name: translator.label(register.series.title),
    url: urls.absolute(urls.page(route)),
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: proposals.length,
      itemListElement: proposals.map((proposal, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: fullTitle(proposal, context),
        url: urls.absolute(urls.page(proposal.route)),
      })),
    },
  };
}

export function proposalJsonLd(proposal: Proposal, modified: string | undefined, context: RenderContext): object {
  const { urls, locale } = context;
  const { meta, label, route } = proposal;
  return {
    "@type": "TechArticle",
    headline: fullTitle(proposal, context),
    url: urls.absolute(urls.page(route)),
    identifier: label,
    inLanguage: documentOf(proposal, context)?.locale ?? meta.lang ?? locale,
    ...(meta.date && { datePublished: meta.date }),
    ...(modified && { dateModified: modified }),
    author: meta.authors.map(({ name, url }) => ({ "@type": "Person", name, ...(url && { url }) })),
  };
}
