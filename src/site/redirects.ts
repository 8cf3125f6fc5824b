/**
 * Resolves the rules of `redirects` on a linked site. Patterns become single addresses. Rules that cannot work are
 * reported: a new address that nothing has, an old one that the site still has, circles and chains.
 */
import { aboutRule, fillPattern, parameter, type RedirectRule, type SiteConfig } from "../config/index.js";
import { type Code, diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { answeringFiles, barePath, pageFile } from "../shared/page-path.js";
import { Candidates, escapePattern } from "../shared/text.js";
import { decodeUrl, isLocalUrl, splitUrl } from "../shared/url.js";
import { copiedFileAt } from "./link-index.js";
import { localePrefix, routeAt, siteFileUrl } from "./model/addresses.js";
import type { SiteKinds } from "./model/kinds.js";
import type { Redirect, Register, Route, StaticFile } from "./model/site.js";
import { Urls } from "./model/urls.js";
import type { MachineFiles } from "./routes.js";

/** The site that redirects lead to. */
interface Destinations {
  config: SiteConfig;
  configFile: string;
  kinds: SiteKinds;
  registers: readonly Register[];
  routes: ReadonlyMap<string, Route>;
  /** Published files, by URL. */
  files: ReadonlyMap<string, StaticFile>;
  /** Files beside texts, by path: one that a redirect leads to is published. */
  assets: ReadonlyMap<string, StaticFile>;
  generated: MachineFiles;
}

/** An address of this site. */
type Target = { kind: "page"; route: string } | { kind: "file"; url: string; asset?: string };

/** The new address of a redirect in one language. */
interface LocalizedTarget {
  code: string;
  href: string;
  /** Prefix of the old address in this language. */
  prefix: string;
  /** The new address without the base path, if it is that of a file. */
  url: string | undefined;
}

/** A redirect of a single address. A rule with a pattern gives one for each proposal. */
interface Expanded {
  from: string;
  to: string;
  rule: RedirectRule;
  /** Whether the rule has a pattern. */
  isFromPattern: boolean;
}

/** @returns the redirects, and the paths of the assets that they lead to. */
export function resolveRedirects(destinations: Destinations): Result<{ redirects: Redirect[]; assets: string[] }> {
  if (destinations.config.redirects.length === 0) return { value: { redirects: [], assets: [] }, diagnostics: [] };
  return new Resolution(destinations).result();
}

/** @returns a function that tells whether a path of the site, decoded, is an old address. It can be asked before the site is linked. */
export function oldAddresses(config: SiteConfig): (path: string) => boolean {
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { from } of config.redirects) {
    if (isPattern(from)) patterns.push(patternOf(decodeUrl(from)));
    else exact.add(keyOf(decodeUrl(from)));
  }
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  return (path) => {
    const ownPrefix = prefixes.find((prefix) => prefix && path.startsWith(`${prefix}/`)) ?? "";
    return [path, path.slice(ownPrefix.length)].some(
      (candidate) => exact.has(keyOf(candidate)) || patterns.some((pattern) => pattern.test(candidate)),
    );
  };
}

class Resolution {
  private readonly diagnostics: Diagnostic[] = [];
  private readonly redirects: Redirect[] = [];
  private readonly assets = new Set<string>();
  private readonly assetsByUrl: ReadonlyMap<string, string>;
  private readonly urls: ReadonlyMap<string, Urls>;
  /** By `keyOf` of the old address, of all languages. */
  private readonly byFrom = new Map<string, Expanded>();
  /** Addresses of the site, by their forms in lower case. */
  private readonly folded: Map<string, string>;
  private near: Candidates | undefined;

