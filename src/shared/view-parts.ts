/** Parts that several views share, and the frame of every page: head, navbar, footer, links to it in other languages. */

export interface LinkView {
  label: string;
  href: string;
  /** Leads to another site: marked as such, with rel and (if configured) target. */
  external?: boolean;
  newTab?: boolean;
  current?: boolean;
  /** For a link into docs with several versions: its address in each, by the version's name. */
  versions?: Record<string, string>;
}

export interface DateView {
  /** `YYYY-MM-DD` */
  iso: string;
  text: string;
}

/** The stage of a proposal's life that a status means; pages show it by shape and colour. */
export type StatusTone = "draft" | "review" | "accepted" | "final" | "living" | "stopped" | "moved" | "reserved";

export interface StatusView {
  id: string;
  label: string;
  tone: StatusTone;
}

export interface CategoryView {
  id: string;
  label: string;
  href: string;
}

/** A proposal as another page names it: in relations, previous/next, the sidebar. */
export interface ProposalLink {
  /** The number as readers see it: `20`, `0001`. Empty in a register without numbers, as is the label. */
  number: string;
  /** `CIP-20` */
  label: string;
  title: string;
  href: string;
  /** Language of the title, and of the preview in a list, if it differs from the page's. */
  contentLang?: string;
  /** Undefined if the source has none. */
  status?: StatusView;
  /** Whether the page shows this proposal. */
  current?: boolean;
}

/** A proposal in a drawing, with the centre of its box. */
export interface GraphNodeView {
  label: string;
  title: string;
  href: string;
  tone: StatusTone;
  x: number;
  y: number;
}

/** A proposal in a list. */
export interface ProposalCard extends ProposalLink {
  category?: CategoryView;
  tags: LinkView[];
  date?: DateView;
  authors: string[];
  /** Handles of the authors, without `@`. */
  handles: string[];
  /** Values of the register's custom fields, each with the name of its filter: `field.version=2`. */
  fieldValues?: string[];
  /** Day of the last change, `YYYY-MM-DD`, if the register has a history. */
  updated?: string;
  /** Digest of the text, if changes since the last visit are shown. */
  digest?: string;
  description: string;
  /** The preview of the proposal, as HTML. */
  previewHtml: string;
}

/**
 * A year of a sidebar. In a register of up to 200 proposals `items` are all proposals of the year; in a larger one `items` is empty, and `more`
 * leads to them.
 */
export interface YearGroup {
  /** `2025`, or the text for proposals without a date. */
  label: string;
  items: ProposalLink[];
  /** In a large register: the number of proposals of the year, and their address in the archive. */
  more?: { count: number; href: string };
}

/** One h2 or h3 of a page; `items` are the h3 below an h2. */
export interface TocItem {
  id: string;
  text: string;
  items: TocItem[];
}

export interface Pagination {
  page: number;
  pages: number;
  total: number;
  previous?: string;
  next?: string;
  /** Every page by number; null is a gap shown as an ellipsis. */
  items: ({ page: number; href: string; current: boolean } | null)[];
}

export interface HeadView {
  /** The whole of `<title>`, separator and site title included. */
  title: string;
  description: string;
  canonical: string;
  /** `hreflang` alternates with `x-default` last; empty on pages that search engines do not index at this address. */
  alternates: { hreflang: string; href: string }[];
  noindex?: boolean;
  /** `<meta property>`: Open Graph, article, the address. */
  properties: { property: string; content: string }[];
  /** `<meta name>`: keywords, twitter, docsearch. */
  names: { name: string; content: string }[];
  /** Serialized JSON-LD, safe inside a script element. */
  jsonLd: string | undefined;
  /** The same text in other formats. */
  formats: { type: string; title: string; href: string }[];
  /** Style sheets of this kind of page. */
  stylesheets: string[];
  site: SiteHead;
}

/** The common part of all heads of a locale. It is one object, so that it is rendered once. */
export interface SiteHead {
  themeColor: string;
  feeds: { type: string; title: string; href: string }[];
  /** The Content-Security-Policy; its element must come before all elements that it governs. */
  csp: string;
  /** Code of the inline script in the head that runs before the first paint; the policy allows only this one. */
  inlineScript: string;
  /** The site's own style sheets, which every page has. */
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
