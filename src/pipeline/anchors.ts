/**
 * Checks links to anchors that are known only when a page is rendered: those of texts to generated pages (lists, tags, the
 * archive), and those of the configuration to any page.
 */
import { diagnose } from "../diagnostics/codes.js";
import { configuredLinks, isOwn } from "../model/configured-links.js";
import type { Route, Site } from "../model/site.js";
import { Urls } from "../model/urls.js";
import { kindOf } from "../pages/index.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { lazy } from "../shared/lazy.js";
import type { OutputFile } from "../shared/output.js";
import { barePath } from "../shared/page-path.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import type { LinkedSite } from "./link.js";

interface Wanted {
  route: string;
  id: string;
  /** Place of the link. */
  at: Pick<Diagnostic, "file" | "line" | "column" | "length">;
  /** For a link in the configuration: the path of its key. */
  key?: string;
}

/** Pages whose text has been checked already, and redirects. */
const isChecked = (route: Route) => kindOf(route).text !== undefined || kindOf(route).leadsTo !== undefined;

export class GeneratedAnchors {
  readonly diagnostics: Diagnostic[] = [];
  /** By the path of the page's file. */
  private readonly wanted = new Map<string, Wanted[]>();
  private readonly urls: Urls;

  private readonly site: Site;

  constructor({ site, documents }: Pick<LinkedSite, "site" | "documents">, configFile: string) {
    this.site = site;
    const { config, targets, routes } = site;
    this.urls = new Urls(config, config.defaultLocale);
    if (config.checks.brokenAnchors === "ignore") return;
    const linksOf = lazy(() => new Map(documents.map(({ path, links }) => [path, links])));
    for (const [{ path: file }, found] of targets) {
      for (const [index, target] of found.entries()) {
        const route = target.kind === "route" ? routes.get(target.route) : undefined;
        if (!route || target.kind !== "route" || isChecked(route)) continue;
        const link = linksOf().get(file)?.[index];
        if (!link) continue;
        this.add(route.route, target.suffix, { at: { file, ...link.position, length: link.url.length } });
      }
    }
    for (const link of configuredLinks(config).filter(isOwn)) {
      const { path, hash } = splitUrl(link.to);
      const route = routes.get(barePath(decodeUrl(path)));
      if (route && !kindOf(route).leadsTo)
        this.add(route.route, `#${hash}`, { at: { file: configFile }, key: link.key });
    }
  }

  private add(route: string, suffix: string, link: Pick<Wanted, "at" | "key">): void {
    const id = decodeUrl(/#(.*)$/s.exec(suffix)?.[1] ?? "");
    if (!id || id.toLowerCase() === "top" || id.startsWith(":~:")) return;
    const path = this.urls.outputPath(route);
    const wanted = { route, id, ...link };
    if (!this.wanted.get(path)?.push(wanted)) this.wanted.set(path, [wanted]);
  }

  /** Paths of the files that have wanted anchors. */
  get paths(): Iterable<string> {
    return this.wanted.keys();
  }

  /** Whether a file must be rendered for its anchors. */
  wants(path: string): boolean {
    return this.wanted.has(path);
  }

  /** To be called with every file that is made. */
  look({ path, content }: OutputFile): void {
    const wanted = this.wanted.get(path);
    if (!wanted || typeof content !== "string") return;
    const ids = new Set([...content.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id.replaceAll("&amp;", "&")));
    for (const { route, id, at, key } of wanted) {
      if (ids.has(id)) continue;
      const near = didYouMean(id, ids);
      this.diagnostics.push(
        diagnose("broken-anchor", `${key ? `${key}: ` : ""}the page ${route} has no place #${id}`, {
          severity: this.site.config.checks.brokenAnchors === "error" ? "error" : "warning",
          ...at,
          help: near && `Did you mean #${near}?`,
        }),
      );
    }
  }
}
