/** What is around the content of every page: the head, the navbar, the footer, and what the page is in other languages. */
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
  /** Of this kind of page alone, beside those of every page. */
  stylesheets: string[];
  site: SiteHead;
}

/** What every head of a locale has: one object, so that it is rendered once. */
export interface SiteHead {
  themeColor: string;
  feeds: { type: string; title: string; href: string }[];
  /** Value of the Content-Security-Policy; goes before everything that it governs. */
  csp: string;
  /** Code for a script element in the head that runs before the first paint; the policy allows exactly this. */
  inlineScript: string;
  /** Of every page. */
  stylesheets: string[];
  scripts: string[];
  preconnect: string[];
  icons: { rel: string; href: string; type?: string; sizes?: string }[];
  manifest: string;
  /** Undefined on a site without search. */
  opensearch?: { title: string; href: string };
}

export interface NavbarView {
  /** Without `src` the template draws the default mark. */
  logo: { href: string; label: string; src?: string };
  left: LinkView[];
  right: LinkView[];
  /** Undefined on a site without search. `uiHref`: what the script needs to open it, see `SearchUi`. */
  search?: { href: string; uiHref: string };
}

export interface FooterView {
  columns: { title: string; links: LinkView[] }[];
  copyright: string;
}

/** What is around the content of every page. */
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
