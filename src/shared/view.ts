/**
 * What one page shows in one locale: the contract between the generator and the templates. A view is plain JSON in which every
 * address is final (base path, locale prefix, trailing slash applied), every date is formatted and every list is ordered, so a
 * template only decides on markup. Strings of the interface are not in a view: templates get `t` for them.
 */

import type { ChangesView, DependenciesView, HistoryView, InsightsView, OutdatedView } from "./history-view.js";

/** Looks a string of the interface up: `t("list.count", { count: 31 })`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** What every template component of a page receives. */
export interface PageProps<V extends PageView = PageView> {
  view: V;
  t: Translate;
  once: Once;
}

/**
 * Renders a part that many pages share only once: `{once(t, "footer", () => <Footer … />)}`. The part must be a function of
 * `owner` alone (an object of the view that pages share, or `t` for what depends on the language only) and is known by `name`.
 */
export type Once = (owner: object, name: string, element: () => unknown) => string;

export interface LinkView {
  label: string;
  href: string;
  /** Leaves this site: marked as such, rel and (when asked for) target are set. */
  external?: boolean;
  newTab?: boolean;
  current?: boolean;
  /** Of a link into docs with several versions: where it leads in each, by the version's name. */
  versions?: Record<string, string>;
}

export interface DateView {
  /** `YYYY-MM-DD` */
  iso: string;
  text: string;
}

/** How a status looks: its shape and colour, apart from its name. */
export type StatusTone = "draft" | "review" | "accepted" | "final" | "living" | "stopped" | "moved" | "reserved";

/** Of the shape of a status, which every page has once. */
export const glyphId = (tone: StatusTone) => `statusGlyph-${tone}`;

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

/** A proposal in a list. */
export interface ProposalCard {
  /** Formatted as the series wants it: `20`, `0001`. */
  number: string;
  /** `CIP-20` */
  label: string;
  title: string;
  href: string;
  /** Language of title and preview where it is not the page's. */
  contentLang?: string;
  /** Missing where the source has none, here and below. */
  status?: StatusView;
  category?: CategoryView;
  tags: LinkView[];
  date?: DateView;
  authors: string[];
  /** Day of the last change, `YYYY-MM-DD`, where the register has a history. */
  updated?: string;
  /** Of the text, where readers are told what changed since they read it. */
  digest?: string;
  description: string;
  /** The truncated variant of the proposal, HTML. */
  previewHtml: string;
}

/** A proposal named elsewhere: in relations, previous/next, the sidebar. */
export interface ProposalLink {
  number: string;
  label: string;
  title: string;
  href: string;
  /** Language of the title where it is not the page's. */
  contentLang?: string;
  status?: StatusView;
  current?: boolean;
}

/**
 * A year of a sidebar. In a register of up to 200 proposals it lists all of them; in a larger one `items` are the page's own, and the rest is
 * a number and a link to the archive.
 */
export interface YearGroup {
  /** `2025`, or the text for proposals without a date. */
  label: string;
  items: ProposalLink[];
  /** Set where `items` is not the whole year: how many there are, and where. */
  more?: { count: number; href: string };
}

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

/** What stands around the content on every page. */
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

interface View<K extends string> extends ShellView {
  kind: K;
}

export interface HomeView extends View<"home"> {
  headline: string;
  lead: string;
  actions: LinkView[];
  counts: { count: number; label: string; href: string }[];
  latest: ProposalCard[];
  /** The body of the home page's Markdown, if any. */
  contentHtml: string;
  /** Language of that Markdown, title and description included, when it is not the page's. */
  contentLang?: string;
}

/** The register (`tag` undefined) or the proposals of one tag, a page of either. */
export interface ListView extends View<"list"> {
  title: string;
  tag?: { name: string; label: string; allHref: string };
  pagination: Pagination;
  items: ProposalCard[];
  sidebar: YearGroup[];
  /** Further looks at the whole register, where there are any. */
  more: LinkView[];
}

export interface TagsView extends View<"tags"> {
  tags: { name: string; label: string; href: string; count: number }[];
}

export interface ArchiveView extends View<"archive"> {
  /** Proposals on this page, or of the whole register on the index of an archive by year. */
  total: number;
  label: string;
  /** Set on the page of one year. */
  year?: { label: string; allHref: string };
  /** By year. In the index of an archive by year the items are on the page at `href`. */
  years: { id: string; label: string; count: number; href?: string; items: ProposalCard[] }[];
  statuses: StatusView[];
  categories: CategoryView[];
  authors: string[];
  /** Rows say when they changed, so they can be asked for by that. */
  hasHistory: boolean;
}

export interface AuthorView {
  name: string;
  /** `@handle`, when there is one that the name does not say already. */
  handle?: string;
  href?: string;
}

