/**
 * The cached form of a history: columns instead of records, with repeated values stored once, and what changed from
 * version to version as text that is read on demand. A register has thousands of versions, and every build reads all of them.
 */
import { createHash } from "node:crypto";
import type { VersionFacts } from "../shared/history.js";

/** A repository's part of a history. Commits are oldest first and only those that changed one of the files. */
export interface RepositoryHistory {
  /** Digest of the inputs of its facts. */
  stamp: string;
  /** The commit that it was read up to. */
  head: string;
  /** Of the newest commit, in seconds since 1970. */
  time: number;
  commits: KnownCommit[];
  /** Versions by path from the top, oldest first. */
  files: Map<string, KnownVersion[]>;
  /** What each file was described as, by path from the top. */
  roles: ReadonlyMap<string, string>;
  /** Of files that were there once: some commit removed them. */
  removed: string[];
  /** See `digestOf`. */
  digest: string;
}

export interface KnownCommit {
  hash: string;
  time: number;
  author: string;
  /** Empty if the author committed it. */
  editor: string;
  /** One line. */
  subject: string;
}

export interface KnownVersion {
  /** Index of its commit. */
  commit: number;
  blob: string;
  /** Of the file beside the text that has its metadata. */
  metadataBlob?: string;
  path: string;
  /** All but its changes and steps. Equal versions may share it. */
  facts: VersionFacts;
  changes: KnownText;
  steps: KnownText;
}

/** JSON, empty for none; read when called. */
export type KnownText = () => string;

/** A repository's columns. */
interface Columns {
  stamp: string;
  head: string;
  time: number;
  removed: string[];
  digest: string;
  /** Of all commits, concatenated. */
  hashes: string;
  times: number[];
  people: string[];
  /** Indexes of people. */
  authors: number[];
  editors: number[];
  /** One a line. */
  subjects: string;
  /** Paths of files, how many versions each of them has, and their roles. */
  files: string[];
  counts: number[];
  roles: string[];
  /** Of all versions, file by file: indexes of commits, of names and of facts. */
  commits: number[];
  blobs: string;
  /** Index of the blob of each version's file of metadata; that of an empty name for none. */
  metadata: number[];
  metadataBlobs: string[];
  names: string[];
  paths: number[];
  facts: VersionFacts[];
  said: number[];
}

/** @param histories by the id of a repository. @returns one line of JSON, then a line for the changes of each version and one for its steps. */
export function encodeHistories(histories: ReadonlyMap<string, RepositoryHistory>): string {
  const columns = [...histories].map(([name, history]): [string, Columns] => [name, columnsOf(history)]);
  const lines = [...histories.values()].flatMap(({ files }) =>
    [...files.values()].flat().flatMap(({ changes, steps }) => [changes(), steps()]),
  );
  return [JSON.stringify(columns), ...lines].join("\n");
}

/** @throws if `encodeHistories` did not write the text. */
export function decodeHistories(bytes: Buffer): Map<string, RepositoryHistory> {
  const end = bytes.indexOf(10);
  const columns = JSON.parse(bytes.toString("utf8", 0, end === -1 ? undefined : end)) as [string, Columns][];
  const lines = new Lines(bytes, end + 1);
  return new Map(columns.map(([name, own]) => [name, historyOf(own, lines)]));
}

/** Digest of a history: commits that changed none of its files do not count. */
export function digestOf(history: Omit<RepositoryHistory, "digest">): string {
  const hash = createHash("sha256").update(
    JSON.stringify(columnsOf({ ...history, head: "", time: 0, removed: [], digest: "" })),
  );
  for (const { changes } of [...history.files.values()].flat()) hash.update(`\n${changes()}`);
  return hash.digest("base64url");
}

