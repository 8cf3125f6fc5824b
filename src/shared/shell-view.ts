/** The frame of every page: the head, the navbar, the footer, and links to the page in other languages. */
import type { LinkView } from "./view-parts.js";

export interface HeadView {
  /** The whole of `<title>`, separator and site title included. */
  title: string;
  description: string;
  canonical: string;
  /** `hreflang` alternates with `x-default` last; empty on pages that are not indexed. */
  alternates: { hreflang: string; href: string }[];
  noindex?: boolean;
  /** `<meta property>`: Open Graph, article, the address. */
  properties: { property: string; content: string }[];
  /** `<meta name>`: keywords, twitter, docsearch. */
  names: { name: string; content: string }[];
  /** Serialized JSON-LD, safe inside a script element. */
  jsonLd: string[];
  /** The same text in other formats. */
  formats: { type: string; title: string; href: string }[];
  /** Only for this kind of page, besides those of every page. */
  stylesheets: string[];
  site: SiteHead;
}

/** The common part of all heads of a locale: one object, so that it is rendered once. */
export interface SiteHead {
  themeColor: string;
  feeds: { type: string; title: string; href: string }[];
  /** Value of the Content-Security-Policy; must come before everything that it governs. */
  csp: string;
  /** Code of the inline script in the head that runs before the first paint; the policy allows only this one. */
  inlineScript: string;
  /** The same code as a file. */
  themeScript: string;
  /** Module of the pages of what changed. */
  changesScript: string;
  /** On every page. */
  stylesheets: string[];
  scripts: string[];
  /** Elements that the site adds, with their attributes. */
  tags: { tag: "script" | "link" | "meta"; attributes: Record<string, string | undefined> }[];
  preconnect: string[];
  icons: { rel: string; href: string; type?: string; sizes?: string }[];
  manifest: string;
  /** Undefined on a site without search. */
  opensearch?: { title: string; href: string };
}

export interface NavbarView {
  /** Without `src` the template draws the default mark. */
  logo: { href: string; label: string; src?: string /** For dark pages. */; srcDark?: string };
  left: LinkView[];
  right: LinkView[];
  /** Undefined on a site without search. `uiHref`: address of the data for search, see `SearchUi`. */
  search?: { href: string; uiHref: string };
}

export interface FooterView {
  columns: { title: string; links: LinkView[] }[];
  copyright: string;
}

/** The frame of every page. */
export interface ShellView {
  locale: { code: string; htmlLang: string; dir: "ltr" | "rtl"; label: string };
  /** The same page in every locale, this one marked current. */
  locales: (LinkView & { code: string; htmlLang: string })[];
  head: HeadView;
  navbar: NavbarView;
  footer: FooterView;
  announcement?: { id: string; html: string; closable: boolean };
  colorMode: { default: "light" | "dark"; respectSystem: boolean };
}

/** A view of its kind, with the shell. */
export interface View<K extends string> extends ShellView {
  kind: K;
}
