/** Every address of the site, without locale, and the one thing that answers it. */
import { posix } from "node:path";
import { fillPattern, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { localePrefix, pageRoute } from "../model/addresses.js";
import type { DocsVersionPages, Register, Route, StaticFile, Tag } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

/** @param files static files by URL: none of them may stand where a page is written. */
export function buildRoutes(
  config: SiteConfig,
  registers: readonly Register[],
  docs: readonly DocsVersionPages[],
  files: ReadonlyMap<string, StaticFile>,
): Result<Map<string, Route>> {
  const value = new Map<string, Route>();
  const diagnostics: Diagnostic[] = [];
  const candidates: Route[] = [
    { kind: "home", route: "/" },
    ...registers.flatMap((register) => registerRoutes(register, config.pageSize)),
    ...docs.flatMap((version) => docsRoutes(version)),
    ...(config.search.provider === "none" ? [] : [{ kind: "search", route: "/search" } as const]),
    { kind: "notFound", route: "/404" },
    ...registers.flatMap(aliasRoutes),
  ];
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  const fileAt = (address: string) =>
    files.get(posix.join(address, "index.html")) ?? (address === "/" ? undefined : files.get(`${address}.html`));
  for (const route of candidates) {
    const taken = value.get(route.route);
    const file = prefixes.map((prefix) => fileAt(`${prefix}${route.route}`)).find(Boolean);
    if (taken || file) diagnostics.push(conflict(route, taken, file));
    else value.set(route.route, route);
  }
  return { value, diagnostics };
}

function registerRoutes(register: Register, pageSize: number): Route[] {
  const { series, proposals, tags } = register;
  const base = series.route;
  return [
    ...pagedRoutes(base, register, proposals.length, pageSize),
    { kind: "archive", route: posix.join(base, "archive"), register },
    { kind: "tags", route: posix.join(base, "tags"), register },
    ...tags.flatMap((tag) => pagedRoutes(tag.route, register, tag.proposals.length, pageSize, tag)),
    ...series.listAliases.map(
      (route): Route => ({
        kind: "list",
        route,
        register,
        page: 1,
        pages: pagesOf(proposals.length, pageSize),
        aliasOf: base,
      }),
    ),
    ...proposals.map((proposal): Route => ({ kind: "proposal", route: proposal.route, register, proposal })),
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

/** A version's pages; its base leads to its main page. */
function docsRoutes(version: DocsVersionPages): Route[] {
  const { pages, mainPage, route } = version;
  const routes = [...pages.values()].map((page): Route => ({ kind: "doc", route: page.route, version, page }));
  return mainPage.route === route ? routes : [...routes, { kind: "redirect", route, target: mainPage.route }];
}

function aliasRoutes({ series, proposals }: Register): Route[] {
  return proposals.flatMap(({ number, meta, route: target }) =>
    series.aliases
      .map((pattern) => fillPattern(pattern, series, { number, category: meta.category }))
      .filter((route) => route !== target)
      .map((route): Route => ({ kind: "redirect", route, target })),
  );
}

function sourceOf(route: Route): string | undefined {
  return route.kind === "proposal"
    ? route.proposal.document?.path
    : route.kind === "doc"
      ? route.page.document.path
      : undefined;
}

function conflict(route: Route, taken: Route | undefined, file: StaticFile | undefined): Diagnostic {
  const other = taken ? (sourceOf(taken) ?? `the ${taken.kind} page`) : `the static file ${file?.url}`;
  const own = sourceOf(route);
  return diagnose("route-conflict", `${route.route} is already the address of ${other}`, {
    ...(own ? { file: own, line: 1, column: 1 } : {}),
    help: "Rename one of the two; nothing was overwritten.",
  });
}
