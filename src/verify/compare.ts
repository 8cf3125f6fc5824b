/** Compares a published site with a build of its sources: file by file, byte by byte. */
import { readFile } from "node:fs/promises";
import type { FileDifference, VerifyResult } from "../shared/api.js";
import type { OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";

/** A published site. */
export interface PublishedSite {
  /** @returns why there is no site to compare; undefined if it has a home page. Rejects if that is unknown. */
  problem(): Promise<string | undefined>;
  /**
   * @param limit number of bytes that are enough.
   * @returns the first bytes of a file; undefined if it does not exist. Rejects if that is unknown.
   */
  read(path: string, limit: number): Promise<Uint8Array | undefined>;
  /** Whether a file of the site can be requested: hosts do not serve all of them. */
  shows(path: string): boolean;
  /** Paths of all published files, if they can be listed. */
  list(): Promise<string[]>;
}

export type SiteComparison = Pick<VerifyResult, "equal" | "different" | "missing" | "extra">;

export const noHome = "there is no home page";

/** Number of concurrent requests. */
const atATime = 8;

/** @param site the build of the sources. */
export async function compareSite(
  site: readonly OutputFile[],
  published: Omit<PublishedSite, "problem">,
): Promise<SiteComparison> {
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
  published: Pick<PublishedSite, "read">,
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

/** @returns undefined for equal bytes; the shorter length if one begins with the other. */
function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  if (Buffer.compare(one, other) === 0) return undefined;
  const length = Math.min(one.byteLength, other.byteLength);
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return index;
  return length;
}

function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } | undefined {
  if (bytes.includes(0)) return undefined;
  let start = offset;
  // Two characters may begin with the same bytes.
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, start).toString("utf8").split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Files that configure a host, and hidden files. */
export function isConsumed(path: string): boolean {
  return /^(_headers|_redirects|CNAME)$|(^|\/)\./.test(path);
}
