/** From the history of a repository to the versions of a site's files. */
import { believableTimes, dayOf } from "../history/dates.js";
import type { SectionChange, Version } from "../shared/history.js";
import type { KnownChanges, KnownCommit, KnownVersion, RepositoryHistory } from "./history-store.js";

/** Paths from the repository's top, each with its path from the root. */
export type FilesOfRepository = Map<string, string>;

export interface TextHistory {
  /** Newest first, by path relative to the root; files that were never committed are not in it. */
  versions: Map<string, Version[]>;
  /** Day of the newest commit of the repository that a file is in, by the file's path. */
  ends: Map<string, string>;
  /** Identifies all of it. */
  digest: string;
}

export function addVersions(history: TextHistory, files: FilesOfRepository, read: RepositoryHistory): void {
  const { commits, time } = read;
  const believed = believableTimes(commits.map((commit) => commit.time));
  // A wrong clock must not move the end either: commits after the last change of a text cannot be before it.
  const last = believed.at(-1) ?? time;
  const end = commits.at(-1)?.time === last ? dayOf(Math.max(time, last)) : dayOf(last);
  for (const [present, file] of files) {
    const known = read.files.get(present) ?? [];
    if (known.length === 0) continue;
    history.ends.set(file, end);
    const versions = known.map((version) => {
      const commit = commits[version.commit] as KnownCommit;
      return new CommittedVersion(version, commit, dayOf(believed[version.commit] ?? commit.time));
    });
    history.versions.set(file, versions.reverse());
  }
}

/** A class, because a register has thousands of versions: all have the same shape, and changes are parsed on demand. */
class CommittedVersion implements Version {
  readonly commit: string;
  readonly order: number;
  readonly date: string;
  readonly author: string;
  readonly editor: string | undefined;
  readonly subject: string;
  readonly path: string;
  readonly blob: string;
  readonly status: string | undefined;
  readonly title: string | undefined;
  readonly number: number | undefined;
  readonly category: string | undefined;
  readonly route: string | undefined;
  readonly authors: string[] | undefined;
  readonly #text: KnownChanges;
  #changes: SectionChange[] | undefined;

  constructor(
    { commit, path, blob, facts, changes }: KnownVersion,
    { hash, time, author, editor, subject }: KnownCommit,
    readonly day: string,
  ) {
    this.commit = hash;
    this.order = commit;
    this.date = dayOf(time);
    this.author = author;
    this.editor = editor || undefined;
    this.subject = subject;
    this.path = path;
    this.blob = blob;
    this.status = facts.status;
    this.title = facts.title;
    this.number = facts.number;
    this.category = facts.category;
    this.route = facts.route;
    this.authors = facts.authors;
    this.#text = changes;
  }

  get changes(): SectionChange[] | undefined {
    const text = this.#changes ? "" : this.#text();
    if (text) this.#changes = JSON.parse(text);
    return this.#changes;
  }
}
