/** Checks every link of the rendered site, or of a folder with any built site. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFiles } from "../../build/make-files.js";
import { openSite, withConfig } from "../../build/open-site.js";
import { isFolder, type SiteConfig } from "../../config/index.js";
import { builtSite } from "../../content/read/built-site.js";
import { toOrigins } from "../../content/read/origins.js";
import { listFiles } from "../../content/read/sources.js";
import type { Cache } from "../../platform/cache.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { errorsIn, hasErrors, sortDiagnostics, textLookup } from "../../platform/diagnostics/report.js";
import { createClient } from "../../platform/http/http.js";
import { isPrivateSite } from "../../platform/http/private-networks.js";
import { systemClock as clock } from "../../platform/http/retry.js";
import { programVersion } from "../../platform/package-root.js";
import type { CheckLinksRequest, CheckLinksResult } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { SiteShape } from "../../tools/links/addresses.js";
import { checkSite, type SiteCheckResult } from "../../tools/links/check.js";
import { checkExternal, createJudge } from "../../tools/links/external.js";
import {
  type OutcomeCache,
  type StoredOutcome,
  withCache,
  withConcurrencyLimit,
  withHeadFirst,
  withHostPauses,
  withoutSilentHosts,
  withRetries,
} from "../../tools/links/external-policy.js";
import { filesOfBuild, filesOfSite } from "../../tools/links/extract.js";
import type { CheckedFile, ExternalLink } from "../../tools/links/facts.js";
import {
  hiddenProblems,
  type LinkFinding,
  ProblemPlaces,
  reportInOutput,
  withBuildChecks,
} from "../../tools/links/findings.js";
import { reportAtSource } from "../../tools/links/locate.js";
import { lineLookup } from "../../tools/lint/baseline.js";
import { compareWithBaseline, readBaseline } from "./baseline.js";
import { siteRoot } from "./site-root.js";

/** A checked site, and a function that gives its findings as diagnostics. */
interface Subject {
  checked: SiteCheckResult;
  /** Address of the published site; undefined for a built folder. */
  url?: string;
  /** Cache for the answers of other sites; undefined for a built folder. */
  cache?: Cache;
  report(findings: readonly LinkFinding[]): Diagnostic[] | Promise<Diagnostic[]>;
}

export async function checkLinks(request: CheckLinksRequest = {}): Promise<CheckLinksResult> {
  const root = siteRoot(request.site ?? request.root);
  const { pages, links, notes, diagnostics } = await checkWithBaseline(root, request);
  return { ok: !hasErrors(diagnostics), pages, links, notes, diagnostics: sortDiagnostics(diagnostics) };
}

async function checkWithBaseline(root: string, request: CheckLinksRequest): Promise<Omit<CheckLinksResult, "ok">> {
  // A built folder is an output: it has no baseline, and nothing is written into it.
  const isOutput = request.site !== undefined;
  const baseline = isOutput ? { value: {}, diagnostics: [] } : readBaseline(root, Boolean(request.updateBaseline));
  if (hasErrors(baseline.diagnostics)) return { pages: 0, links: 0, notes: [], diagnostics: baseline.diagnostics };
  const { value, diagnostics: findings } = await check(root, request);
  const { pages, links } = value ?? { pages: 0, links: 0 };
  if (!value || isOutput) return { pages, links, notes: [], diagnostics: findings };
  const { updateBaseline } = request;
  const lineOf = lineLookup(textLookup(root));
  // Accepted findings about other sites do not count as gone if no other site is asked.
  const hasExternal = baseline.value["check-links"]?.some(({ code }) => code.startsWith("external-")) ?? false;
  const isWhole = Boolean(request.external) || !hasExternal;
  try {
    const comparison = { command: "check-links", findings, lineOf, isWhole, updateBaseline } as const;
    return { pages, links, ...compareWithBaseline(root, baseline.value, comparison) };
  } catch (error) {
    return { pages, links, notes: [], diagnostics: [...findings, machineFailure(error, root)] };
  }
}

/** @returns undefined if there is no site to check. */
async function check(root: string, request: CheckLinksRequest): Promise<Result<SiteCheckResult | undefined>> {
  try {
    const { value, diagnostics } = await (request.site === undefined ? builtSubject(root) : folderSubject(root));
    if (!value) return { value, diagnostics };
    return { value: value.checked, diagnostics: await reportOf(value, request) };
  } catch (error) {
    return { value: undefined, diagnostics: [machineFailure(error, root)] };
  }
}

async function reportOf(subject: Subject, request: CheckLinksRequest) {
  const { cache, url: siteUrl } = subject;
  const { findings, external } = subject.checked;
  if (!request.external) return subject.report(findings);
  const externalFindings = await findExternal(external, { cache, siteUrl, onProgress: request.onExternal });
  return subject.report([...findings, ...externalFindings]);
}

