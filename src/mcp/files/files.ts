/** The files of a site, wherever they are: everything that the server says of a register is read from them. */
import { digestListPath, parseDigestList } from "../../pipeline/digest-list.js";
import type { FileHistory } from "../../shared/history.js";

/** Something that the agent, or the person behind it, has to know: it is the answer to a call, not a failure of the server. */
export class Problem extends Error {}

/** The files that are there, and a text that is another one when they changed. */
export interface FileList {
  version: string;
  paths: ReadonlySet<string>;
}

export interface SiteFiles {
  /** What messages call it, without a password. */
  name: string;
  /** Address that the site is read from, with a slash at its end; undefined where the site itself has to say it. */
  address?: string;
  /** Begins with what the first call needs, where that takes long. */
  open?(): void;
  /** Costs little if nothing changed. Rejects with a `Problem` if there is no site that can be read. */
  list(): Promise<FileList>;
  /** @param path one of the list, or one that a file of the site names. @returns undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** Of a source folder: what git says of a proposal, and the text of one of its versions. */
  history?: {
    of(label: string): FileHistory | undefined;
    text(label: string, blob: string): Promise<string | undefined>;
  };
  close(): Promise<void>;
}

/** Larger files, in bytes, are not read: no file that the server needs is. */
export const largestFile = 64_000_000;

/** The paths of a published site, from its list of digests. */
export function listedPaths(bytes: Buffer | undefined, name: string): ReadonlySet<string> {
  const list = bytes && parseDigestList(bytes.toString("utf8"));
  if (!list)
    throw new Problem(
      `${name} has no ${digestListPath} that can be read: it is not a site that cipgen built, or its host does not publish the folder .well-known.`,
    );
  return new Set([...Object.keys(list.files), digestListPath]);
}