export interface RelationView {
  kind: "requires" | "requiredBy" | "supersedes" | "supersededBy" | "mentions" | "mentionedBy";
  items: ProposalLink[];
  /** What is not on this site: by label, with a link where it is known to be elsewhere. */
  absent: { label: string; href?: string }[];
}

/** A field of the register's own, in the words of its proposals. */
export interface OwnFieldView {
  label: string;
  text: string;
  links: LinkView[];
}

/** Why a reader should not take the text as it stands. */
export interface BannerView {
  kind: "superseded" | "withdrawn" | "draft" | "lastCall" | "moved" | "reserved";
  by?: ProposalLink[];
  deadline?: DateView;
  movedTo?: LinkView;
}

/** A proposal's neighbourhood, laid out: units are SVG user units. */
export interface GraphView {
  width: number;
  height: number;
  nodes: { label: string; title: string; href: string; tone: StatusTone; x: number; y: number; current: boolean }[];
  edges: { from: number; to: number; kind: "requires" | "supersedes" }[];
}

export interface ProposalView extends View<"proposal"> {
  number: string;
  label: string;
  title: string;
  description: string;
  /** Language of the text when it is not the page's: a fallback shown on a translated site. */
  contentLang?: string;
  status?: StatusView & { reason?: string };
  category?: CategoryView;
  tags: LinkView[];
  authors: AuthorView[];
  date?: DateView;
  updated?: DateView;
  lastUpdated?: DateView;
  deadline?: DateView;
  discussions: LinkView[];
  ownFields: OwnFieldView[];
  relations: RelationView[];
  graph?: GraphView;
  banners: BannerView[];
  toc: TocItem[];
  contentHtml: string;
  editHref?: string;
  historyHref?: string;
  /** Undefined where the register has no history. */
  history?: HistoryView;
  /** Of the text, where readers are told what changed since they read it. */
  digest?: string;
  /** Set on a translation that its original has left behind. */
  outdated?: OutdatedView;
  sourceHref?: string;
  /** Texts beside it that have pages of their own. */
  companions: LinkView[];
  citation: { plain: string; bibtex: string };
  previous?: ProposalLink;
  next?: ProposalLink;
  sidebar: YearGroup[];
}

/** A folder beside the proposals, by its files. */
export interface FolderView extends View<"folder"> {
  title: string;
  breadcrumbs: LinkView[];
  files: LinkView[];
}

/** A text beside a proposal: an annex, a report. */
export interface CompanionView extends View<"companion"> {
  title: string;
  contentLang?: string;
  contentHtml: string;
  toc: TocItem[];
  breadcrumbs: LinkView[];
  proposal: ProposalLink;
  editHref?: string;
  historyHref?: string;
  lastUpdated?: DateView;
  sidebar: YearGroup[];
}

export interface SidebarItem {
  label: string;
  /** Undefined for a category without a page of its own. */
  href?: string;
  /** Language of the label when it is not the page's. */
  lang?: string;
  current: boolean;
  items: SidebarItem[];
}

/** The same page in another version of the docs, or its main page. */
export interface VersionLink extends LinkView {
  name: string;
}

export interface DocView extends View<"doc"> {
  title: string;
  description: string;
  contentLang?: string;
  contentHtml: string;
  toc: TocItem[];
  breadcrumbs: LinkView[];
  sidebar: SidebarItem[];
  /** All versions, also when there is only one. */
  versions: VersionLink[];
  /** Set on the pages of a version that is not the last. */
  versionNotice?: { label: string; latestHref: string };
  editHref?: string;
  lastUpdated?: DateView;
  /** Set on a translation that its original has left behind. */
  outdated?: OutdatedView;
  previous?: LinkView;
  next?: LinkView;
}

export interface SearchView extends View<"search"> {
  /** Where the form goes: this page's own address. */
  action: string;
  /** Where readers say what they looked for in vain, with `{query}`. */
  missingResultsUrl?: string;
  registerHref: string;
  archiveHref: string;
}

export interface NotFoundView extends View<"notFound"> {
  homeHref: string;
  registerHref: string;
  archiveHref: string;
  /** Where the words of the address are looked for; undefined without a search. */
  search?: { href: string /** What the site's own addresses begin with. */; base: string };
}

/** Nothing but the way on: a register has as many of these as proposals, and nobody is to see them. */
export interface RedirectView {
  kind: "redirect";
  locale: ShellView["locale"];
  title: string;
  /** Absolute. */
  canonical: string;
  csp: string;
  themeColor: string;
  /** The blockchain address, which every page of a site with one names. */
  address?: string;
  target: string;
}

export type PageView =
  | HomeView
  | ListView
  | TagsView
  | ArchiveView
  | ProposalView
  | CompanionView
  | FolderView
  | DocView
  | SearchView
  | NotFoundView
  | ChangesView
  | InsightsView
  | DependenciesView
  | RedirectView;