/** The site in `root`, built in memory. @returns only diagnostics if it cannot be built. */
async function builtSubject(root: string): Promise<Result<Subject | undefined>> {
  const opened = await openSite(root);
  if (!opened.value) return { value: undefined, diagnostics: opened.diagnostics };
  const site = withConfig(opened.value, warnOnly(opened.value.config));
  const { config, configFile, notes: cache } = site;
  // An error in one text must not hide broken links in all others.
  const built = await buildFiles({ ...site, despiteErrors: true });
  const { files, linked } = built.value;
  if (!linked) return { value: undefined, diagnostics: built.diagnostics };
  const siteFiles = await filesOfBuild(files);
  const checked = checkSite(siteFiles, shapeOf(config));
  const report = async (findings: readonly LinkFinding[]) => {
    const readText = (path: string) => readFileSync(join(root, path), "utf8");
    const sources = { root, ...linked, files, readFile: readText, frame: await readFrame(root, configFile) };
    const placed = <T extends Pick<Diagnostic, "file" | "line" | "column">>(placedFindings: readonly T[]) =>
      toOrigins(placedFindings, linked.sources);
    const located = placed(reportAtSource(findings, sources, textsOf(siteFiles)));
    const diagnostics = [...built.diagnostics, ...placed(hiddenProblems(linked.site))];
    const problems = withBuildChecks(located, diagnostics, configFile);
    const places = new ProblemPlaces(problems);
    return [...problems, ...errorsIn(built.diagnostics).filter((error) => !places.has(error))];
  };
  return { value: { checked, url: config.url, cache, report }, diagnostics: [] };
}

/** Any folder with a built site: the locations of findings are in its files. */
async function folderSubject(root: string): Promise<Result<Subject | undefined>> {
  const refuse = (message: string): Result<undefined> => {
    const help = "Name the folder that holds the site's index.html.";
    return { value: undefined, diagnostics: [diagnose("config-reference", `--site: ${message}`, { help })] };
  };
  if (!isFolder(root)) return refuse(`there is no folder ${root}`);
  const site = builtSite(root);
  const files = await filesOfSite(await site.list(), site.read);
  const checked = checkSite(files);
  if (checked.pages === 0) return refuse(`there is no page in ${root}`);
  const report = (findings: readonly LinkFinding[]) => [
    ...site.links.diagnostics(root),
    ...reportInOutput(findings, textsOf(files), checked.pages),
  ];
  return { value: { checked, report }, diagnostics: [] };
}

/** A configuration in which the build's own checks only warn, so that their findings get into the report. */
function warnOnly(config: SiteConfig): SiteConfig {
  return {
    ...config,
    checks: { ...config.checks, brokenLinks: "warn", brokenMarkdownLinks: "warn", brokenAnchors: "warn" },
  };
}

function shapeOf({ url, baseUrl, trailingSlash, output }: SiteConfig): SiteShape {
  return { origin: new URL(url).origin, base: baseUrl, trailingSlash, hidesHtml: output.format === "file" };
}

function textsOf(files: readonly CheckedFile[]): Map<string, string | undefined> {
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** The files that make the frame around the content of pages, where a broken link may be written. */
async function readFrame(root: string, configFile: string): Promise<{ path: string; text: string }[]> {
  const paths = [configFile, ...(await listFiles(root, ["templates/**/*.tsx", "locales/**/*.json"]))];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
}

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const cacheName = "external.json";

interface ExternalRequest {
  /** Keeps answers for a week. */
  cache?: Cache;
  /** Address of the published site: if it is in a private network, its links may lead there, too. */
  siteUrl?: string;
  onProgress?: (done: number, total: number) => void;
}

async function findExternal(
  links: readonly ExternalLink[],
  { cache, siteUrl, onProgress = () => {} }: ExternalRequest,
): Promise<LinkFinding[]> {
  const ask = createClient({
    timeout: 15 * seconds,
    maxBytes: 0,
    userAgent: `cipgen/${programVersion()} (check-links)`,
    allowPrivate: siteUrl !== undefined && isPrivateSite(siteUrl),
  });
  const patience = { attempts: 3, pause: seconds, longestPause: 30 * seconds };
  const throttledAsk = withConcurrencyLimit(withHostPauses(withoutSilentHosts(ask), clock, patience), {
    perHost: 2,
    total: 32,
  });
  const retriedAsk = withRetries(withHeadFirst(throttledAsk), clock, patience);
  const stored = cache?.readJson(cacheName) as [string, StoredOutcome][] | undefined;
  const outcomeCache: OutcomeCache = new Map(stored);
  const save = () => cache?.write(cacheName, JSON.stringify([...outcomeCache]));
  // Thousands of links take long: if the command is stopped, the next run asks for few of them again.
  let saving: NodeJS.Timeout | undefined;
  const saveSoon = () => {
    saving ??= setTimeout(() => {
      saving = undefined;
      save();
    }, seconds);
  };
  const judge = withCache(createJudge(retriedAsk), outcomeCache, clock, 7 * days, saveSoon);
  const findings = await checkExternal(links, judge, onProgress).finally(() => clearTimeout(saving));
  save();
  return findings;
}
