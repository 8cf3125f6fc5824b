/**
 * Checks links that need a rendered page: links of texts to anchors of generated pages (lists, tags, the archive), links
 * of the configuration to anchors of any page, and the links in a site's own components.
 */
import { decodeHTML } from "entities";
import { kindOf } from "../output/pages/index.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile } from "../shared/output.js";
import { barePath } from "../shared/page-path.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import { pageLinkCheck } from "../site/index.js";
import { configuredLinks, isSiteLink } from "../site/model/configured-links.js";
import type { OwnPage, Route, Site } from "../site/model/site.js";
import { Urls } from "../site/model/urls.js";

interface AnchorLink {
  route: string;
  id: string;
  /** Location of the link. */
  location: Pick<Diagnostic, "file" | "line" | "column" | "length">;
  /** For a link in the configuration: the path of its key. */
  key?: string;
}

/** Whether the anchors of a page have already been checked with its text, or the page is a redirect, which has none. */
const isChecked = (route: Route) => kindOf(route).text !== undefined || kindOf(route).leadsTo !== undefined;

export class GeneratedLinks {
  readonly diagnostics: Diagnostic[] = [];
  /** By the path of the page's file. */
  private readonly anchorLinks = new Map<string, AnchorLink[]>();
  /** Pages that are components, by the path of the file. */
  private readonly components = new Map<string, OwnPage>();
  private readonly urls: Urls;
  private readonly checkLinks: ReturnType<typeof pageLinkCheck>;

  constructor(
    private readonly site: Site,
    configFile: string,
  ) {
    this.checkLinks = pageLinkCheck(site);
    const { config, targets, routes } = site;
    this.urls = new Urls(config, config.defaultLocale);
    if (config.checks.brokenLinks !== "ignore")
      for (const locale of Object.keys(config.locales)) {
        const urls = new Urls(config, locale);
        for (const page of site.ownPages) this.components.set(urls.outputPath(page.route), page);
      }
    if (config.checks.brokenAnchors === "ignore") return;
    for (const [{ path: file, links }, linkTargets] of targets) {
      for (const [index, target] of linkTargets.entries()) {
        const route = target.kind === "route" ? routes.get(target.route) : undefined;
        if (!route || target.kind !== "route" || isChecked(route)) continue;
        const link = links[index];
        if (!link) continue;
        this.add(route.route, target.suffix, { location: { file, ...link.position, length: link.url.length } });
      }
    }
    for (const link of configuredLinks(config).filter(isSiteLink)) {
      const { path, hash } = splitUrl(link.to);
      const route = routes.get(barePath(decodeUrl(path)));
      if (route && !kindOf(route).leadsTo)
        this.add(route.route, `#${hash}`, { location: { file: configFile }, key: link.key });
    }
  }

  private add(route: string, suffix: string, link: Pick<AnchorLink, "location" | "key">): void {
    const id = decodeUrl(/#(.*)$/s.exec(suffix)?.[1] ?? "");
    if (!id || id.toLowerCase() === "top" || id.startsWith(":~:")) return;
    const path = this.urls.outputPath(route);
    const anchorLink = { route, id, ...link };
    if (!this.anchorLinks.get(path)?.push(anchorLink)) this.anchorLinks.set(path, [anchorLink]);
  }

  /** Whether a file must be rendered for the check. */
  wants(path: string): boolean {
    return this.anchorLinks.has(path) || this.components.has(path);
  }

  /** Checks a file. The caller passes every file that is made. */
  checkFile({ path, content }: OutputFile): void {
    if (typeof content !== "string") return;
    const page = this.components.get(path);
    if (page) this.checkComponent(page, content);
    const anchorLinksOfPage = this.anchorLinks.get(path);
    if (!anchorLinksOfPage) return;
    const ids = new Set([...content.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => decodeHTML(id)));
    for (const { route, id, location, key } of anchorLinksOfPage) {
      if (ids.has(id)) continue;
      const near = didYouMean(id, ids);
      this.diagnostics.push(
        diagnose("broken-anchor", `${key ? `${key}: ` : ""}the page ${route} has no anchor #${id}`, {
          severity: this.site.config.checks.brokenAnchors === "error" ? "error" : "warning",
          ...location,
          help: near && `Did you mean #${near}?`,
        }),
      );
    }
  }

  /** Checks the links of a component, which are in the middle of its page. */
  private checkComponent({ code: { file } }: OwnPage, html: string): void {
    const mainHtml = html.slice(html.indexOf("<main"), html.lastIndexOf("</main>"));
    const links = [...mainHtml.matchAll(/<a\s(?:[^>]*?\s)?href="([^"]*)"/g)].map(([, href = ""]) => decodeHTML(href));
    addAll(this.diagnostics, this.checkLinks(links, file));
  }
}
