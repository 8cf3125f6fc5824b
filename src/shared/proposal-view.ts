/** The views of a proposal's page, and of the texts and folders beside it. */
import type { HistoryView, OutdatedView } from "./history-view.js";
import type { View } from "./shell-view.js";
import type {
  CategoryView,
  DateView,
  GraphNodeView,
  LinkView,
  ProposalLink,
  StatusView,
  TocItem,
  YearGroup,
} from "./view-parts.js";

export interface AuthorView {
  name: string;
  /** `@handle`, unless the name already shows it. */
  handle?: string;
  href?: string;
}

export interface RelationView {
  kind: "requires" | "requiredBy" | "supersedes" | "supersededBy" | "mentions" | "mentionedBy";
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

/** A proposal's neighbourhood, laid out: units are SVG user units. */
export interface GraphView {
  width: number;
  height: number;
  nodes: (GraphNodeView & { current: boolean })[];
  edges: { from: number; to: number; kind: "requires" | "supersedes" }[];
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
  graph?: GraphView;
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
