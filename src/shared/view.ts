/**
 * The content of one page in one locale: the contract between the generator and the templates. A view is plain JSON
 * with final addresses (including base path, locale prefix and trailing slash), formatted dates and sorted lists, so a
 * template only decides on markup. Strings of the interface are not in a view: templates get `t` for them.
 */
import type { HistoryView, OutdatedView } from "./history-view.js";
import type {
  CategoryView,
  DateView,
  LinkView,
  Pagination,
  ProposalCard,
  ProposalLink,
  ShellView,
  StatusView,
  TocItem,
  View,
  YearGroup,
} from "./view-parts.js";

export * from "./view-parts.js";

/** Looks a string of the interface up: `t("list.count", { count: 31 })`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The props of every page template. */
export interface PageProps<V extends PageView = PageView> {
  view: V;
  t: Translate;
  once: Once;
}

/**
 * Renders a part that many pages share, once: `{once(t, "footer", () => <Footer … />)}`. The part must be a function of
 * `owner` alone (an object of the view that pages share, or `t` for what depends on the language only) and is known by
 * `name`.
 */
export type Once = (owner: object, name: string, element: () => unknown) => string;

/** A proposal that is open for final comments. */
export interface LastCallView extends ProposalLink {
  deadline?: DateView;
}

/** What happened to a proposal: "CIP-20 moved from Last call to Final". */
export interface ActivityView {
  text: string;
  /** What changed, or the proposal. */
  href: string;
  date: DateView;
}

export interface HomeView extends View<"home"> {
  headline: string;
  /** The anchor of the heading in the text that is the title. */
  titleId?: string;
  lead: string;
  actions: LinkView[];
  /** Number of all proposals. */
  total: number;
  /** How many proposals each category has. */
  counts: { count: number; label: string; href: string }[];
  /** How many proposals have each status, in the order of the register; empty without statuses. `href` leads to them, if the site has a search page. */
  standing: { status: StatusView; count: number; href?: string }[];
  /** Ordered by deadline. */
  lastCalls: LastCallView[];
  /** Changes of status and of many words, newest first; empty if the register has no history. */
  activity: ActivityView[];
  latest: ProposalCard[];
  /** The body of the home page's Markdown, if any. */
  contentHtml: string;
  /** Language of that Markdown, title and description included, when it is not the page's. */
  contentLang?: string;
}

/** The register (`tag` undefined) or the proposals of one tag, a page of either. */
export interface ListView extends View<"list"> {
  title: string;
  tag?: { name: string; isCategory: boolean; allHref: string };
  pagination: Pagination;
  items: ProposalCard[];
  sidebar: YearGroup[];
  /** Links to other views of the whole register. */
  more: LinkView[];
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
  /** Filters by fields of the register's own, named `field.<key>` in the form and in the address. */
  fields: { name: string; label: string; values: string[] }[];
  /** Rows have the day of their last change, so they can be filtered by it. */
  hasHistory: boolean;
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
  /** The anchor of the heading in the text that is the title. */
  titleId?: string;
  description: string;
  contentLang?: string;
  contentHtml: string;
  toc: TocItem[];
  breadcrumbs: LinkView[];
  sidebar: SidebarItem[];
  /** All versions, even if there is only one. */
  versions: VersionLink[];
  /** Set on the pages of a version that is not the last. */
  versionNotice?: { label: string; latestHref: string };
  editHref?: string;
  lastUpdated?: DateView;
  /** Set on an outdated translation. */
  outdated?: OutdatedView;
  previous?: LinkView;
  next?: LinkView;
}

/** A page of the site's own that is a component. */
export interface OwnPageView extends View<"own"> {
  /** What the component rendered. */
  contentHtml: string;
  editHref?: string;
}

/** A page of the site's own that is a text. */
export interface TextPageView extends View<"page"> {
  title: string;
  /** The anchor of the heading in the text that is the title. */
  titleId?: string;
  contentLang?: string;
  contentHtml: string;
  toc: TocItem[];
  /** Empty on the home page. */
  breadcrumbs: LinkView[];
  editHref?: string;
  lastUpdated?: DateView;
  /** Set on an outdated translation. */
  outdated?: OutdatedView;
}

export interface SearchView extends View<"search"> {
  /** Target of the form: this page's own address. */
  action: string;
  /** Where readers report a search that found nothing, with `{query}`. */
  missingResultsUrl?: string;
  registerHref: string;
  archiveHref: string;
}

export interface NotFoundView extends View<"notFound"> {
  homeHref: string;
  registerHref: string;
  archiveHref: string;
  /** The search page for the words of the address; undefined without a search. */
  search?: { href: string /** Beginning of the site's own addresses. */; base: string };
}

/** Only the redirect: a register has as many of these as proposals, and readers do not see them. */
export interface RedirectView {
  kind: "redirect";
  locale: ShellView["locale"];
  title: string;
  /** Absolute. */
  canonical: string;
  csp: string;
  /** Keeps query and fragment; it reads the target from its `data-to`. */
  script: string;
  themeColor: string;
  /** The blockchain address, on every page of a site that has one. */
  address?: string;
  target: string;
}

/** What a page template can get: the view of any kind of page. */
export type PageView = View<string> | RedirectView;

export interface AuthorView {
  name: string;
  /** `@handle`, unless the name already shows it. */
  handle?: string;
  href?: string;
}

export interface RelationView {
  kind:
    | "requires"
    | "requiredBy"
    | "supersedes"
    | "supersededBy"
    | "updates"
    | "updatedBy"
    | "mentions"
    | "mentionedBy";
  items: ProposalLink[];
  /** Proposals that are not on this site: by label, with a link if their address is known. */
  absent: { label: string; href?: string }[];
}

/** A field of the register's own, in the words of its proposals. */
export interface OwnFieldView {
  label: string;
  text: string;
  links: LinkView[];
  /** The text with its links in place, if it has words beside them. */
  parts?: (string | LinkView)[];
}

/** A warning that a reader should see before the text. */
export interface BannerView {
  kind: "superseded" | "withdrawn" | "draft" | "lastCall" | "moved" | "reserved";
  by?: ProposalLink[];
  deadline?: DateView;
  movedTo?: LinkView;
}

export interface ProposalView extends View<"proposal"> {
  number: string;
  label: string;
  title: string;
  /** The anchor of the heading in the text that is the title. */
  titleId?: string;
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
  banners: BannerView[];
  toc: TocItem[];
  contentHtml: string;
  editHref?: string;
  historyHref?: string;
  /** Undefined where the register has no history. */
  history?: HistoryView;
  /** Digest of the text, if changes since the last visit are shown. */
  digest?: string;
  /** Set on an outdated translation. */
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
  /** The anchor of the heading in the text that is the title. */
  titleId?: string;
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
