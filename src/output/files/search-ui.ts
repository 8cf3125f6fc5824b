/**
 * The search provider, and the strings of the search dialog. The browser fetches them when a reader is about to search,
 * so that pages need not contain them.
 */

import type { SiteConfig } from "../../config/index.js";
import type { OutputFile } from "../../shared/output.js";
import { countForms } from "../../shared/plurals.js";
import type { ProviderUi, SearchStrings, SearchUi } from "../../shared/search.js";
import { searchFolder, searchUiUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { OutputKind } from "./kind.js";

/** Enough for every plural category of whole numbers below a million. */
const countedTo = 200;

export const searchUi: OutputKind = {
  name: "search-ui",
  each: "site",
  urls: () => [],
  paths: ({ contexts }) =>
    contexts.flatMap(({ locale, site }) =>
      site.config.search.provider === "none" ? [] : [searchUiUrl(locale).slice(1)],
    ),
  make: ({ contexts }) => contexts.flatMap(uiOf),
};

function uiOf(context: RenderContext): OutputFile[] {
  const { site, locale, urls, assets } = context;
  const { search } = site.config;
  if (search.provider === "none") return [];
  const ui: SearchUi = {
    provider: providerUi(search, context),
    stylesheet: urls.file(assets.searchStylesheet),
    searchHref: urls.page("/search"),
    maxResultsPerGroup: search.maxResultsPerGroup,
    missingResultsUrl: search.missingResultsUrl,
    strings: strings(context),
  };
  return [{ path: searchUiUrl(locale).slice(1), content: `${JSON.stringify(ui)}\n` }];
}

function providerUi(
  search: Exclude<SiteConfig["search"], { provider: "none" }>,
  { site, locale, urls, assets }: RenderContext,
): ProviderUi {
  if (search.provider === "local")
    return { kind: "local", base: urls.file(searchFolder(locale)), workerUrl: urls.file(assets.searchWorker) };
  const { appId, apiKey, indexName, hosts, insights } = search;
  const docs = site.docs.find(({ isLast }) => isLast);
  return {
    kind: "algolia",
    appId,
    apiKey,
    indexName,
    hosts,
    language: locale,
    docsTag: docs && `docs-default-${docs.name}`,
    insights: insights || undefined,
  };
}

function strings({ locale, site, translator: { t } }: RenderContext): SearchStrings {
  const lang = site.config.locales[locale]?.htmlLang ?? locale;
  return {
    found: countForms(lang, countedTo, (count) => t("search.found", { count })),
    seeAll: countForms(lang, countedTo, (count) => t("search.seeAll", { count })),
    corrected: t("search.corrected", { query: "{query}", shown: "{shown}" }),
    unconfirmed: t("search.unconfirmed"),
    title: t("search.title"),
    clear: t("search.clear"),
    cancel: t("search.cancel"),
    loading: t("search.loading"),
    recent: t("search.recent"),
    noRecent: t("search.noRecent"),
    saveRecent: t("search.saveRecent"),
    removeRecent: t("search.removeRecent"),
    favourites: t("search.favourites"),
    removeFavourite: t("search.removeFavourite"),
    failed: t("search.failed"),
    failedHelp: t("search.failedHelp"),
    noResults: t("search.noResults"),
    suggested: t("search.suggested"),
    missing: t("search.missing"),
    missingLink: t("search.missingLink"),
    toSelect: t("search.toSelect"),
    toNavigate: t("search.toNavigate"),
    toClose: t("search.toClose"),
    by: t("search.by"),
  };
}
