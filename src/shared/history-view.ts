/** The part of the views that shows a register's history. */
import type { DateView, GraphNodeView, ProposalLink, ShellView, StatusView } from "./view-parts.js";

/** A status that a proposal has had. */
export interface StatusPeriodView {
  status: StatusView;
  date: DateView;
  /** Its duration, as text; undefined for the present one. */
  lasted?: string;
  commitHref?: string;
  /** Address of the comparison of the text at that time with today's. */
  changesHref?: string;
}

export interface VersionView {
  /** Short hash of the commit. */
  id: string;
  date: DateView;
  author: string;
  editor?: string;
  subject: string;
  commitHref?: string;
  /** Address of the comparison with the version before. */
  changesHref?: string;
  /** As in `ProposalView`. */
  digest?: string;
  /** Numbers of words that came and went; undefined for the first version. */
  words?: { added: number; removed: number } | undefined;
}

/** The history of a proposal. */
export interface HistoryView {
  /** Oldest first; empty where there was only one. */
  statuses: StatusPeriodView[];
  /** Newest first. */
  versions: VersionView[];
  /** Address of the page that compares any two versions. */
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
  /** Number of further proposals that are not listed. */
  more: number;
}

export interface InsightsView extends ShellView {
  kind: "insights";
  title: string;
  registerTitle: string;
  /** Day of the newest commit. */
  until: DateView;
  /** Undefined if the graph would be empty. */
  graphHref?: string;
  feedHref: string;
  /** Without empty ones. */
  ranks: RankView[];
  /** Lists of open last calls and of proposals that have not changed for long, without empty ones. */
  waiting: WaitingView[];
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
  /** Undefined if the insights would be empty. */
  insightsHref?: string;
}
