/** What a repository says of a text: its versions on the register's branch, and what became of its status. */

import type { HtmlPart } from "./html-parts.js";

/** How much one section of a text changed from a version to the next. */
export interface SectionChange {
  /** Text of its heading; empty for what comes before the first one. */
  heading: string;
  /** Words that are new, and words that are gone; one that moved within a changed passage is neither. */
  added: number;
  removed: number;
}

/** What a text says of itself at one version, as far as it could be read. */
export interface VersionFacts {
  /** As it was written. */
  status?: string;
  title?: string;
  number?: number;
  /** Id of one of the series' categories. */
  category?: string;
  /** Address that the proposal had, without locale. */
  route?: string;
  authors?: string[];
  /** Against the version before; undefined for the first version. */
  changes?: SectionChange[];
}

/** What a commit of the register's branch left of a text. */
export interface Version extends VersionFacts {
  /** Full hash. */
  commit: string;
  /** Greater than that of every earlier commit. */
  order: number;
  /** Day of the committer, `YYYY-MM-DD`, UTC. */
  date: string;
  /** The same as far as it can be believed: days never go back, whatever a committer's clock said. Periods are counted by it. */
  day: string;
  author: string;
  /** Who brought it in, where that was another person and is known. */
  editor?: string;
  subject: string;
  /** From the repository's top, as the file was called then. */
  path: string;
  /** Identifies the text. */
  blob: string;
}

/** Since when a proposal has had a status. */
export interface StatusChange {
  /** Id of one of the series' statuses; one that the series does not have, as it was written. */
  status: string;
  date: string;
  /** See `Version`. */
  day: string;
  commit: string;
}

/** What is different between a version of a proposal and today's text, and why it has a page. */
export interface Comparison {
  /** The commit that the page is named by. */
  commit: string;
  /** The former text. */
  from: Version;
  /** `since`: what came after the commit. `change`: what came with it, the newest one. */
  kind: "since" | "change";
}

/** A section of two texts: what is different in it, or that nothing is. */
export interface SectionHtml {
  state: "same" | "changed" | "new" | "old";
  /** Text of today's heading, or of the former one; empty for what comes before the first. */
  heading: string;
  /** Anchor in today's text; empty where there is none. */
  id: string;
  /** With placeholders of today's document; empty where nothing is different. */
  html: HtmlPart[];
  /** Words that came and went. */
  added: number;
  removed: number;
}

/** When a file was first and last changed, and how. */
export interface FileHistory {
  /** `YYYY-MM-DD`, UTC. */
  created: string;
  updated: string;
  /** Newest first; none where the site has no history of its own. */
  versions: Version[];
  /** Oldest first: the one that the proposal began with, and every other one. */
  statuses: StatusChange[];
}
