/** Makes a page's head, except for the parts that depend on the kind of page. */

import { extname } from "node:path";
import type { SiteConfig } from "../../config/index.js";
import type { HeadView, SiteHead } from "../../shared/view.js";
import { openSearchUrl, registerFileUrl, siteFileUrl } from "../../site/model/addresses.js";
import type { Icon, PageStyle } from "../../site/model/bundle.js";
import type { RenderContext } from "../../site/model/context.js";
import { indexedLocales } from "../../site/model/localized.js";
import type { Register } from "../../site/model/site.js";
import type { Urls } from "../../site/model/urls.js";
import { perContext } from "./memo.js";
import { contentSecurityPolicy, searchHosts } from "./security.js";

/** The text of `<title>`. @param site what follows the page's title: by default the site's. */
export function pageTitle(title: string, config: SiteConfig, site: string = config.title): string {
  return [title, site].filter(Boolean).join(` ${config.titleSeparator} `);
}

/** The facts about a page that its head needs. */
export interface HeadFacts {
  /** Without the site's title. */
  title: string;
  description: string;
  /** Route of the page with the same content that search engines should list instead. */
  canonicalRoute?: string;
  noindex?: boolean;
  /** Address and media type of the source of the text. */
  source?: { href: string; type: string };
  keywords?: string[];
  /** The dates and structured data of a proposal. */
  article?: { published?: string; modified?: string; data: string };
  /** Address of the page's own picture, from `/`, without the base path. */
  image?: string;
  /** The style sheet of this kind of page, if it is not `main`. */
  styles?: PageStyle;
  /** For contextual search: docs are a section of their own. */
  searchTag?: { tag: string; version: string };
}

export function headView(route: string, facts: HeadFacts, context: RenderContext): HeadView {
  const { site, locale, urls, allUrls, assets, translator } = context;
  const { config } = site;
  const indexed = !facts.noindex && route !== "/404" && !site.routes.get(route)?.isUnlisted;
  const codes = indexedLocales(site.routes.get(route), [...allUrls.keys()], site);
  const isCanonical = codes.includes(locale);
  const originalUrls = allUrls.get(config.defaultLocale) ?? urls;
  const canonical = urls.absolute((isCanonical ? urls : originalUrls).page(facts.canonicalRoute ?? route));
  const alternates: HeadView["alternates"] = [];
  if (indexed && isCanonical && codes.length > 1) {
    const add = (hreflang: string, alternateUrls: Urls) =>
      alternates.push({ hreflang, href: alternateUrls.absolute(alternateUrls.page(route)) });
    for (const code of codes) add(config.locales[code]?.htmlLang ?? code, allUrls.get(code) ?? urls);
    add("x-default", originalUrls);
  }
  const image = facts.image ?? config.socialImage ?? assets.socialImage;
  const { tag, version } = facts.searchTag ?? { tag: "default", version: "" };
  const { article } = facts;
  const properties: Meta[] = [
    ["og:type", article ? "article" : "website"],
    ["og:site_name", config.title],
    ["og:title", facts.title || config.title],
    ["og:description", facts.description],
    ["og:url", canonical],
    ...localeProperties(context),
    ["og:image", image && urls.absolute(urls.file(image))],
    ["article:published_time", article?.published],
    ["article:modified_time", article?.modified],
    ["ican:xcb", config.address],
  ];
  const names: Meta[] = [
    ["keywords", facts.keywords?.join(", ")],
    ["twitter:card", image ? "summary_large_image" : "summary"],
    ["docsearch:language", locale],
    ["docsearch:docusaurus_tag", tag],
    ["docsearch:version", version],
    ["generator", "cipgen"],
  ];
  return {
    title:
      route === "/"
        ? pageTitle(config.title, config, translator.label(config.tagline))
        : pageTitle(facts.title, config),
    description: facts.description,
    canonical,
    alternates,
    noindex: indexed ? undefined : true,
    properties: properties.flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    names: names.flatMap(([name, content]) => (content ? [{ name, content }] : [])),
    jsonLd: indexed && isCanonical ? article?.data : undefined,
    formats: facts.source ? [{ ...facts.source, title: facts.title || config.title }] : [],
    stylesheets: [urls.file(assets.pageStylesheets[facts.styles ?? "main"])],
    site: siteHead(context),
  };
}

