/** The history of a text in its repository: its versions on the register's branch, and its changes of status. */

/** The metadata of a text at one version, as far as it could be read. */
export interface VersionFacts {
  /** As it was written. */
  status?: string;
  title?: string;
  number?: number;
  /** Id of one of the series' categories. */
  category?: string;
  /** Address that the proposal had, without locale. */
  route?: string;
  /** Numbers of words that came and went since the version before; one that moved within a changed passage counts as neither. Undefined for the first version. */
  words?: { added: number; removed: number };
  /** The steps from this text back to the version before, as JSON of `Step[]` that a file of the site contains unchanged. Undefined for the first version, and if the steps are too long to store. */
  steps?: string;
  /** Why the text could not be read; the other fields are then undefined. */
  unread?: string;
}

/** The state of a text after a commit of the register's branch. */
export interface Version extends VersionFacts {
  /** Full hash. */
  commit: string;
  /** Greater than that of every earlier commit. */
  order: number;
  /** Day on which it was committed, `YYYY-MM-DD`, UTC. */
  date: string;
  /** `date`, corrected so that it never decreases, even if a committer's clock was wrong. Periods are counted by it. */
  day: string;
  author: string;
  /** The person who merged or applied it, if known and not the author. */
  editor?: string;
  subject: string;
  /** Path of the file at that commit, from the repository's top. */
  path: string;
  /** Id of the text's blob in git. */
  blob: string;
  /** Id of the blob of the separate file with its metadata, if there is one. */
  metadataBlob?: string | undefined;
}

/** The start of a proposal's status. */
export interface StatusChange {
  /** Id of one of the series' statuses; an unknown one as it was written. */
  status: string;
  date: string;
  /** See `Version`. */
  day: string;
  commit: string;
}

/** When a file was first and last changed, and how. */
export interface FileHistory {
  /** `YYYY-MM-DD`, UTC. */
  created: string;
  updated: string;
  /** Newest first; empty if the site has no history. */
  versions: Version[];
  /** Oldest first, including the initial one. */
  statuses: StatusChange[];
}