  constructor(private readonly destinations: Destinations) {
    const { config, assets, files, kinds, routes, generated } = destinations;
    const publishable = [...assets].filter(([, { publication }]) => publication !== "refused");
    this.assetsByUrl = new Map(publishable.map(([path, { url }]) => [url, path]));
    this.urls = new Map(Object.keys(config.locales).map((code) => [code, new Urls(config, code)]));
    const pageRoutes = [...routes.values()].filter((route) => !kinds.pageOf(route).leadsTo).map(({ route }) => route);
    this.folded = new Map(
      [...pageRoutes, ...files.keys(), ...generated.urls].map((address) => [address.toLowerCase(), address]),
    );
  }

  result(): Result<{ redirects: Redirect[]; assets: string[] }> {
    const { config } = this.destinations;
    const expanded = config.redirects.flatMap((rule) => this.expand(rule));
    // A rule for one address counts before a pattern.
    const sorted = expanded.toSorted((a, b) => Number(a.isFromPattern) - Number(b.isFromPattern));
    const claims = sorted.filter((rule) => this.claim(rule));
    for (const redirect of claims) this.add(redirect);
    return { value: { redirects: this.redirects, assets: [...this.assets] }, diagnostics: this.diagnostics };
  }

  private report(code: Code, rule: RedirectRule, message: string, help: string): void {
    const { config, configFile } = this.destinations;
    const about = aboutRule(rule, config, configFile, message);
    this.diagnostics.push(diagnose(code, about.message, { ...about.location, help }));
  }

  private expand(rule: RedirectRule): Expanded[] {
    if (isPattern(rule.from)) return this.expandProposals(rule);
    return [{ from: decodeUrl(rule.from), to: rule.to, rule, isFromPattern: false }];
  }

  /** Expands a rule with parameters for each proposal that has a page at the new address. */
  private expandProposals(rule: RedirectRule): Expanded[] {
    const from = decodeUrl(rule.from).replace(parameter, "{$1}");
    const [, site = "", path = ""] = /^(https?:\/\/[^/]*)?(.*)$/is.exec(rule.to) ?? [];
    const to = path.replace(parameter, "{$1}");
    const expansions = this.destinations.registers.flatMap(({ series, proposals }) =>
      proposals.flatMap(({ number, meta, document }): Expanded[] => {
        if (!document) return [];
        const parts = { ...(document.named ?? { status: meta.status }), number, category: meta.category };
        // Without the slug the address would have a gap.
        if (/\{slug\}/.test(from) && !parts.slug) return [];
        const fill = (pattern: string) => fillPattern(pattern, series, parts) + (/[^/]\/$/.test(pattern) ? "/" : "");
        const filled = `${site}${fill(to)}`;
        if (site === "" && !this.find(filled)) return [];
        return [{ from: fill(from), to: filled, rule, isFromPattern: true }];
      }),
    );
    if (expansions.length === 0)
      this.report(
        "broken-link",
        rule,
        `no proposal has the address ${rule.to}`,
        "Write the address that proposals have today; :slug and :status are known where `files` of the series has them.",
      );
    return expansions;
  }

  /** The addresses of pages, files, and files that would be published. */
  private addresses(): string[] {
    const { config, routes, files, generated, kinds } = this.destinations;
    const pages = [...routes.values()].filter((route) => !kinds.pageOf(route).leadsTo && route.route !== "/404");
    const generatedUrls = [...generated.urls].filter(
      (url) => !url.endsWith("/") && url !== siteFileUrl("record") && routeAt(config, url).prefix === undefined,
    );
    return [
      ...new Set([...pages.map(({ route }) => route), ...files.keys(), ...this.assetsByUrl.keys(), ...generatedUrls]),
    ];
  }

  /** Claims an old address. @returns whether it was free. */
  private claim(expanded: Expanded): boolean {
    const { from, rule, isFromPattern } = expanded;
    const key = keyOf(from);
    const rival = this.byFrom.get(key);
    if (rival) {
      if (!isFromPattern && rival.to !== expanded.to)
        this.report("route-conflict", rule, `${rival.rule.from} is the same address`, "Keep one of the two.");
      return false;
    }
    const conflict = this.findConflict(from, expanded.to);
    if (conflict?.message && !isFromPattern)
      this.report("route-conflict", rule, conflict.message, "Remove the line: nobody would follow it.");
    if (!conflict) this.byFrom.set(key, expanded);
    return conflict === undefined;
  }

