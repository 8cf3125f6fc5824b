/** Compares the addresses that a register has today with those of its new site. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openSite } from "../../build/open-site.js";
import { planSite, type SitePlan } from "../../build/plan.js";
import { addRules, ruleLine } from "../../config/index.js";
import { kindOf } from "../../output/pages/index.js";
import { diagnose, machineFailure, unwritableFile } from "../../platform/diagnostics/codes.js";
import { hasErrors, sortDiagnostics } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { LostAddress, SwitchRequest, SwitchResult } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { textFormat } from "../../shared/text-format.js";
import { encodePath } from "../../shared/url.js";
import { localePrefix, routeAt } from "../../site/model/addresses.js";
import { addressText, compareAddresses, type OldAddress, oldAddressesOf } from "../../tools/switch/compare.js";
import { PlannedPaths, plannedSite } from "../../tools/switch/new-site.js";
import { type OldList, readOldList, UnreadableList } from "../../tools/switch/old-list.js";
import { Suggestions } from "../../tools/switch/suggest.js";
import { siteRoot, writeSiteFile } from "./site-root.js";

type Found = Omit<SwitchResult, "ok">;

const nothing: Found = { total: 0, kept: 0, redirected: 0, lost: [], notes: [], diagnostics: [] };

export async function switchSite(request: SwitchRequest): Promise<SwitchResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown): Found => ({
    ...nothing,
    diagnostics: [
      error instanceof UnreadableList ? diagnose("machine-failure", error.message) : machineFailure(error, root),
    ],
  });
  const outcome = await run(root, request).catch(failed);
  const { total, kept, redirected, notes, diagnostics } = outcome;
  const lost = outcome.lost.map(({ rule: _, ...publicAddress }: Suggested) => publicAddress);
  return {
    ok: !hasErrors(diagnostics),
    total,
    kept,
    redirected,
    lost,
    notes,
    diagnostics: sortDiagnostics(diagnostics),
  };
}

async function run(root: string, request: SwitchRequest): Promise<Found> {
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
  return {
    ...again,
    notes: [...again.notes, added],
  };
}

interface Compared extends Found {
  lost: Suggested[];
  redirectsFile?: string;
  configFile?: string;
}

interface Suggested extends LostAddress {
  rule?: { from: string; to: string };
}

async function compare(root: string, list: OldList): Promise<Compared> {
  const opened = await openSite(root);
  if (!opened.value) return { ...nothing, diagnostics: opened.diagnostics };
  const { config, configFile } = opened.value;
  // An error in one text does not hide what is lost of all others.
  const { value: plan, diagnostics } = await planSite({ ...opened.value, despiteErrors: true });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!plan) return { ...nothing, diagnostics: errors };
  const paths = new PlannedPaths(plan);
  const site = plannedSite(plan, paths);
  const base = usualBase(list, config.baseUrl);
  const old = oldAddressesOf(list.addresses, base);
  const comparison = await compareAddresses(old.value, site);
  const suggest = suggestionsFor(plan, paths);
  const lost = await Promise.all(
    comparison.lost.map(async (oldAddress): Promise<Suggested> => {
      const isThere = oldAddress.hash !== "" && isAnswered(oldAddress, paths);
      return { address: addressText(oldAddress), ...(isThere ? {} : suggest(oldAddress)) };
    }),
  );
  const file = config.redirectsFile ?? "redirects in the configuration";
  const placeOf = ({ location }: OldAddress) =>
    location && { file: pathBelow(root, resolve(location.file)), line: location.line, column: 1 };
  const lostProblems = comparison.lost.map((oldAddress, index): Diagnostic => {
    const { address, redirect, suggestion } = lost[index] as Suggested;
    const isPart = oldAddress.hash !== "" && suggestion === undefined;
    const help = redirect
      ? `Add ${redirect} to ${file}.`
      : isPart
        ? "Give a heading of the page this id."
        : `Add the new address to ${file}.`;
    const message = isPart
      ? `${address}: the page has no such part`
      : `nothing on the new site has the address ${address}`;
    return diagnose("address-lost", message, { ...placeOf(oldAddress), help });
  });
  const some = (all: readonly OldAddress[]) =>
    `${all.slice(0, 3).map(addressText).join(", ")}${all.length > 3 ? ` and ${all.length - 3} more` : ""}`;
  const warnings = [
    ...(comparison.onlyOnHosts.length === 0
      ? []
      : [
          diagnose(
            "redirect-host",
            `only hosts that read _redirects or the map for nginx answer ${some(comparison.onlyOnHosts)}`,
          ),
        ]),
  ];
  const outside =
    old.outside.length === 0 ? [] : [`${old.outside.length} addresses are not below ${base}: ${old.outside[0]}`];
  const { total, kept, redirected } = comparison;
  return {
    ...{ total, kept, redirected, lost },
    notes: [...list.notes, ...outside],
    diagnostics: [...errors, ...lostProblems, ...warnings],
    configFile,
    ...(config.redirectsFile !== undefined && { redirectsFile: config.redirectsFile }),
  };
}

/** Where the old site was: as its own address says, or in the folder of the new one if any address is there. */
function usualBase({ base, addresses }: OldList, baseUrl: string): string {
  if (base !== undefined && addresses.some(({ url }) => isBelow(url, base))) return base;
  return addresses.some(({ url }) => isBelow(url, baseUrl)) ? baseUrl : "/";
}