/** Lines that are found when the first of them is requested, and decoded each time: they are most of what is known of a register, and few builds need all. */
class Lines {
  private ends: number[] | undefined;
  /** Number of those that were given out. */
  private count = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
  ) {}

  next(): KnownText {
    const index = this.count++;
    return () => this.at(index);
  }

  private at(index: number): string {
    this.ends ??= this.findEnds();
    const from = index === 0 ? this.start : (this.ends[index - 1] ?? 0) + 1;
    return this.bytes.toString("utf8", from, this.ends[index] ?? 0);
  }

  private findEnds(): number[] {
    const ends: number[] = [];
    for (let at = this.start; ends.length < this.count; at = (ends.at(-1) ?? 0) + 1) {
      const end = this.bytes.indexOf(10, at);
      ends.push(end === -1 ? this.bytes.length : end);
    }
    return ends;
  }
}

/** Gives equal values the same index. */
class Table<T> {
  readonly values: T[] = [];
  private readonly indexes = new Map<unknown, number>();

  constructor(private readonly keyOf: (value: T) => unknown = (value) => value) {}

  readonly indexOf = (value: T): number => {
    const key = this.keyOf(value);
    const index = this.indexes.get(key) ?? this.values.push(value) - 1;
    this.indexes.set(key, index);
    return index;
  };
}

function columnsOf({ stamp, head, time, removed, digest, commits, files, roles }: RepositoryHistory): Columns {
  const people = new Table<string>();
  const names = new Table<string>();
  const others = new Table<string>();
  const facts = new Table<VersionFacts>((value) => JSON.stringify(value));
  const versions = [...files.values()].flat();
  return {
    stamp,
    head,
    time,
    removed,
    digest,
    hashes: commits.map(({ hash }) => hash).join(""),
    times: commits.map((commit) => commit.time),
    authors: commits.map(({ author }) => people.indexOf(author)),
    editors: commits.map(({ editor }) => people.indexOf(editor)),
    people: people.values,
    subjects: commits.map(({ subject }) => subject).join("\n"),
    files: [...files.keys()],
    counts: [...files.values()].map(({ length }) => length),
    roles: [...files.keys()].map((path) => roles.get(path) ?? ""),
    commits: versions.map(({ commit }) => commit),
    blobs: versions.map(({ blob }) => blob).join(""),
    metadata: versions.map(({ metadataBlob = "" }) => others.indexOf(metadataBlob)),
    metadataBlobs: others.values,
    paths: versions.map(({ path }) => names.indexOf(path)),
    names: names.values,
    said: versions.map((version) => facts.indexOf(version.facts)),
    facts: facts.values,
  };
}

function historyOf(columns: Columns, lines: Lines): RepositoryHistory {
  const { stamp, head, time, removed, digest, people, names, facts } = columns;
  const subjects = columns.subjects.split("\n");
  const size = columns.hashes.length / (columns.times.length || 1);
  const commits = columns.times.map(
    (own, index): KnownCommit => ({
      hash: columns.hashes.slice(index * size, (index + 1) * size),
      time: own,
      author: people[columns.authors[index] ?? 0] ?? "",
      editor: people[columns.editors[index] ?? 0] ?? "",
      subject: subjects[index] ?? "",
    }),
  );
  let at = 0;
  const files = columns.files.map((path, file): [string, KnownVersion[]] => {
    const versions: KnownVersion[] = [];
    for (const end = at + (columns.counts[file] ?? 0); at < end; at++) {
      const metadataBlob = columns.metadataBlobs[columns.metadata[at] ?? 0];
      versions.push({
        commit: columns.commits[at] ?? 0,
        blob: columns.blobs.slice(at * size, (at + 1) * size),
        ...(metadataBlob && { metadataBlob }),
        path: names[columns.paths[at] ?? 0] ?? "",
        facts: facts[columns.said[at] ?? 0] ?? {},
        changes: lines.next(),
        steps: lines.next(),
      });
    }
    return [path, versions];
  });
  const roles = new Map(columns.files.map((path, file) => [path, columns.roles[file] ?? ""]));
  return { stamp, head, time, removed, digest, commits, files: new Map(files), roles };
}
