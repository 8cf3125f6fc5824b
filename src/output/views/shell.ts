/** The frame of every page: navbar, footer, languages, announcement. */
import { posix } from "node:path";
import type { LinkItem, NavbarItem } from "../../config/index.js";
import { barePath } from "../../shared/page-path.js";
import { isExternalUrl } from "../../shared/url.js";
import type { LinkView, NavbarView, ShellView } from "../../shared/view.js";
import { searchUiUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { hasInsights, insightsRoute } from "../../site/model/history.js";
import { flattenPages, type Register, type Site } from "../../site/model/site.js";
import { perContext } from "./memo.js";

type Frame = Omit<ShellView, "head">;

/** @param route of the page, for marking the current links, and for the links to other languages. */
export function frame(route: string, context: RenderContext): Frame {
  const { site, locale, allUrls } = context;
  const { config } = site;
  return {
    ...sharedFrame(context),
    locales: Object.entries(config.locales).map(([code, { label, htmlLang }]) => ({
      code,
      htmlLang,
      label,
      href: allUrls.get(code)?.page(route === "/404" ? "/" : route) ?? "/",
      current: code === locale,
    })),
    navbar: navbar(route, context),
  };
}

export const localeView = perContext(({ site, locale }: RenderContext): ShellView["locale"] => {
  const localeConfig = site.config.locales[locale];
  return {
    code: locale,
    htmlLang: localeConfig?.htmlLang ?? locale,
    dir: localeConfig?.direction ?? "ltr",
    label: localeConfig?.label ?? locale,
  };
});

const sharedFrame = perContext((context): Pick<Frame, "locale" | "footer" | "announcement" | "colorMode"> => {
  const { site, translator, announcement: html } = context;
  const { config } = site;
  return {
    locale: localeView(context),
    footer: {
      columns: config.footer.columns.map(({ title, links }) => ({
        title: translator.label(title),
        links: links.map((link) => linkView(link, context)),
      })),
      copyright: translator.label(config.footer.copyright),
    },
    announcement:
      config.announcement && html !== undefined
        ? { id: config.announcement.id, html, closable: config.announcement.closable }
        : undefined,
    colorMode: config.colorMode,
  };
});

const navbars = perContext(() => new Map<string, NavbarView>());

/** Pages on which the same links are current share one object. */
function navbar(route: string, context: RenderContext): NavbarView {
  const { items } = context.site.config.navbar;
  const current = items.map((item) => isCurrentItem(item, route, context));
  const navbarViews = navbars(context);
  const view = navbarViews.get(current.join()) ?? makeNavbar(current, context);
  navbarViews.set(current.join(), view);
  return view;
}

function makeNavbar(current: readonly boolean[], context: RenderContext): NavbarView {
  const { site, urls } = context;
  const { logo, items } = site.config.navbar;
  const links = (position: NavbarItem["position"]) =>
    items.flatMap((item, index) => {
      if (item.position !== position) return [];
      const link = navLink(item, context);
      return link ? [{ ...link, ...(current[index] && { current: true }) }] : [];
    });
  return {
    logo: {
      href: configuredHref(logo.href ?? "/", context),
      label: logo.label ?? site.config.title,
      src: logo.src && urls.file(logo.src),
      srcDark: logo.srcDark && urls.file(logo.srcDark),
    },
    left: links("left"),
    right: links("right"),
    search: site.routes.has("/search")
      ? { href: urls.page("/search"), uiHref: urls.file(searchUiUrl(context.locale)) }
      : undefined,
  };
}

function configuredHref(to: string, { site, urls }: RenderContext): string {
  return urls.configured(to, (route) => site.routes.has(route));
}

export function linkView({ label, to, newTab }: LinkItem & { newTab?: boolean }, context: RenderContext): LinkView {
  return {
    label: context.translator.label(label),
    href: configuredHref(to, context),
    ...(isExternalUrl(to) && { external: true }),
    ...(newTab && { newTab }),
  };
}

/**
 * The target of a navbar item, and its default label.
 * @param docs version of the docs that the item leads to. If it does not have the page, its main page is the target.
 */
function navTarget(
  item: Exclude<NavbarItem, { type: "link" | "insights" }>,
  site: Site,
  docs = site.docs.find(({ isLast }) => isLast),
): { route: string; label: string } {
  if (item.type === "docsVersion") {
    const version = site.docs.find(({ name }) => name === item.version);
    return { route: version?.mainPage.route ?? "/", label: version?.label ?? item.version };
  }
  const docsPage =
    item.type === "doc" ? docs?.pages.get(item.docId) : flattenPages(docs?.sidebars.get(item.sidebarId) ?? [])[0];
  const entry = docsPage ?? docs?.mainPage;
  return { route: entry?.route ?? "/", label: entry?.document.meta.title ?? "" };
}

/** The route of the first register's insights; undefined if its history has nothing to show yet. */
function insightsOf({ registers: [register] }: Site): string | undefined {
  return register && hasInsights(register) ? insightsRoute(register.series) : undefined;
}

/** Whether an address leads to the tags of a register without tags, whose page exists but is empty. */
function isEmptyList(to: string, { registers }: Site): boolean {
  return registers.some(({ series, tags }) => tags.length === 0 && barePath(to) === posix.join(series.route, "tags"));
}

/** @returns undefined if this site does not have the page, or the page is empty. */
function navLink(item: NavbarItem, context: RenderContext): LinkView | undefined {
  if (item.type === "link") return isEmptyList(item.to, context.site) ? undefined : linkView(item, context);
  const { site, urls, translator } = context;
  if (item.type === "insights") {
    const insights = insightsOf(site);
    return insights ? { label: translator.t("insights.title"), href: urls.page(insights) } : undefined;
  }
  const { route, label } = navTarget(item, site);
  const link: LinkView = { label: translator.label(item.label ?? label), href: urls.page(route) };
  if (item.type === "docsVersion" || site.docs.length < 2) return link;
  const versions = site.docs.map((version) => [version.name, urls.page(navTarget(item, site, version).route)]);
  return { ...link, versions: Object.fromEntries(versions) };
}

function isCurrentItem(item: NavbarItem, current: string, context: RenderContext): boolean {
  if (item.type === "link") return isCurrent(barePath(item.to), current, context);
  if (item.type === "insights") return current === insightsOf(context.site);
  if (item.type !== "docSidebar") return current === navTarget(item, context.site).route;
  const page = docsPages(context).get(current);
  return page !== undefined && (page.sidebar ?? item.sidebarId) === item.sidebarId;
}

/** The pages of the docs by route. */
const docsPages = perContext(
  ({ site }) => new Map(site.docs.flatMap(({ pages }) => [...pages.values()].map((page) => [page.route, page]))),
);

/** Whether to mark a link as current: on its page and the pages below it, unless the address of another navbar link is closer. */
function isCurrent(to: string, current: string, context: RenderContext): boolean {
  const isCloser = (navRoute: string) => navRoute.length > to.length && covers(navRoute, current);
  return covers(to, current) && !navRoutes(context).some(isCloser);
}

function covers(route: string, current: string): boolean {
  if (!current.startsWith(route) || !route.startsWith("/")) return false;
  return current.length === route.length || current[route.length] === "/";
}

/** The addresses of the navbar's links, except those into the docs. */
const navRoutes = perContext(({ site }): string[] =>
  site.config.navbar.items.flatMap((item) => {
    if (item.type === "insights") return insightsOf(site) ?? [];
    return item.type === "link" ? [barePath(item.to)] : [];
  }),
);

/** @param trail names and routes from the root to the page, this page last. */
export function breadcrumbs(
  trail: { name: string; route: string }[],
  route: string,
  { urls }: RenderContext,
): LinkView[] {
  return trail.map(({ name, route: to }) => ({
    label: name,
    href: urls.page(to),
    ...(to === route && { current: true }),
  }));
}

/** The title of a tag: if it is the id of a category, the label of that category. */
export function tagTitle(name: string, register: Register, { translator }: RenderContext): string {
  return translator.label(categoryNamed(name, register)?.label ?? name);
}

export function categoryNamed(name: string, { series }: Register) {
  return series.category.values.find(({ id }) => id === name);
}
