/** Compares the addresses of today's site of a register with those of its new site. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openSite } from "../../build/open-site.js";
import { planSite, type SitePlan } from "../../build/plan.js";
import { addRules, ruleLine } from "../../config/index.js";
import { kindOf } from "../../output/pages/index.js";
import { diagnose, machineFailure, unwritableFile } from "../../platform/diagnostics/codes.js";
import { errorsIn, hasErrors, sortDiagnostics } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { LostAddress, SwitchRequest, SwitchResult } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { answeringFiles } from "../../shared/page-path.js";
import { textFormat } from "../../shared/text-format.js";
import { encodePath } from "../../shared/url.js";
import { localePrefix, routeAt } from "../../site/model/addresses.js";
import { addressText, compareAddresses, type OldAddress, oldAddressesOf } from "../../tools/switch/compare.js";
import { PlannedPaths, plannedSite } from "../../tools/switch/new-site.js";
import { type OldList, readOldList, UnreadableList } from "../../tools/switch/old-list.js";
import { Suggestions } from "../../tools/switch/suggest.js";
import { siteRoot, writeSiteFile } from "./site-root.js";

/** The result of a comparison without `ok`, which depends on all of its diagnostics. */
type Outcome = Omit<SwitchResult, "ok">;

const nothing: Outcome = { total: 0, kept: 0, redirected: 0, lost: [], notes: [], diagnostics: [] };

export async function switchSite(request: SwitchRequest): Promise<SwitchResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown): Outcome => ({
    ...nothing,
    diagnostics: [
      error instanceof UnreadableList ? diagnose("machine-failure", error.message) : machineFailure(error, root),
    ],
  });
  const outcome = await run(root, request).catch(failed);
  const { total, kept, redirected, notes } = outcome;
  const lost = outcome.lost.map(({ rule: _, ...publicAddress }: LostWithRule) => publicAddress);
  const diagnostics = sortDiagnostics(outcome.diagnostics);
  return { ok: !hasErrors(diagnostics), total, kept, redirected, lost, notes, diagnostics };
}

async function run(root: string, request: SwitchRequest): Promise<Outcome> {
  const { from, write } = request;
  const list = await readOldList(from);
  const comparison = await compare(root, list);
  const lines = comparison.lost.flatMap(({ rule }) => rule ?? []);
  if (!write || hasErrors(comparison.diagnostics.filter(({ code }) => code !== "address-lost"))) return comparison;
  const { redirectsFile, configFile = "cipgen.config.ts" } = comparison;
  if (redirectsFile === undefined) {
    const help =
      'Create a file redirects.json with {} in it and write redirects: "redirects.json" into the configuration: only such a file is changed.';
    const message = "--write: the key redirects does not name a file";
    return { ...comparison, diagnostics: [diagnose("config-reference", message, { file: configFile, help })] };
  }
  const rules = new Map(lines.map((rule) => [rule.from, rule]));
  if (rules.size === 0)
    return { ...comparison, notes: [...comparison.notes, `${redirectsFile}: there is nothing to add`] };
  const path = join(root, redirectsFile);
  try {
    writeSiteFile(root, redirectsFile, addRules(readFileSync(path, "utf8"), [...rules.values()]));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ...comparison, diagnostics: [unwritableFile(redirectsFile, code ?? message)] };
  }
  const again = await compare(root, list);
  const added = `${redirectsFile}: ${rules.size} ${rules.size === 1 ? "redirect" : "redirects"} added`;
  return { ...again, notes: [...again.notes, added] };
}

interface Comparison extends Outcome {
  lost: LostWithRule[];
  redirectsFile?: string;
  configFile?: string;
}

interface LostWithRule extends LostAddress {
  rule?: { from: string; to: string };
}