/** An element `meta`; without content it is left out. */
type Meta = [name: string, content: string | undefined];

/** The language of a page, then those of its other versions. */
const localeProperties = perContext(({ site, locale }): Meta[] => {
  const { locales } = site.config;
  // `language_TERRITORY` (https://ogp.me): without the script, as in `zh_CN` of `zh-Hans-CN`.
  const openGraphLocale = (htmlLang: string) => {
    const { language, region } = new Intl.Locale(htmlLang);
    return region ? `${language}_${region}` : language;
  };
  return [
    ["og:locale", openGraphLocale(locales[locale]?.htmlLang ?? locale)],
    ...Object.entries(locales).flatMap(([code, { htmlLang }]): Meta[] =>
      code === locale ? [] : [["og:locale:alternate", openGraphLocale(htmlLang)]],
    ),
  ];
});

const siteHead = perContext((context): SiteHead => {
  const { site, urls, assets } = context;
  const { config } = site;
  return {
    themeColor: config.themeColor,
    feeds: site.registers.flatMap((register) => feedLinks(register, context)),
    csp: contentSecurityPolicy(context),
    inlineScript: assets.inlineScript,
    stylesheets: assets.stylesheets.map((file) => urls.file(file)),
    tags: config.head.map(({ tag, origins: _, data, src, href, ...attributes }) => {
      const address = (url: string) => (/^https?:/i.test(url) ? url : urls.file(assets.look?.addresses[url] ?? url));
      return {
        tag,
        attributes: {
          ...attributes,
          ...(src !== undefined && { src: address(src), defer: "defer" }),
          ...(href !== undefined && { href: address(href) }),
          ...(attributes.as === "font" && { crossorigin: "" }),
          ...(attributes.integrity !== undefined && { crossorigin: "anonymous" }),
          ...Object.fromEntries(Object.entries(data).map(([key, value]) => [`data-${key}`, value])),
        },
      };
    }),
    scripts: assets.scripts.map((file) => urls.file(file)),
    preconnect: searchHosts(config.search).slice(0, 1),
    icons: siteIcons(context).map((icon) => ({ ...icon, href: urls.file(icon.href) })),
    manifest: urls.file(siteFileUrl("manifest")),
    opensearch: site.routes.has("/search")
      ? { title: config.title, href: urls.file(openSearchUrl(urls.prefix)) }
      : undefined,
  };
});

function feedLinks(register: Register, { urls, translator }: RenderContext): SiteHead["feeds"] {
  const title = translator.label(register.series.title);
  const href = (file: "rss" | "atom" | "jsonFeed") => urls.file(registerFileUrl(register.series, file, urls.prefix));
  return [
    { type: "application/rss+xml", title: `${title} (RSS)`, href: href("rss") },
    { type: "application/atom+xml", title: `${title} (Atom)`, href: href("atom") },
    { type: "application/feed+json", title: `${title} (JSON)`, href: href("jsonFeed") },
  ];
}

const favicons: readonly Icon[] = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { rel: "icon", href: "/favicon.png", type: "image/png" },
];

/** Attributes of a logo as an icon, by its extension. Other types of pictures do not work in every browser. */
const logoTypes: Record<string, Pick<Icon, "type" | "sizes">> = {
  ".svg": { type: "image/svg+xml", sizes: "any" },
  ".png": { type: "image/png" },
};

/** The icons of a site: the configured one, or else its files named `favicon`, its logo, or the program's icons. */
export function siteIcons({ site, assets }: RenderContext): readonly Icon[] {
  const { favicon } = site.config;
  if (favicon !== undefined) return [{ rel: "icon", href: favicon, ...logoTypes[extname(favicon).toLowerCase()] }];
  const icons = favicons.filter(({ href }) => site.files.has(href));
  if (icons.length > 0) return icons;
  const { src } = site.config.navbar.logo;
  const type = src !== undefined && site.files.has(src) ? logoTypes[extname(src).toLowerCase()] : undefined;
  return src !== undefined && type ? [{ rel: "icon", href: src, ...type }] : assets.icons;
}
