/** Addresses that several stages use: of lists, of locales, and of files for programs. */
import { posix } from "node:path";
import type { Series, SiteConfig } from "../../config/index.js";
import { barePath } from "../../shared/page-path.js";
import { textOfNumber } from "../../shared/proposal-number.js";
import { sourceFacts } from "../../shared/text-format.js";
import type { Proposal, Register, RegisterYear } from "./site.js";

/** Address of one page of a list: the first is the list itself. */
export function pageRoute(base: string, page: number): string {
  return page === 1 ? base : posix.join(base, "page", String(page));
}

/** An archive with more proposals than this has a page for each year. */
const maxArchive = 2000;

export function isArchiveByYear({ proposals }: Register): boolean {
  return proposals.length > maxArchive;
}

/** The name of a year in addresses; proposals without a date have one too. */
function yearKey({ year }: RegisterYear): string {
  return year || "undated";
}

/** The id of a year's heading in an archive that is one page. */
export function yearId(year: RegisterYear): string {
  return `year-${yearKey(year)}`;
}

export function archiveRoute({ series }: Register, year?: RegisterYear): string {
  return posix.join(series.route, "archive", ...(year ? [yearKey(year)] : []));
}

/** `/de-DE`, or empty for the default locale. */
export function localePrefix(config: SiteConfig, code: string): string {
  return code === config.defaultLocale ? "" : `/${config.locales[code]?.path ?? code}`;
}

/** Splits a path into a route and the prefix of a locale, if it has one. @param path decoded, from the site's root. */
export function routeAt(config: SiteConfig, path: string): { prefix: string | undefined; route: string } {
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  const prefix = prefixes.find(
    (localizedPrefix) => localizedPrefix !== "" && `${path}/`.startsWith(`${localizedPrefix}/`),
  );
  return { prefix, route: barePath(path.slice(prefix?.length)) };
}

/** The path of a page from the site's root, as the site writes it. */
export function pageAddress({ trailingSlash }: SiteConfig, prefix: string, route: string): string {
  const address = `${prefix}${route === "/" ? "" : route}`;
  return address === "" || trailingSlash ? `${address}/` : address;
}

/** Folder of the search files of one locale. */
export function searchFolder(locale: string): string {
  return `/search/${locale}/`;
}

/** The data that the browser needs to open search in one locale: see `SearchUi`. */
export function searchUiUrl(locale: string): string {
  return `${searchFolder(locale)}ui.json`;
}

/** Files of the whole site, at the path of the default locale. */
const siteFiles = {
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  manifest: "/manifest.json",
  llms: "/llms.txt",
  llmsFull: "/llms-full.txt",
  record: "/build.json",
  api: "/api/v1/index.json",
};
const registerFiles = { rss: "rss.xml", atom: "atom.xml", jsonFeed: "feed.json", register: "register.json" };

type RegisterFile = keyof typeof registerFiles;

type SiteFile = keyof typeof siteFiles;

export function siteFileUrl(file: SiteFile): string {
  return siteFiles[file];
}

export function openSearchUrl(prefix: string): string {
  return `${prefix}/opensearch.xml`;
}

export function registerFileUrl(series: Series, file: RegisterFile, prefix = ""): string {
  return `${prefix}${posix.join(series.route, registerFiles[file])}`;
}

/** The history of a register's proposals; one file for all languages. */
export function historyFileUrl(series: Series): string {
  return posix.join(series.route, "history.json");
}

/** The feed of changes of a register with a history. */
export function changesFeedUrl(series: Series, prefix = ""): string {
  return `${prefix}${posix.join(series.route, "feeds", "changes.xml")}`;
}

/** A feed of the proposals with one status or category, or of those in last call. `id` is its name in addresses. */
export type FeedTopic = { kind: "status" | "category"; id: string } | { kind: "last-call" };

export function topicFeedUrl(series: Series, topic: FeedTopic, prefix = ""): string {
  const name = topic.kind === "last-call" ? "last-call.xml" : posix.join(topic.kind, `${topic.id}.xml`);
  return `${prefix}${posix.join(series.route, "feeds", name)}`;
}

/** Every topic always has a feed, so that readers can subscribe before it has an entry. */
export function feedTopics(series: Series): FeedTopic[] {
  return [
    ...series.statuses.map(({ id }): FeedTopic => ({ kind: "status", id })),
    ...series.category.values.map(({ id }): FeedTopic => ({ kind: "category", id })),
    { kind: "last-call" },
  ];
}

/** The name of a person in addresses: letters and digits of any script, joined by hyphens. @param key of an author. */
export function personId(key: string): string {
  return key
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A file in the folder of a route; routes are normalized. */
const below = (route: string, file: string) => (route === "/" ? `/${file}` : `${route}/${file}`);

/** The address of a text as it was written, beside its page: with the usual extension of its format, or `.txt` for a format of the site. */
export function sourceUrl(
  config: SiteConfig,
  { route, document }: { route: string; document?: { path: string } },
): string {
  const extension = document ? sourceFacts(document.path).extension : "md";
  const isFile = config.output.format === "file" && route !== "/";
  return isFile ? `${route}.${extension}` : below(route, `index.${extension}`);
}

/** Address of the data beside the page of a route. */
export function dataFileUrl(route: string): string {
  return below(route, "index.json");
}

/** Where `/api/v1/` has the proposals of a series, as `NAME.json`: see `apiName`. */
export function apiFolderOf({ id }: Pick<Series, "id">): string {
  return `/api/v1/proposals/${id}/`;
}

/** The name of a proposal in addresses for programs: its number, or its slug in a series without numbers. */
export function apiName({ series, number, numberText }: Proposal): string {
  return series.numbers === "none" ? numberText : textOfNumber(number, series.numbers);
}
