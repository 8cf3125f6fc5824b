/** Turns the history of repositories into the versions of a site's files. */

import type { Version, VersionFacts } from "../../shared/history.js";
import { believableTimes, dayOf, isBelievable } from "./commit-dates.js";
import type { FilesOfRepository } from "./repositories.js";

export interface TextHistory {
  /** Newest first, by path relative to the root; files that were never committed are not in it. */
  versions: Map<string, Version[]>;
  /** All files in repositories with a complete history: one of them without versions was never committed. */
  complete: Set<string>;
  /** Day of the newest commit of the repository that a file is in, by the file's path. */
  ends: Map<string, string>;
}

/** The history of a repository. */
export interface RepositoryHistory {
  /** The site's files in it. */
  files: FilesOfRepository;
  /** Time of the newest commit, in seconds since 1970. */
  time: number;
  /** The commits that changed one of the files, oldest first. */
  commits: TextCommit[];
  /** Versions by path from the top, oldest first. */
  versions: Map<string, TextVersion[]>;
}

interface TextCommit {
  hash: string;
  time: number;
  author: string;
  /** Undefined if the author committed it. */
  editor: string | undefined;
  /** One line. */
  subject: string;
}

export interface TextVersion {
  /** Index of its commit. */
  commit: number;
  blob: string;
  metadataBlob?: string | undefined;
  path: string;
  facts: VersionFacts;
}

/** Lists the versions of all files. Commits of several repositories are ordered by their times. */
export function versionsOf(read: readonly RepositoryHistory[]): TextHistory {
  const versions: TextHistory["versions"] = new Map();
  const ends: TextHistory["ends"] = new Map();
  const times = read.map(({ commits }) => believableTimes(commits.map(({ time }) => time)));
  const orders = ordersOf(times);
  for (const [index, { files, time: newest, commits, versions: textVersions }] of read.entries()) {
    if (commits.length === 0) continue;
    const believed = times[index] ?? [];
    // The newest commit may have changed no text. Its day counts only if its time is believable, and is never before the last change.
    const last = believed.at(-1) ?? newest;
    const end = commits.at(-1)?.time === last && isBelievable(newest) ? Math.max(last, newest) : last;
    for (const [path, names] of files) {
      const versionsOfText = textVersions.get(path)?.map(({ commit, facts, ...text }): Version => {
        const { time, hash, ...people } = commits[commit] as TextCommit;
        const day = dayOf(believed[commit] ?? 0);
        const date = isBelievable(time) ? dayOf(time) : day;
        return { ...facts, ...text, ...people, commit: hash, order: orders[index]?.[commit] ?? 0, day, date };
      });
      if (!versionsOfText?.length) continue;
      versionsOfText.reverse();
      for (const file of names) {
        versions.set(file, versionsOfText);
        ends.set(file, dayOf(end));
      }
    }
  }
  return { versions, ends, complete: new Set(read.flatMap(({ files }) => [...files.values()].flat())) };
}

/** @param times of each repository's commits, never decreasing. @returns the index of each commit among the commits of all repositories. */
function ordersOf(times: readonly (readonly number[])[]): number[][] {
  const commits = times.flatMap((timesOfCommits, repository) =>
    timesOfCommits.map((time, commit) => ({ time, repository, commit })),
  );
  if (times.length > 1) commits.sort((a, b) => a.time - b.time || a.repository - b.repository || a.commit - b.commit);
  const orders = times.map((time) => time.map(() => 0));
  for (const [order, { repository, commit }] of commits.entries()) {
    const ordersOfRepository = orders[repository];
    if (ordersOfRepository) ordersOfRepository[commit] = order;
  }
  return orders;
}
