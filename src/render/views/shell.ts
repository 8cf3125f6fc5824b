/** What stands around the content of every page: navbar, footer, languages, announcement. */
import type { LinkItem, NavbarItem } from "../../config/index.js";
import { searchUiUrl } from "../../model/addresses.js";
import type { Site } from "../../model/site.js";
import { isExternalUrl } from "../../shared/url.js";
import type { LinkView, ShellView } from "../../shared/view.js";
import type { RenderContext } from "../context.js";

export type Frame = Omit<ShellView, "head">;

/** @param route of the page, for marking what is current and for the same page in other languages. */
export function frame(route: string, context: RenderContext): Frame {
  const { site, locale, words, urls, allUrls } = context;
  const { config } = site;
  const own = config.locales[locale];
  const { logo, items } = config.navbar;
  const navLinks = (position: "left" | "right") =>
    items.filter((item) => item.position === position).map((item) => navLink(item, route, context));
  return {
    locale: {
      code: locale,
      htmlLang: own?.htmlLang ?? locale,
      dir: own?.direction ?? "ltr",
      label: own?.label ?? locale,
    },
    locales: Object.entries(config.locales).map(([code, { label, htmlLang }]) => ({
      code,
      htmlLang,
      label,
      href: allUrls.get(code)?.page(route === "/404" ? "/" : route) ?? "/",
      current: code === locale,
    })),
    navbar: {
      logo: {
        href: configuredHref(logo.href ?? "/", context),
        label: logo.label ?? config.title,
        src: logo.src && urls.file(logo.src),
      },
      left: navLinks("left"),
      right: navLinks("right"),
      search: site.routes.has("/search")
        ? { href: urls.page("/search"), uiHref: urls.file(searchUiUrl(locale)) }
        : undefined,
    },
    footer: {
      columns: config.footer.columns.map(({ title, links }) => ({
        title: words.label(title),
        links: links.map((link) => linkView(link, context)),
      })),
      copyright: words.label(config.footer.copyright),
    },
    announcement: config.announcement && {
      id: config.announcement.id,
      html: words.label(config.announcement.text),
      closable: config.announcement.closable,
    },
    colorMode: config.colorMode,
  };
}

export function configuredHref(to: string, { site, urls }: RenderContext): string {
  return urls.configured(to, (route) => site.routes.has(route));
}

export function linkView({ label, to, newTab }: LinkItem, context: RenderContext): LinkView {
  return {
    label: context.words.label(label),
    href: configuredHref(to, context),
    ...(isExternalUrl(to) && { external: true }),
    ...(newTab && { newTab }),
  };
}

/** Where a navbar item leads, and what it is called when the config does not say. */
function navTarget(item: Exclude<NavbarItem, { type: "link" }>, site: Site): { route: string; label: string } {
  const last = site.docs.find(({ isLast }) => isLast);
  if (item.type === "docsVersion") {
    const version = site.docs.find(({ name }) => name === item.version);
    return { route: version?.mainPage.route ?? "/", label: version?.label ?? item.version };
  }
  const entry = item.type === "doc" ? last?.pages.get(item.docId) : firstPage(last?.sidebars.get(item.sidebarId));
  return { route: entry?.route ?? "/", label: entry?.document.meta.title ?? "" };
}

function firstPage(
  entries: NonNullable<ReturnType<Site["docs"][number]["sidebars"]["get"]>> | undefined,
): Site["docs"][number]["mainPage"] | undefined {
  for (const entry of entries ?? []) {
    const page = "document" in entry ? entry : firstPage(entry.items);
    if (page) return page;
  }
  return undefined;
}

function navLink(item: NavbarItem, current: string, context: RenderContext): LinkView {
  if (item.type === "link") {
    return { ...linkView(item, context), ...(isCurrent(item.to, current, context) && { current: true }) };
  }
  const { route, label } = navTarget(item, context.site);
  const docs = context.site.config.docs?.route ?? "/docs";
  const inDocs = item.type === "docSidebar" ? current.startsWith(`${docs}/`) : current === route;
  return {
    label: context.words.label(item.label ?? label),
    href: context.urls.page(route),
    ...(inDocs && { current: true }),
  };
}

/** A link is current on its own page and below it, unless another navbar link is nearer. */
function isCurrent(to: string, current: string, { site }: RenderContext): boolean {
  const covers = (route: string) => route.startsWith("/") && (current === route || current.startsWith(`${route}/`));
  const others = site.config.navbar.items.flatMap((other) => (other.type === "link" ? [other.to] : []));
  return covers(to) && !others.some((other) => other.length > to.length && covers(other));
}
