/**
 * Requests and results of the package's functions (`src/index.ts`): only types, so that a program which calls them
 * needs no types of libraries that are bundled here. No function throws for a problem: problems are in `diagnostics`,
 * failures of disk and memory too.
 */
import type { Diagnostic } from "./diagnostic.js";
import type { Review } from "./review.js";

/** The common part of all results. */
export interface Outcome {
  /** Whether no diagnostic is an error. */
  ok: boolean;
  /** Problems in the order of their places; paths are relative to the root. */
  diagnostics: Diagnostic[];
}

/** The site that a request is about. */
export interface SiteRequest {
  /** Folder of the site, relative to the working directory, which is the default. */
  root?: string;
}

/** The folder of a site's cache. */
export interface CacheRequest {
  /** Relative to the working directory; `node_modules/.cache/cipgen` or `.cipgen` in the site by default. */
  cacheDir?: string;
}

/** A stage of a build, as its main thread reaches it. */
export type Stage = "read" | "parse" | "link" | "plan" | "render" | "index" | "write";

/** Called when a stage begins, and again as it advances: `done` of `total` texts or pages. */
export type OnStage = (stage: Stage, done?: number, total?: number) => void;

/** Options of `build`. */
export interface BuildRequest extends SiteRequest, CacheRequest {
  /** Folder of the output, relative to the working directory; `build` in the site by default. */
  out?: string;
  /** Only these locales. */
  locales?: readonly string[];
  /** `false` ignores the cache and writes none. */
  cache?: boolean;
  /** Writes into an output folder even if it has files that no build wrote, and keeps those. */
  force?: boolean;
  /** Origin of the published site, in place of the configuration's. */
  url?: string;
  /** Path of the published site, in place of the configuration's. */
  baseUrl?: string;
  onStage?: OnStage;
  /** Called when this build waits for another one that writes into the same output. */
  onWait?: (holder: string, out: string) => void;
}

/** Result of a build. If `ok` is false, the output is unchanged. */
export interface BuildResult extends Outcome {
  /** Absolute path of the output. */
  out: string;
  pages: number;
  /** Files of the output, and their bytes. */
  files: number;
  bytes: number;
  /** Translations that are older than their originals. */
  outdated: OutdatedTranslation[];
}

/** A translation whose original changed after its last update. */
export interface OutdatedTranslation {
  /** Relative to the root. */
  path: string;
  /** Day of the version of the original that it translates, `YYYY-MM-DD`. */
  day: string;
}

/** Options of `checkLinks`: a site to build, or one that is built. */
export interface CheckLinksRequest extends SiteRequest {
  /** Folder of a built site to check. */
  site?: string;
  /** Checks links to other sites as well. */
  external?: boolean;
  /** Writes `cipgen-baseline.json` in the root, which accepts all current findings; with `on-errors` only if at least one of them is an error. */
  updateBaseline?: boolean | "on-errors";
  /** Called with the number of external addresses that were checked. */
  onExternal?: (done: number, total: number) => void;
}

export interface CheckLinksResult extends Outcome {
  pages: number;
  links: number;
  /** Sentences about the baseline. */
  notes: string[];
}

/** Options of `switchSite`. */
export interface SwitchRequest extends SiteRequest {
  /** Today's site: the path of a sitemap, a list, a built folder or a repository, relative to the working directory, or an address. */
  from: string;
  /** Adds the proposed redirects to the file that `redirects` of the configuration names. */
  write?: boolean;
}

/** An address of today that the new site does not answer. */
export interface LostAddress {
  address: string;
  /** The address of the new site that is most likely meant. */
  suggestion?: string;
  /** The line of `redirects` that leads from the address to the suggestion. */
  redirect?: string;
}

/** Result of `switchSite`: it is not ok if an address is lost. */
export interface SwitchResult extends Outcome {
  /** Number of addresses of today. */
  total: number;
  kept: number;
  redirected: number;
  lost: LostAddress[];
  /** Sentences that say which addresses were not compared, and what was written. */
  notes: string[];
}

/** Options of `lint`. */
export interface LintRequest extends SiteRequest, CacheRequest {
  /** Files and folders to check, relative to the working directory; by default everything. */
  files?: readonly string[];
  /** Writes `cipgen-baseline.json` in the root, which accepts all current findings; with `on-errors` only if at least one of them is an error. */
  updateBaseline?: boolean | "on-errors";
  /** Fixes what can be fixed without changing the meaning of a text. */
  fix?: boolean;
  /** Checks only this text, as if the file of that path had it; relative to the working directory. The file need not exist, and is not written. */
  draft?: { path: string; text: string | Uint8Array };
}

/** A rule of `lint`: the program's or the site's. */
export interface RuleHelp {
  id: string;
  /** The default. */
  severity: "off" | "warn" | "error";
  /** One line. */
  summary: string;
  /** Markdown. */
  help: string;
  /** Whether `fix` corrects some of its findings. */
  fixes?: boolean;
}

export interface LintResult extends Outcome {
  /** All rules, also those that are off; empty if nothing was checked. */
  rules: readonly RuleHelp[];
  /** How many texts were checked. */
  files: number;
  /** Ids of the rules that changed a file, by its path. */
  fixed: Map<string, string[]>;
  /** Sentences about the baseline. */
  notes: string[];
  /** The text that was checked, by its path. */
  textOf(path: string): string | undefined;
}