  /** @returns why an address cannot be redirected, without a message if it already leads to the new address; undefined if it can. */
  private findConflict(from: string, to: string): { message?: string } | undefined {
    const { config, routes, files, generated } = this.destinations;
    if (copiedFileAt(from, files) || generated.isMade(from))
      return { message: "this site has a file with this address" };
    const { prefix = "", route } = routeAt(config, from);
    const page = routes.get(route);
    const urls = [...this.urls.values()].find((url) => url.prefix === prefix);
    if (!page || !urls || !answeringFiles(from.slice(1)).includes(urls.outputPath(route))) return undefined;
    const target = this.destinations.kinds.pageOf(page).leadsTo?.(page);
    if (target === undefined) return { message: "this site has a page with this address" };
    const targetFile = this.find(to);
    if (targetFile?.kind === "page" && targetFile.route === target) return {};
    return { message: `this address leads to ${target} already${page.key === undefined ? "" : ` (${page.key})`}` };
  }

  private find(to: string): Target | undefined {
    const { config, routes, files, generated } = this.destinations;
    const path = decodeUrl(splitUrl(to).path);
    const page = routes.get(routeAt(config, path).route);
    if (page) return { kind: "page", route: this.destinations.kinds.pageOf(page).leadsTo?.(page) ?? page.route };
    const file = copiedFileAt(path, files);
    if (file !== undefined) return { kind: "file", url: file };
    if (generated.isMade(path)) return { kind: "file", url: path };
    const asset = this.assetsByUrl.get(path);
    return asset === undefined ? undefined : { kind: "file", url: path, asset };
  }

  private notFound(rule: RedirectRule, to: string): void {
    this.near ??= new Candidates(this.addresses());
    const near = this.near.nearest(decodeUrl(splitUrl(to).path));
    const help = near ? `Did you mean ${near}?` : "Correct the new address.";
    this.report("broken-link", rule, `nothing on this site has the address ${to}`, help);
  }

  /** @returns whether the redirect leads to another one, which is reported. */
  private leadsOn(expanded: Expanded): boolean {
    const chain = [expanded.from];
    let to = expanded.to;
    for (let next = this.nextOf(to); next; next = this.nextOf(to)) {
      to = next.to;
      if (keyOf(next.from) === keyOf(expanded.from)) {
        this.report(
          "redirect-loop",
          expanded.rule,
          `these redirects lead in a circle: ${[...chain, expanded.from].join(", ")}`,
          "Remove one of them.",
        );
        return true;
      }
      // This redirect leads to a circle, which the redirects in the circle report.
      if (chain.includes(next.from)) return true;
      chain.push(next.from);
    }
    if (chain.length === 1) return false;
    this.report("redirect-loop", expanded.rule, `${expanded.to} leads on to ${to}`, `Write ${to}.`);
    return true;
  }

  private nextOf(to: string): Expanded | undefined {
    return isLocalUrl(to) ? this.byFrom.get(keyOf(decodeUrl(splitUrl(to).path))) : undefined;
  }

  private add(expanded: Expanded): void {
    if (this.leadsOn(expanded)) return;
    const { from, to, rule } = expanded;
    const target = isLocalUrl(to) ? this.find(to) : undefined;
    if (isLocalUrl(to) && !target) {
      this.notFound(rule, to);
      return;
    }
    if (target?.kind === "file" && target.asset !== undefined) this.assets.add(target.asset);
    // A file whose name differs only in case would replace another on many file systems.
    const hasTwin =
      !this.destinations.routes.has(barePath(from)) && [from, barePath(from)].some((name) => this.isFolded(name));
    for (const { code, href, prefix, url } of this.languages({ from, to }, target)) {
      const address = `${prefix}${from}`;
      if (prefix !== "" && (this.byFrom.has(keyOf(address)) || this.findConflict(address, to))) continue;
      const file = hasTwin ? undefined : this.fileOf(address, expanded, url);
      this.redirects.push({ from: address, to: href, locale: code, ...file });
    }
    this.folded.set(from.toLowerCase(), from);
  }

