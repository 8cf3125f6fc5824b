/** What views of several kinds hold: links, dates, statuses, proposals in lists, the years of a sidebar, tables of contents. */

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