const isBelow = (url: string, base: string) => `${url.replace(/^https?:\/\/[^/]*/i, "")}/`.startsWith(base);

function isAnswered({ path }: OldAddress, paths: PlannedPaths): boolean {
  return [path.slice(1), `${path.slice(1)}.html`, `${path.slice(1).replace(/\/$/, "")}/index.html`].some((candidate) =>
    paths.has(candidate),
  );
}

/** @returns what an address could lead to, and the line for it. */
function suggestionsFor({ linked: { site } }: SitePlan, paths: PlannedPaths) {
  const { config, routes } = site;
  const pages = [...routes.values()].filter((route) => !kindOf(route).leadsTo && route.route !== "/404");
  const old = new Set(site.redirects.flatMap(({ path }) => path ?? []));
  const files = paths.all().flatMap((path) => {
    const url = `/${path}`;
    return old.has(path) || /\.html?$/.test(path) || routeAt(config, url).prefix !== undefined ? [] : [url];
  });
  // A redirect publishes a file beside a text.
  for (const { url, publication } of site.assets.values()) if (publication !== "refused") files.push(url);
  const shared = new Set(files);
  const suggestions = new Suggestions(
    site,
    pages.map(({ route }) => route),
    files,
  );
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  return (lost: OldAddress): Pick<Suggested, "suggestion" | "redirect" | "rule"> => {
    const prefix =
      prefixes.find((localizedPrefix) => localizedPrefix !== "" && `${lost.path}/`.startsWith(`${localizedPrefix}/`)) ??
      "";
    const defaultPath = lost.path.slice(prefix.length) || "/";
    const to = suggestions.suggest(defaultPath);
    // The source of a page is not a page.
    const isSource = to !== undefined && shared.has(to) && textFormat(to) !== undefined && !textFormat(defaultPath);
    if (to === undefined || defaultPath === "/" || isSource) return {};
    // One line is for all languages, unless the site has the address in its default one.
    const isExact = prefix !== "" && isAnswered({ ...lost, path: defaultPath }, paths);
    const isFile = shared.has(to);
    const exact = { from: isExact ? lost.path : defaultPath, to: `${isExact && !isFile ? prefix : ""}${to}` };
    const rule = { from: encodePath(exact.from), to: encodePath(exact.to) };
    return { suggestion: encodePath(to), redirect: ruleLine(rule.from, rule.to), rule };
  };
}
