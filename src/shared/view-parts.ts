/** Parts that several views share: links, dates, statuses, proposals in lists, the years of a sidebar, tables of contents. */

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

/** The appearance of a status: its shape and colour, apart from its name. */
export type StatusTone = "draft" | "review" | "accepted" | "final" | "living" | "stopped" | "moved" | "reserved";

/** Id of the shape of a status, which every page has once. */
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

/** A proposal named elsewhere: in relations, previous/next, the sidebar. */
export interface ProposalLink {
  /** Formatted for the series: `20`, `0001`. */
  number: string;
  /** `CIP-20` */
  label: string;
  title: string;
  href: string;
  /** Language of the title, and of the preview in a list, if it is not the page's. */
  contentLang?: string;
  /** Missing if the source has none, here and below. */
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
  /** Day of the last change, `YYYY-MM-DD`, if the register has a history. */
  updated?: string;
  /** Digest of the text, if changes since the last visit are shown. */
  digest?: string;
  description: string;
  /** The truncated variant of the proposal, HTML. */
  previewHtml: string;
}

/**
 * A year of a sidebar. In a register of up to 200 proposals it lists all of them; in a larger one `items` are the page's own, and the rest is
 * a number and a link to the archive.
 */
export interface YearGroup {
  /** `2025`, or the text for proposals without a date. */
  label: string;
  items: ProposalLink[];
  /** Set if `items` is not the whole year: the number of proposals, and a link to all of them. */
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