async function compare(root: string, list: OldList): Promise<Comparison> {
  const opened = await openSite(root);
  if (!opened.value) return { ...nothing, diagnostics: opened.diagnostics };
  const { config, configFile } = opened.value;
  // An error in one text must not hide the lost addresses of all others.
  const { value: plan, diagnostics } = await planSite({ ...opened.value, despiteErrors: true });
  const errors = errorsIn(diagnostics);
  if (!plan) return { ...nothing, diagnostics: errors };
  const paths = new PlannedPaths(plan);
  const site = plannedSite(plan, paths);
  const base = baseOfOldSite(list, config.baseUrl);
  const old = oldAddressesOf(list.addresses, base);
  const comparison = await compareAddresses(old.value, site);
  const suggest = suggestionsFor(plan, paths);
  const lost = await Promise.all(
    comparison.lost.map(async (oldAddress): Promise<LostWithRule> => {
      const hasPage = oldAddress.hash !== "" && isAnswered(oldAddress, paths);
      return { address: addressText(oldAddress), ...(hasPage ? {} : suggest(oldAddress)) };
    }),
  );
  const file = config.redirectsFile ?? "redirects in the configuration";
  const locationOf = ({ location }: OldAddress) =>
    location && { file: pathBelow(root, resolve(location.file)), line: location.line, column: 1 };
  const lostProblems = comparison.lost.map((oldAddress, index): Diagnostic => {
    const { address, redirect, suggestion } = lost[index] as LostWithRule;
    const location = locationOf(oldAddress);
    if (oldAddress.hash !== "" && suggestion === undefined) {
      const help = "Give a heading of the page this id.";
      return diagnose("address-lost", `${address}: the page has no such part`, { ...location, help });
    }
    const help = `Add ${redirect ?? "the new address"} to ${file}.`;
    return diagnose("address-lost", `nothing on the new site has the address ${address}`, { ...location, help });
  });
  const examples = (all: readonly OldAddress[]) =>
    `${all.slice(0, 3).map(addressText).join(", ")}${all.length > 3 ? ` and ${all.length - 3} more` : ""}`;
  const hostMessage = `only hosts that read _redirects or the map for nginx answer ${examples(comparison.onlyOnHosts)}`;
  const warnings = comparison.onlyOnHosts.length === 0 ? [] : [diagnose("redirect-host", hostMessage)];
  const { length } = old.outside;
  const are = length === 1 ? "address is" : "addresses are";
  const outside = length === 0 ? [] : [`${length} ${are} not below ${base}: ${old.outside[0]}`];
  const { total, kept, redirected } = comparison;
  return {
    ...{ total, kept, redirected, lost },
    notes: [...list.notes, ...outside],
    diagnostics: [...errors, ...lostProblems, ...warnings],
    configFile,
    ...(config.redirectsFile !== undefined && { redirectsFile: config.redirectsFile }),
  };
}

/** The base path of the old site: that of its own address, or else that of the new site, if any address is below it; `/` otherwise. */
function baseOfOldSite({ base, addresses }: OldList, baseUrl: string): string {
  if (base !== undefined && addresses.some(({ url }) => isBelow(url, base))) return base;
  return addresses.some(({ url }) => isBelow(url, baseUrl)) ? baseUrl : "/";
}

const isBelow = (url: string, base: string) => `${url.replace(/^https?:\/\/[^/]*/i, "")}/`.startsWith(base);

const isAnswered = ({ path }: OldAddress, paths: PlannedPaths): boolean =>
  answeringFiles(path.slice(1)).some((file) => paths.has(file));

/** @returns a function that suggests a new address for a lost one, with the rule that redirects to it. */
function suggestionsFor({ linked: { site } }: SitePlan, paths: PlannedPaths) {
  const { config, routes } = site;
  const pages = [...routes.values()].filter((route) => !kindOf(route).leadsTo && route.route !== "/404");
  const old = new Set(site.redirects.flatMap(({ path }) => path ?? []));
  const files = paths.list().flatMap((path) => {
    const url = `/${path}`;
    return old.has(path) || /\.html?$/.test(path) || routeAt(config, url).prefix !== undefined ? [] : [url];
  });
  // A redirect to a file beside a text publishes that file.
  for (const { url, publication } of site.assets.values()) if (publication !== "refused") files.push(url);
  const fileAddresses = new Set(files);
  const suggestions = new Suggestions(
    site,
    pages.map(({ route }) => route),
    files,
  );
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  return (lost: OldAddress): Pick<LostWithRule, "suggestion" | "redirect" | "rule"> => {
    const prefix =
      prefixes.find((localizedPrefix) => localizedPrefix !== "" && `${lost.path}/`.startsWith(`${localizedPrefix}/`)) ??
      "";
    const defaultPath = lost.path.slice(prefix.length) || "/";
    const to = suggestions.suggest(defaultPath);
    // The source text of a page is no replacement for a page.
    const isSource =
      to !== undefined && fileAddresses.has(to) && textFormat(to) !== undefined && !textFormat(defaultPath);
    if (to === undefined || defaultPath === "/" || isSource) return {};
    // One rule redirects the address in all languages, unless the site has it in the default language.
    const isExact = prefix !== "" && isAnswered({ ...lost, path: defaultPath }, paths);
    const isFile = fileAddresses.has(to);
    const exact = { from: isExact ? lost.path : defaultPath, to: `${isExact && !isFile ? prefix : ""}${to}` };
    const rule = { from: encodePath(exact.from), to: encodePath(exact.to) };
    return { suggestion: encodePath(to), redirect: ruleLine(rule.from, rule.to), rule };
  };
}
