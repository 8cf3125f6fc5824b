/** Whether a published site is the one that its sources make: file by file, byte by byte. */
import { readFile } from "node:fs/promises";
import type { FileDifference, VerifyResult } from "../shared/api.js";
import type { OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";

/** Where a site was published. */
export interface PublishedSite {
  /**
   * @param limit how many bytes are enough to tell.
   * @returns the first bytes of a file; undefined where there is none. Rejects when that cannot be found out.
   */
  read(path: string, limit: number): Promise<Uint8Array | undefined>;
  /** Says whether a file of the site can be asked for: hosts do not show all of them. */
  shows(path: string): boolean;
  /** Paths of everything that is there, where that can be found out. */
  list(): Promise<string[]>;
}

export type Comparison = Pick<VerifyResult, "equal" | "different" | "missing" | "extra">;

/** So many files are asked for at a time. */
const atATime = 8;

/** @param site what the sources make. */
export async function compareSite(site: readonly OutputFile[], published: PublishedSite): Promise<Comparison> {
  const wanted = site
    .filter(({ path }) => published.shows(path))
    .sort((one, other) => compareText(one.path, other.path));
  const outcomes: (FileDifference | "equal" | "missing")[] = [];
  let next = 0;
  const work = async () => {
    while (next < wanted.length) {
      const index = next++;
      outcomes[index] = await compareFile(wanted[index] as OutputFile, published);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const paths = new Set(site.map(({ path }) => path));
  return {
    equal: outcomes.filter((outcome) => outcome === "equal").length,
    different: outcomes.filter((outcome) => typeof outcome === "object"),
    missing: wanted.filter((_, index) => outcomes[index] === "missing").map(({ path }) => path),
    extra: (await published.list()).filter((path) => !paths.has(path)).sort(compareText),
  };
}

async function compareFile(
  { path, content }: OutputFile,
  published: PublishedSite,
): Promise<FileDifference | "equal" | "missing"> {
  const wanted = await bytesOf(content);
  const found = await published.read(path, wanted.byteLength + 1);
  if (!found) return "missing";
  const offset = firstDifference(wanted, found);
  return offset === undefined ? "equal" : { path, offset, ...placeOf(wanted, offset) };
}

async function bytesOf(content: OutputFile["content"]): Promise<Uint8Array> {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : readFile(content.copyOf);
}

/** @returns undefined for the same bytes; the shorter one's length where one begins with the other. */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  if (Buffer.compare(one, other) === 0) return undefined;
  const length = Math.min(one.byteLength, other.byteLength);
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return index;
  return length;
}

function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } | undefined {
  if (bytes.includes(0)) return undefined;
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, offset).toString("utf8").split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** What a host takes as instructions instead of showing it, and what it or git keeps hidden. */
export function isConsumed(path: string): boolean {
  return /^(_headers|_redirects|CNAME)$|(^|\/)\./.test(path);
}
