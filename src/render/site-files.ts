/** The files of a site that are not pages: data, feeds, and what browsers, crawlers and hosts ask for. */
import type { Cache } from "../cache/cache.js";
import {
  changesFeedUrl,
  dataFileUrl,
  feedTopics,
  historyFileUrl,
  openSearchUrl,
  registerFileUrl,
  type SiteFile,
  searchUiUrl,
  siteFileUrl,
  topicFeedUrl,
} from "../model/addresses.js";
import type { Texts } from "../model/site.js";
import type { PlannedFiles } from "../shared/output.js";
import { cardFolder, drawCards } from "./cards.js";
import { changesFeed } from "./changes-feed.js";
import type { RenderContext } from "./context.js";
import { docsData, historyData, registerData } from "./data.js";
import { registerFeeds } from "./feeds.js";
import { manifest, openSearch, robots } from "./machine.js";
import { searchUi } from "./search-ui.js";
import { headers } from "./security.js";
import { sitemapFiles } from "./sitemap.js";
import { llmsFiles } from "./texts.js";

/** Files of every locale besides its pages: they depend on the facts of texts, not on their bodies. */
export function localeFiles(context: RenderContext): PlannedFiles[] {
  const { site, urls } = context;
  const { prefix } = urls;
  const { registers, docs, config } = site;
  return [
    ...registers.flatMap((register): PlannedFiles[] => {
      const { series } = register;
      const feeds = [
        ...(["rss", "atom", "jsonFeed"] as const).map((file) => registerFileUrl(series, file)),
        ...feedTopics(series).map((topic) => topicFeedUrl(series, topic)),
      ];
      return [
        {
          paths: pathsOf([registerFileUrl(series, "register")], prefix),
          make: () => [registerData(register, context)],
        },
        {
          paths: register.historyEnd ? pathsOf([changesFeedUrl(series)], prefix) : [],
          make: () => changesFeed(register, context),
        },
        { paths: pathsOf(feeds, prefix), make: () => registerFeeds(register, context) },
      ];
    }),
    ...(config.docs
      ? [{ paths: pathsOf([dataFileUrl(config.docs.route)], prefix), make: () => docsData(docs, context) }]
      : []),
    ...(config.search.provider === "none"
      ? []
      : [
          { paths: pathsOf([openSearchUrl("")], prefix), make: () => openSearch(context) },
          { paths: pathsOf([searchUiUrl(context.locale)], ""), make: () => searchUi(context) },
        ]),
  ];
}

/** The texts of the whole site. */
export function textFiles(first: RenderContext): PlannedFiles<Texts> {
  return {
    paths: pathsOf([siteFileUrl("llms"), siteFileUrl("llmsFull")], ""),
    make: (texts) => llmsFiles(texts, first),
  };
}

/** Files that a site has once, at the default locale's addresses. */
export function siteFiles(first: RenderContext, contexts: readonly RenderContext[], pictures: Cache): PlannedFiles[] {
  const path = (file: SiteFile) => siteFileUrl(file).slice(1);
  return [
    ...sitemapFiles(contexts),
    ...first.site.registers.map(
      (register): PlannedFiles => ({
        paths: register.historyEnd ? pathsOf([historyFileUrl(register.series)], "") : [],
        make: () => historyData(register),
      }),
    ),
    { paths: [path("robots")], make: () => [robots(first)] },
    { paths: [path("manifest")], make: () => [manifest(first)] },
    { paths: ["_headers"], make: () => [headers(first)] },
    ...(first.site.config.socialCards
      ? [{ paths: [cardFolder.slice(1)], make: () => drawCards(first, pictures) }]
      : []),
  ];
}

/** @param prefix of the locale. @returns paths in the output. */
export function pathsOf(urls: readonly string[], prefix: string): string[] {
  return urls.map((url) => `${prefix}${url}`.slice(1));
}
