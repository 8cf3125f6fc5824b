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

/** Looks up a string of the interface: `t("list.count", { count: 31 })`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The props of every page template. */
export interface PageProps<V extends PageView = PageView> {
  view: V;
  t: Translate;
  once: Once;
}

/**
 * Renders a part that many pages share only once: `{once(t, "footer", () => <Footer … />)}`. The part must depend on `owner`
 * alone: an object that the views of several pages share, or `t` if it depends on the language only. `name` identifies it.
 */
export type Once = (owner: object, name: string, element: () => unknown) => string;

/** A proposal that is open for final comments. */
export interface LastCallView extends ProposalLink {
  deadline?: DateView;
}

/** What happened to a proposal: "CIP-20 moved from Last call to Final". */
export interface ActivityView {
  text: string;
  /** Address of the change, or of the proposal. */
  href: string;
  date: DateView;
}

export interface HomeView extends View<"home"> {
  headline: string;
  /** The anchor of the heading in the text that became the title. */
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
  /** Language of that Markdown with its title and description, if it differs from the page's. */
  contentLang?: string;
}

/** A page of the register's list, or of the list of one tag. */
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
  /** Number of proposals on this page; in the index of a large archive, of the whole register. */
  total: number;
  label: string;
  /** Set on the page of one year. */
  year?: { label: string; allHref: string };
  /** The proposals by year. In the index of a large archive, the items of a year are on the page at `href` instead. */
  years: { id: string; label: string; count: number; href?: string; items: ProposalCard[] }[];
  statuses: StatusView[];
  categories: CategoryView[];
  authors: string[];
  /** Filters by custom fields of the register, named `field.<key>` in the form and in the address. */
  fields: { name: string; label: string; values: string[] }[];
  /** Whether rows have the day of their last change, by which they can be filtered. */
  hasHistory: boolean;
}

export interface SidebarItem {
  label: string;
  /** Undefined for a category without a page of its own. */
  href?: string;
  /** Language of the label, if it differs from the page's. */
  lang?: string;
  current: boolean;
  items: SidebarItem[];
}

/** The same page in another version of the docs; the version's main page, if it does not have that page. */
export interface VersionLink extends LinkView {
  name: string;
}

/** The parts of a page that shows a text. */
interface TextView<K extends string> extends View<K> {
  title: string;
  /** The anchor of the heading in the text that became the title. */
  titleId?: string;
  /** Language of the text if it differs from the page's: the original, shown on a translated site. */
  contentLang?: string;
  contentHtml: string;
  toc: TocItem[];
  editHref?: string;
  lastUpdated?: DateView;
  /** Set on an outdated translation. */
  outdated?: OutdatedView;
}

export interface DocView extends TextView<"doc"> {
  description: string;
  breadcrumbs: LinkView[];
  sidebar: SidebarItem[];
  /** All versions, even if there is only one. */
  versions: VersionLink[];
  /** Set on the pages of a version that is not the last. */
  versionNotice?: { label: string; latestHref: string };
  previous?: LinkView;
  next?: LinkView;
}

/** A page in the site's `pages` folder that is a component. */
export interface OwnPageView extends View<"own"> {
  /** The HTML that the component rendered. */
  contentHtml: string;
  editHref?: string;
}

/** A page in the site's `pages` folder that is a text. */
export interface TextPageView extends TextView<"page"> {
  /** Empty on the home page. */
  breadcrumbs: LinkView[];
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
  /** The search page, which gets the words of the address; undefined without a search. `base` is the beginning of the site's own addresses. */
  search?: { href: string; base: string };
}

/** A page that only redirects. It has no shell, because readers do not see it and a register has thousands. */
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

/** The view of any kind of page. */
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

/** A custom field of the register. */
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

export interface ProposalView extends TextView<"proposal"> {
  number: string;
  label: string;
  description: string;
  status?: StatusView & { reason?: string };
  category?: CategoryView;
  tags: LinkView[];
  authors: AuthorView[];
  date?: DateView;
  updated?: DateView;
  deadline?: DateView;
  discussions: LinkView[];
  ownFields: OwnFieldView[];
  relations: RelationView[];
  banners: BannerView[];
  historyHref?: string;
  /** Undefined where the register has no history. */
  history?: HistoryView;
  /** Digest of the text, if changes since the last visit are shown. */
  digest?: string;
  sourceHref?: string;
  /** Texts beside it that have pages of their own. */
  companions: LinkView[];
  citation: { plain: string; bibtex: string };
  previous?: ProposalLink;
  next?: ProposalLink;
  sidebar: YearGroup[];
}

/** The page of a folder beside the proposals, which lists its files. */
export interface FolderView extends View<"folder"> {
  title: string;
  breadcrumbs: LinkView[];
  files: LinkView[];
}

/** A text beside a proposal: an annex, a report. */
export interface CompanionView extends TextView<"companion"> {
  breadcrumbs: LinkView[];
  proposal: ProposalLink;
  historyHref?: string;
  sidebar: YearGroup[];
}
