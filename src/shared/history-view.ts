/** The part of the views that shows a register's history. */
import type { DateView, GraphNodeView, ProposalLink, ShellView, StatusTone, StatusView } from "./view-parts.js";

/** A status that a proposal has had. */
export interface StatusPeriodView {
  status: StatusView;
  date: DateView;
  /** Its duration, as text; undefined for the present one. */
  lasted?: string;
  commitHref?: string;
  /** Where readers compare the text at that time with today's. */
  changesHref?: string;
}

export interface VersionView {
  /** Short, for a key. */
  id: string;
  date: DateView;
  author: string;
  editor?: string;
  subject: string;
  commitHref?: string;
  /** Where readers compare it with the version before. */
  changesHref?: string;
  /** As in `ProposalView`. */
  digest?: string;
  /** Numbers of words that came and went; undefined for the first version. */
  words?: { added: number; removed: number } | undefined;
}

/** Of a proposal. */
export interface HistoryView {
  /** Oldest first; empty where there was only one. */
  statuses: StatusPeriodView[];
  /** Newest first. */
  versions: VersionView[];
  /** Where any two of them are compared. */
  compareHref?: string;
}

/** The page on which readers compare any two versions of a proposal of one series, which its address names. */
export interface CompareView extends ShellView {
  kind: "compare";
  title: string;
  registerTitle: string;
  registerHref: string;
  /** Prefix of the addresses of proposals in `/api/v1/`. */
  proposals: string;
}

/** An outdated translation. */
export interface OutdatedView {
  originalHref: string;
  changesHref?: string;
}

/** A chart at one width; units are CSS pixels at that width. */
export interface Drawing {
  width: number;
  height: number;
  /** Where the data is drawn. */
  plot: { left: number; right: number; top: number; bottom: number };
  areas: { path: string; paint: Paint }[];
  /** Those of many months are too narrow for tooltips. */
  bars: { x: number; y: number; width: number; height: number; title?: string; paint?: Paint }[];
  /** From the lower to the upper quartile, with the median. */
  ranges: { y: number; from: number; middle: number; to: number; title: string; paint: Paint }[];
  xTicks: { at: number; text: string }[];
  yTicks: { at: number; text: string }[];
  /** Invisible shapes over the areas, for tooltips. */
  strips: { x: number; width: number; title: string }[];
}

/** Colour of a status; statuses of the same tone have shades of one colour. */
export interface Paint {
  tone: StatusTone;
  step: number;
}

export interface FiguresView {
  head: string[];
  /** The first cell of a row is its heading. */
  rows: (string | number)[][];
}

export interface ChartView {
  id: string;
  title: string;
  /** What it shows, in a sentence. */
  text: string;
  legend: { label: string; paint: Paint }[];
  /** For wide and for narrow screens. */
  drawings: Drawing[];
  figures: FiguresView;
}

/** A list with a number, drawn as a bar, for each of its rows. */
export interface RankView {
  id: string;
  title: string;
  text: string;
  head: [name: string, ...numbers: string[]];
  rows: { label: string; title?: string; href?: string; numbers: number[]; share: number }[];
}

export interface WaitingView {
  id: string;
  title: string;
  text: string;
  dateHead: string;
  /** Dates are the last days for comments; the browser marks those that have passed. */
  hasDeadlines: boolean;
  rows: (ProposalLink & { date?: DateView })[];
  /** More that are not listed. */
  more: number;
}

export interface InsightsView extends ShellView {
  kind: "insights";
  title: string;
  registerTitle: string;
  /** Day of the newest commit. */
  until: DateView;
  /** Only where the page has something to show. */
  graphHref?: string;
  feedHref: string;
  charts: ChartView[];
  /** Open last calls by deadline, and what has not changed for long; empty ones are left out. */
  waiting: WaitingView[];
  ranks: RankView[];
}

export interface DependenciesView extends ShellView {
  kind: "graph";
  title: string;
  width: number;
  height: number;
  nodes: GraphNodeView[];
  edges: { from: number; to: number }[];
  statuses: StatusView[];
  /** Proposals that neither require another one nor are required. */
  others: number;
  /** Only where the page has something to show. */
  insightsHref?: string;
}
