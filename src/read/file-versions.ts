/** From the history of a repository to the versions of a site's files. */
import { believableTimes, dayOf, isBelievable } from "../history/dates.js";
import type { SectionChange, Version } from "../shared/history.js";
import type { KnownCommit, KnownText, KnownVersion, RepositoryHistory } from "./history-store.js";
import type { FilesOfRepository } from "./repositories.js";

export interface TextHistory {
  /** Newest first, by path relative to the root; files that were never committed are not in it. */
  versions: Map<string, Version[]>;
  /** All files of repositories whose whole history is known: one without versions was never committed. */
  complete: Set<string>;
  /** Day of the newest commit of the repository that a file is in, by the file's path. */
  ends: Map<string, string>;
  /** Identifies all of it. */
  digest: string;
}

/** The history of a repository, and the site's files in it. */
export interface ReadRepository {
  files: FilesOfRepository;
  repository: RepositoryHistory;
}

/** The versions of all files. Commits of several repositories are in the order of their times. */
export function versionsOf(read: readonly ReadRepository[]): Omit<TextHistory, "digest"> {
  const versions: TextHistory["versions"] = new Map();
  const ends: TextHistory["ends"] = new Map();
  const times = read.map(({ repository }) => believableTimes(repository.commits.map(({ time }) => time)));
  const orders = ordersOf(times);
  for (const [index, { files, repository }] of read.entries()) {
    const { commits, time } = repository;
    if (commits.length === 0) continue;
    const believed = times[index] ?? [];
    // A wrong clock must not move the end either: commits after the last change of a text cannot be before it.
    const last = believed.at(-1) ?? time;
    const end = commits.at(-1)?.time === last ? dayOf(isBelievable(time) ? Math.max(last, time) : last) : dayOf(last);
    for (const [present, names] of files) {
      const known = repository.files.get(present) ?? [];
      if (known.length === 0) continue;
      const own = known.map((version) => {
        const commit = commits[version.commit] as KnownCommit;
        const day = dayOf(believed[version.commit] ?? 0);
        return new CommittedVersion(version, commit, day, orders[index]?.[version.commit] ?? 0);
      });
      own.reverse();
      for (const file of names) {
        versions.set(file, own);
        ends.set(file, end);
      }
    }
  }
  return { versions, ends, complete: new Set(read.flatMap(({ files }) => [...files.values()].flat())) };
}

/** @param times of each repository's commits, never decreasing. @returns the place of each commit among those of all. */
function ordersOf(times: readonly (readonly number[])[]): number[][] {
  const all = times.flatMap((own, repository) => own.map((time, commit) => ({ time, repository, commit })));
  if (times.length > 1) all.sort((a, b) => a.time - b.time || a.repository - b.repository || a.commit - b.commit);
  const orders = times.map((own) => own.map(() => 0));
  for (const [order, { repository, commit }] of all.entries()) {
    const own = orders[repository];
    if (own) own[commit] = order;
  }
  return orders;
}

/** A class, because a register has thousands of versions: all have the same shape, and changes are parsed on demand. */
class CommittedVersion implements Version {
  readonly commit: string;
  readonly date: string;
  readonly author: string;
  readonly editor: string | undefined;
  readonly subject: string;
  readonly path: string;
  readonly blob: string;
  readonly metadataBlob: string | undefined;
  readonly status: string | undefined;
  readonly title: string | undefined;
  readonly number: number | undefined;
  readonly category: string | undefined;
  readonly route: string | undefined;
  readonly authors: string[] | undefined;
  readonly unread: string | undefined;
  readonly #text: KnownText;
  readonly #steps: KnownText;
  #changes: SectionChange[] | undefined;

  constructor(
    { path, blob, metadataBlob, facts, changes, steps }: KnownVersion,
    { hash, time, author, editor, subject }: KnownCommit,
    readonly day: string,
    readonly order: number,
  ) {
    this.commit = hash;
    this.date = isBelievable(time) ? dayOf(time) : day;
    this.author = author;
    this.editor = editor || undefined;
    this.subject = subject;
    this.path = path;
    this.blob = blob;
    this.metadataBlob = metadataBlob;
    this.status = facts.status;
    this.title = facts.title;
    this.number = facts.number;
    this.category = facts.category;
    this.route = facts.route;
    this.authors = facts.authors;
    this.unread = facts.unread;
    this.#text = changes;
    this.#steps = steps;
  }

  get changes(): SectionChange[] | undefined {
    const text = this.#changes ? "" : this.#text();
    if (text) this.#changes = JSON.parse(text);
    return this.#changes;
  }

  get steps(): string | undefined {
    return this.#steps() || undefined;
  }
}
