/** Compares a published site with what it must be, file by file: with a build of its sources, or with its signed digests. */

import { readFile } from "node:fs/promises";
import { contentType } from "../model/content-types.js";
import type { DigestList } from "../pipeline/digest-list.js";
import { canonicalPath, headersFor, parseHeaderRules } from "../serve/host.js";
import type { FileDifference, HeaderDifference, VerifyResult } from "../shared/api.js";
import type { OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";
import { byBytes, byDigest, type Difference, type Judge } from "./judges.js";

/** A file that the site must have. */
export interface WantedFile {
  path: string;
  /** A new judge for each time that the file is read. */
  judge(): Judge | Promise<Judge>;
  /** Headers that the build asks for, with lower-case names. */
  headers: AskedHeaders;
}

/** What one request for a file gave, or the only look into a folder. */
export interface FileReading {
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
  read(path: string, judge: () => Judge | Promise<Judge>): Promise<FileReading[]>;
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
  const readings: FileReading[][] = [];
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

function outcomeOf(path: string, readings: readonly FileReading[]): FileDifference | "equal" | "missing" {
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

function headersOf(wanted: readonly WantedFile[], readings: readonly FileReading[][]): HeaderDifference[] {
  const report = new HeaderReport();
  for (const [index, { path, headers }] of wanted.entries())
    for (const { headers: found } of readings[index] ?? []) if (found) report.compare(path, headers, found);
  return report.differences;
}

/** Files that configure a host, and hidden files. */
export function isConsumed(path: string): boolean {
  return /^(_headers|_redirects(?:\.nginx)?|CNAME)$|(^|\/)\./.test(path);
}

/** Files in the hidden folder that is there to be asked for. */
export function isWellKnown(path: string): boolean {
  return /^\.well-known\/(?!.*(^|\/)\.)/.test(path);
}

/** With lower-case names. */
export type AskedHeaders = Readonly<Record<string, string | undefined>>;

/** Collects the differences of many files: a host that does not send a header sends it with no file. */
class HeaderReport {
  private readonly found = new Map<string, HeaderDifference>();

  compare(path: string, asked: AskedHeaders, sent: AskedHeaders): void {
    for (const [name, expected] of Object.entries(asked)) {
      if (expected === undefined) continue;
      const isType = name === "content-type";
      const found = sent[name];
      if (found === undefined) this.add(path, { name, expected, severity: "warning" });
      else if (isType && !isSameType(expected, found)) this.add(path, { name, expected, found, severity: "error" });
      else if (!isType && !isSameValue(expected, found)) this.add(path, { name, expected, found, severity: "warning" });
    }
    for (const [name, isHarmful] of Object.entries(harmful)) {
      const found = sent[name];
      if (found !== undefined && asked[name] === undefined && isHarmful(found))
        this.add(path, { name, found, severity: "error" });
    }
  }

  get differences(): HeaderDifference[] {
    return [...this.found.values()];
  }

  private add(path: string, difference: Omit<HeaderDifference, "paths">): void {
    const key = JSON.stringify([difference.name, difference.expected, difference.found]);
    const known = this.found.get(key);
    if (!known) this.found.set(key, { ...difference, paths: [path] });
    else if (known.paths.at(-1) !== path) known.paths.push(path);
  }
}

/** Headers with which a browser shows something else than the file; a host sends none of them by itself. */
const harmful: Record<string, (value: string) => boolean> = {
  refresh: () => true,
  "content-disposition": (value) => /^\s*attachment/i.test(value),
  link: (value) => /\brel\s*=\s*"?[^";]*\bstylesheet\b/i.test(value),
};

/** Types by which browsers do the same. */
const sameTypes: RegExp[] = [
  /^(text|application)\/(x-)?(java|ecma)script$/,
  /^((text|application)\/xml|application\/(rss|atom|opensearchdescription)\+xml)$/,
  /^(application|text)\/json$|^application\/(?:manifest|feed)\+json$/,
  /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  /^text\/(plain|markdown|x-markdown|csv)$/,
  /^(application|font)\/(x-)?font-|^font\//,
];

/** Types of unknown content, which browsers save. */
const opaque = /^(application\/octet-stream|binary\/octet-stream)$/;
/** Types that run or are shown as pages. */
const active = /html|xml|script|css|pdf/;

function isSameType(expected: string, found: string): boolean {
  const [wanted, sent] = [typeOf(expected), typeOf(found)];
  if (sent.charset !== undefined && !/^(utf-?8|us-ascii)$/.test(sent.charset) && wanted.charset !== undefined)
    return false;
  if (wanted.name === sent.name || sameTypes.some((same) => same.test(wanted.name) && same.test(sent.name)))
    return true;
  // Each host knows other extensions.
  return opaque.test(wanted.name) && sent.name !== "" && !active.test(sent.name);
}

function typeOf(value: string): { name: string; charset?: string } {
  const [, name = "", charset] = /^\s*([^;\s]*)(?:.*?;\s*charset\s*=\s*"?([^\s;"]+))?/i.exec(value) ?? [];
  return { name: name.toLowerCase(), ...(charset && { charset: charset.toLowerCase() }) };
}

/** Whether each part is sent, in whatever order: a host may add parts of its own. */
function isSameValue(expected: string, found: string): boolean {
  const sent = new Set(partsOf(found));
  return partsOf(expected).every((part) => sent.has(part));
}

const partsOf = (value: string) => value.split(",").map((part) => part.trim().replace(/\s+/g, " ").toLowerCase());

/** @param files of the build. */
export async function wantedOfBuild(
  files: readonly OutputFile[],
  style: { baseUrl: string; trailingSlash: boolean },
): Promise<WantedFile[]> {
  const own = files.find(({ path }) => path === "_headers");
  const rules = own ? parseHeaderRules(Buffer.from(await bytesOf(own.content)).toString("utf8")) : [];
  return files.map(({ path, content }) => ({
    path,
    judge: async () => byBytes(await bytesOf(content)),
    headers: {
      "content-type": contentType(path),
      ...headersFor(`${style.baseUrl}${canonicalPath(path, style)}`, rules),
    },
  }));
}

export function wantedOfList({ files }: DigestList): WantedFile[] {
  return Object.entries(files).map(([path, { sha256, type }]) => ({
    path,
    judge: () => byDigest(sha256),
    headers: { "content-type": type },
  }));
}

async function bytesOf(content: OutputFile["content"]): Promise<Uint8Array> {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : readFile(content.copyOf);
}
