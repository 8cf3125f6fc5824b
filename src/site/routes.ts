/** Every address of the site, without locale, and its content. */
import { posix } from "node:path";
import { fillPattern, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { archiveRoute, isArchiveByYear, localePrefix, pageRoute } from "../model/addresses.js";
import { changesRoute, comparisonsOf, graphRoute, insightsRoute } from "../model/history.js";
import type { Companion, DocsVersionPages, Register, Route, StaticFile, Tag } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

/**
 * @param configFile its name, for messages.
 * @param files static files by URL: they take precedence over former addresses of proposals.
 */
export function buildRoutes(
  config: SiteConfig,
  configFile: string,
  registers: readonly Register[],
  companions: readonly Companion[],
  docs: readonly DocsVersionPages[],
  files: ReadonlyMap<string, StaticFile>,
): Result<Map<string, Route>> {
  const value = new Map<string, Route>();
  const diagnostics: Diagnostic[] = [];
  const candidates: Route[] = [
    { kind: "home", route: "/" },
    ...registers.flatMap((register, index) => registerRoutes(register, config.pageSize, `series[${index}]`)),
    ...companions.map((companion) => companionRoute(companion, registers)),
    ...registers.flatMap((register, index) => historyRoutes(register, `series[${index}]`)),
    ...docs.flatMap((version) => docsRoutes(version).map((route) => ({ ...route, key: "docs.route" }))),
    ...(config.search.provider === "none" ? [] : [{ kind: "search", route: "/search" } as const]),
    { kind: "notFound", route: "/404" },
    ...registers.flatMap((register, index) => aliasRoutes(register, `series[${index}]`)),
  ];
  for (const candidate of candidates) {
    const other = value.get(candidate.route);
    if (other) diagnostics.push(conflict(candidate, other, configFile));
    else value.set(candidate.route, candidate);
  }
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  const hasFile = (address: string) => files.has(posix.join(address, "index.html")) || files.has(`${address}.html`);
  for (const route of formerRoutes(registers)) {
    const isFree = !value.has(route.route) && !prefixes.some((prefix) => hasFile(`${prefix}${route.route}`));
    if (isFree) value.set(route.route, route);
  }
  return { value, diagnostics };
}

/** @param key of its series in the configuration. */
function registerRoutes(register: Register, pageSize: number, key: string): Route[] {
  const { series, proposals, tags } = register;
  const base = series.route;
  const lists: Route[] = [
    ...pagedRoutes(base, register, proposals.length, pageSize),
    { kind: "archive", route: archiveRoute(register), register },
    ...(isArchiveByYear(register) ? register.years : []).map(
      (year): Route => ({ kind: "archive", route: archiveRoute(register, year), register, year }),
    ),
    { kind: "tags", route: posix.join(base, "tags"), register },
    ...tags.flatMap((tag) => pagedRoutes(tag.route, register, tag.proposals.length, pageSize, tag)),
  ];
  const pages = pagesOf(proposals.length, pageSize);
  return [
    ...lists.map((route) => ({ ...route, key: `${key}.route` })),
    ...series.listAliases.map((route, index): Route => {
      return {
        kind: "list",
        route,
        register,
        page: 1,
        pages,
        aliasOf: base,
        key: `${series.listAliasesKey}[${index}]`,
      };
    }),
    ...proposals.map((proposal): Route => {
      return { kind: "proposal", route: proposal.route, register, proposal, key: `${key}.permalink` };
    }),
  ];
}

function pagesOf(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

function pagedRoutes(base: string, register: Register, count: number, pageSize: number, tag?: Tag): Route[] {
  const pages = pagesOf(count, pageSize);
  return Array.from({ length: pages }, (_, index) => ({
    kind: "list",
    route: pageRoute(base, index + 1),
    register,
    tag,
    page: index + 1,
    pages,
  }));
}

function companionRoute(companion: Companion, registers: readonly Register[]): Route {
  const register = registers.find(({ series }) => series === companion.proposal.series) as Register;
  return { kind: "companion", route: companion.route, register, companion };
}

/** A version's pages; its base leads to its main page. */
function docsRoutes(version: DocsVersionPages): Route[] {
  const { pages, mainPage, route } = version;
  const routes = [...pages.values()].map((page): Route => ({ kind: "doc", route: page.route, version, page }));
  return mainPage.route === route ? routes : [...routes, { kind: "redirect", route, target: mainPage.route }];
}

/** The pages of a register's history. */
function historyRoutes(register: Register, key: string): Route[] {
  if (!register.historyEnd) return [];
  const changes = register.proposals.flatMap((proposal) =>
    comparisonsOf(proposal).map((comparison): Route => {
      const route = changesRoute(proposal, comparison.commit);
      return { kind: "changes", route, register, proposal, comparison, key: `${key}.permalink` };
    }),
  );
  return [
    { kind: "insights", route: insightsRoute(register.series), register, key: `${key}.route` },
    { kind: "graph", route: graphRoute(register.series), register, key: `${key}.route` },
    ...changes,
  ];
}

function aliasRoutes({ series, proposals }: Register, key: string): Route[] {
  return proposals.flatMap(({ number, meta, document, route: target }) => {
    const named = document?.named ?? { status: meta.status };
    return series.aliases.flatMap((pattern, index): Route[] => {
      const route = fillPattern(pattern, series, { ...named, number, category: meta.category });
      // A reserved number has no slug.
      if (route === target || (!document && pattern.includes("{slug}"))) return [];
      return [{ kind: "redirect", route, target, key: `${key}.aliases[${index}]` }];
    });
  });
}

/** Former addresses of proposals that were renamed or moved, each with the proposal that had it last; present pages take precedence. */
function formerRoutes(registers: readonly Register[]): Route[] {
  const holders = new Map<string, { target: string; until: number }>();
  for (const { route: target, history } of registers.flatMap(({ proposals }) => proposals)) {
    for (const [index, { route }] of history?.versions.entries() ?? []) {
      if (route === undefined || route === target) continue;
      const until = history?.versions[index - 1]?.order ?? Number.POSITIVE_INFINITY;
      const other = holders.get(route);
      if (!other || other.until < until) holders.set(route, { target, until });
    }
  }
  return [...holders].map(([route, { target }]): Route => ({ kind: "redirect", route, target }));
}

function sourceOf(route: Route): string | undefined {
  return route.kind === "proposal"
    ? route.proposal.document?.path
    : route.kind === "doc"
      ? route.page.document.path
      : route.kind === "companion"
        ? route.companion.document.path
        : undefined;
}

/** The problem of a file is reported in the file; that of pages without one at a key of the configuration with their address. */
function conflict(page: Route, other: Route, configFile: string): Diagnostic {
  const own = sourceOf(page);
  const culprit = own ? undefined : (page.key ?? other.key);
  const [subject, holder] = culprit && culprit !== page.key ? [other, page] : [page, other];
  const message = `${subject.route} is already the address of ${describe(holder)}`;
  return diagnose("route-conflict", culprit ? `${culprit}: ${message}` : message, {
    ...(own ? { file: own, line: 1, column: 1 } : {}),
    ...(culprit ? { file: configFile } : {}),
    help: culprit ? "Choose another address for one of the two." : "Rename one of the two; nothing was overwritten.",
  });
}

function describe(page: Route): string {
  return sourceOf(page) ?? `the ${page.kind} page${page.key ? ` (${page.key})` : ""}`;
}