/** Options of `review`. */
export interface ReviewRequest extends SiteRequest {
  /** Where the change is to be merged: a branch, a tag or the id of a commit. */
  base: string;
  /** The change; `HEAD` by default. */
  head?: string;
  /** Handle of the person who proposes the change. */
  actor?: string;
  /** Address of a preview, checked for its form; reports link to it. */
  previewUrl?: string;
  /** `YYYY-MM-DD`, for deadlines. By default the day of the head if a branch or the checkout has a later commit already; otherwise today in UTC. */
  today?: string;
}

export interface ReviewResult extends Outcome, Review {
  /** The lint rules of the program and of the base's configuration. */
  rules: readonly RuleHelp[];
  /** Whether the site's addresses end with a slash. */
  trailingSlash: boolean;
  /** The text of a file in the head, by its path. */
  textOf(path: string): string | undefined;
  /** Whether the change touches a file. */
  isChanged(file: string): boolean;
}

/** Options of `serve`. */
export interface ServeRequest extends SiteRequest {
  /** Folder of the built site, which is built where it is missing; `build` in the site by default. Relative to the working directory. */
  out?: string;
  /** Builds in memory, follows every change, and reloads the browser. */
  watch?: boolean;
  /** The first port that is tried, 3000 by default; 0 is any that is free. */
  port?: number;
  /** Address to listen on, `127.0.0.1` by default. */
  host?: string;
  /** Called after each build of a watched site. */
  onRebuild?: (rebuild: Rebuild) => void;
}

/** A build of a watched site, or an attempt. */
export interface Rebuild {
  /** Paths of the changed files, relative to the root. */
  changes: string[];
  diagnostics: Diagnostic[];
  /** Whether there is a site to show: the result of this build, or of an earlier one. */
  hasSite: boolean;
  /** Whether that site is the result of this build. */
  isCurrent: boolean;
  /** Milliseconds from the change to the reload of tabs. */
  ms: number;
}

/** Result of `serve`: it has a server unless a diagnostic is an error. */
export interface ServeResult extends Outcome {
  server?: SiteServer;
}

export interface SiteServer {
  /** Address of the home page: `http://127.0.0.1:3000/`. */
  url: string;
  port: number;
  /** Ends all connections, and stops watching. */
  close(): Promise<void>;
}

/** Options of `pushIndex`. */
export interface PushIndexRequest extends SiteRequest {
  /** Environment variables, of which `CIPGEN_ALGOLIA_APP_ID`, `CIPGEN_ALGOLIA_ADMIN_KEY` and `CIPGEN_ALGOLIA_HOST` are read; a dry run needs none. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Sends nothing. */
  dryRun?: boolean;
}

/** Result of a push. */
export interface PushIndexResult extends Outcome {
  /** Name of the index; undefined if the configuration has none. */
  index?: string;
  /** How many records the site has. */
  records: number;
}

/** Options of `newProposal`. */
export interface NewProposalRequest extends SiteRequest {
  title: string;
  /** Id or label of a category; the first one by default. */
  category?: string;
  /** The next free number by default. */
  number?: number;
  /** `Name`, `Name <mail>`, `Name (@handle)` or another form that proposals may have. */
  author?: string;
  /** Id of a series; the first one by default. */
  series?: string;
  /** `YYYY-MM-DD`; the present day in UTC by default. */
  date?: string;
}

/** Result of `newProposal`. */
export interface NewProposalResult extends Outcome {
  /** Path of the new file, relative to the root; undefined if none was written. */
  path?: string;
}

/** Options of `init`. */
export interface InitRequest {
  /** An empty or new folder, relative to the working directory, which is the default. */
  folder?: string;
  /** Title of the site. */
  name?: string;
  /** Prefix of numbers, such as CIP; that of the profile by default. */
  label?: string;
  /** The kind of register; `cip` by default. */
  profile?: RegisterProfile;
  /** `YYYY-MM-DD`, for the sample's deadline; the present day in UTC by default. */
  today?: string;
}

/** The kinds of registers. */
export type RegisterProfile = "adr" | "bip" | "cip" | "eip" | "erc" | "pep" | "rfc" | "simd" | "swift";

/** Result of `init`. */
export interface InitResult extends Outcome {
  /** Paths of the new files, relative to the folder; empty if `ok` is false. */
  files: string[];
  /** Whether `npm install` finds this program. If npm could not pack it, `diagnostics` say why and what to do. */
  isInstallable: boolean;
}

/** Options of `initFrom`. */
export interface InitFromRequest {
  /** Folder of a repository with proposals, relative to the working directory, which is the default. */
  folder?: string;
  /** Title of the site, in place of the one that is found. */
  name?: string;
  /** Prefix of the numbers of the largest series, in place of the one that is found. */
  label?: string;
  /** The kind of register that the largest series is. */
  profile?: RegisterProfile;
}

/** Result of `initFrom`. */
export interface InitFromResult extends Outcome {
  /** Absolute path of the new configuration; undefined if none was written. */
  config?: string;
  /** Absolute path of the baseline, if today's texts break rules of `lint` or have broken links. */
  baseline?: string | undefined;
  /** The series that were found. */
  series: ReadSeries[];
}

/** A series that `initFrom` found, and how many of its proposals have each field. */
export interface ReadSeries {
  id: string;
  /** Folder of the proposals, relative to the repository. */
  source: string;
  /** Pattern of the file names. */
  files: string;
  /** The form of most of the texts. */
  metadata: string;
  proposals: number;
  read: { number: number; title: number; status: number; date: number; authors: number };
}
