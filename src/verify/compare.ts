/** Compares a published site with what it must be, file by file: with a build of its sources, or with its signed digests. */
import type { FileDifference, HeaderDifference, VerifyResult } from "../shared/api.js";
import { compareText } from "../shared/text.js";
import { type AskedHeaders, HeaderReport } from "./headers.js";
import type { Difference, Judge } from "./judges.js";

/** A file that the site must have. */
export interface WantedFile {
  path: string;
  /** A new judge for each time that the file is read. */
  judge(): Judge | Promise<Judge>;
  /** Headers that the build asks for, with lower-case names. */
  headers: AskedHeaders;
}

/** What one request for a file gave, or the only look into a folder. */
export interface Reading {
  found: "missing" | "equal" | Difference;
  /** The judge that found it, if there was something to judge. */
  judge?: Judge;
  /** What is there instead of a file: `a pipe`. */
  instead?: string;
  /** The way of asking, where there are several. */
  asked?: string;
  headers?: AskedHeaders;
}

/** A published site. */
export interface PublishedSite {
  /** @returns why there is no site to compare; undefined if it has a home page. Rejects if that is unknown. */
  problem(): Promise<string | undefined>;
  /** @returns what is at a path, asked in every way until one of them finds something wrong. Rejects if that is unknown. */
  read(path: string, judge: () => Judge | Promise<Judge>): Promise<Reading[]>;
  /** Whether a file of the site can be requested: hosts do not serve all of them. */
  shows(path: string): boolean;
  /** Whether a file may be missing: hosts leave out what is hidden. */
  mayLack(path: string): boolean;
  /** Paths of all published files, if they can be listed. */
  list(): Promise<string[]>;
}

export type SiteComparison = Pick<VerifyResult, "equal" | "different" | "missing" | "extra" | "headers">;

export const noHome = "there is no home page";

/** Number of concurrent requests. */
const atATime = 8;

export async function compareSite(
  site: readonly WantedFile[],
  published: Omit<PublishedSite, "problem">,
): Promise<SiteComparison> {
  const wanted = site
    .filter(({ path }) => published.shows(path))
    .sort((one, other) => compareText(one.path, other.path));
  const outcomes: (FileDifference | "equal" | "missing")[] = [];
  const readings: Reading[][] = [];
  let next = 0;
  const work = async () => {
    while (next < wanted.length) {
      const index = next++;
      const { path, judge } = wanted[index] as WantedFile;
      const found = await published.read(path, judge);
      readings[index] = found;
      outcomes[index] = outcomeOf(path, found);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const paths = new Set(site.map(({ path }) => path));
  return {
    equal: outcomes.filter((outcome) => outcome === "equal").length,
    different: outcomes.filter((outcome) => typeof outcome === "object"),
    missing: wanted
      .filter(({ path }, index) => outcomes[index] === "missing" && !published.mayLack(path))
      .map(({ path }) => path),
    extra: (await published.list()).filter((path) => !paths.has(path)).sort(compareText),
    headers: headersOf(wanted, readings),
  };
}

function outcomeOf(path: string, readings: readonly Reading[]): FileDifference | "equal" | "missing" {
  const wrong = readings.find(({ found }) => found !== "equal");
  if (!wrong) return "equal";
  const { found, instead, asked } = wrong;
  // Where other requests got the file, it is not missing.
  if (found === "missing" && !instead && wrong === readings[0]) return "missing";
  return {
    path,
    ...(typeof found === "object" && found),
    ...(instead !== undefined && { instead }),
    ...(wrong !== readings[0] && asked !== undefined && { asked }),
  };
}

function headersOf(wanted: readonly WantedFile[], readings: readonly Reading[][]): HeaderDifference[] {
  const report = new HeaderReport();
  for (const [index, { path, headers }] of wanted.entries())
    for (const { headers: found } of readings[index] ?? []) if (found) report.compare(path, headers, found);
  return report.differences;
}

/** Files that configure a host, and hidden files. */
export function isConsumed(path: string): boolean {
  return /^(_headers|_redirects|CNAME)$|(^|\/)\./.test(path);
}

/** Files in the hidden folder that is there to be asked for. */
export function isWellKnown(path: string): boolean {
  return /^\.well-known\/(?!.*(^|\/)\.)/.test(path);
}