  /** Whether the site has an address that differs from this one in case only. */
  private isFolded(address: string): boolean {
    return (this.folded.get(address.toLowerCase()) ?? address) !== address;
  }

  /** Lists the languages in which an old address is redirected, with the new address in each. */
  private *languages(
    { from, to }: Pick<RedirectRule, "from" | "to">,
    target: Target | undefined,
  ): Generator<LocalizedTarget> {
    const { config, routes, generated } = this.destinations;
    const { prefix: prefixOfOld } = routeAt(config, from);
    const { prefix: prefixOfNew } = routeAt(config, decodeUrl(splitUrl(to).path));
    const suffix = /[?#].*$/s.exec(to)?.[0];
    for (const [code, urls] of this.urls) {
      const isShared = target?.kind === "file" && !generated.isMade(`${urls.prefix}${target.url}`);
      // An old address with the prefix of a language, or of a file that all languages share, is redirected once.
      if (prefixOfOld === undefined ? isShared && urls.prefix !== "" : prefixOfOld !== urls.prefix) continue;
      const isExact = prefixOfOld !== undefined || prefixOfNew !== undefined || target === undefined;
      const url = target?.kind === "file" ? `${isExact || isShared ? "" : urls.prefix}${target.url}` : undefined;
      yield {
        code,
        prefix: prefixOfOld === undefined ? urls.prefix : "",
        href: isExact
          ? (this.urls.get(config.defaultLocale) ?? urls).configured(to, (route) => routes.has(route))
          : target.kind === "page"
            ? urls.page(target.route, suffix)
            : urls.file(url ?? "", suffix),
        url,
      };
    }
  }

  /** The file that answers an old address. @param url address of the file that it leads to; undefined if it leads to a page. */
  private fileOf(address: string, { from, to }: Expanded, url: string | undefined): Pick<Redirect, "path" | "copyOf"> {
    const { config } = this.destinations;
    const path = address.slice(1);
    const bare = path.replace(/\/$/, "");
    if (path.endsWith("/") || /(?:^|\/)index\.html$/.test(path))
      return { path: `${bare.replace(/\/?index\.html$/, "")}/index.html` };
    if (/\.htm$/i.test(path)) return { path };
    const isHtml = /\.html$/i.test(path);
    const counterpart = this.byFrom.get(isHtml ? keyOf(from.slice(0, -".html".length)) : `${keyOf(from)}.html`);
    // If `/x` and `/x.html` are redirected to the same address, one file answers both.
    const haveOneTarget = counterpart?.to === to && !counterpart.from.endsWith("/");
    if (isHtml) {
      // `x.html` would answer for `/x` too.
      const isTaken = counterpart ? !haveOneTarget : this.destinations.routes.has(routeAt(config, address).route);
      return { path: isTaken ? `${path}/index.html` : path };
    }
    if (counterpart) return { path: haveOneTarget ? `${path}.html` : `${path}/index.html` };
    // Programs that ask for a file, such as feed readers, do not follow a page that redirects. build.json is made last, so it cannot be copied.
    if (url !== undefined && url !== siteFileUrl("record") && /\.\w+$/.test(path))
      return { path, copyOf: url.slice(1) };
    return { path: pageFile(bare, /\.\w+$/.test(path) ? "directory" : config.output.format) };
  }
}

const isPattern = (from: string) => from.search(parameter) !== -1;

const patternOf = (from: string) => new RegExp(`^${escapePattern(from).replace(parameter, ".+")}$`, "s");

/** The key of an old address: `/old`, `/old/` and `/old/index.html` have the same. */
function keyOf(path: string): string {
  return path.replace(/\/(?:index\.html)?$/, "") || "/";
}
