/** Checks links to anchors of generated pages (lists, tags, the archive): their anchors are known only when they are rendered. */
import { diagnose } from "../diagnostics/codes.js";
import type { Site } from "../model/site.js";
import { Urls } from "../model/urls.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document, DocumentLink } from "../shared/document.js";
import type { OutputFile } from "../shared/output.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl } from "../shared/url.js";

interface Wanted {
  document: Document;
  link: DocumentLink;
  route: string;
  id: string;
}

/** Pages whose text has been checked already, and redirects. */
const isChecked = (kind: string) => ["proposal", "doc", "home", "redirect"].includes(kind);

export class GeneratedAnchors {
  readonly diagnostics: Diagnostic[] = [];
  /** By the path of the page's file. */
  private readonly wanted = new Map<string, Wanted[]>();

  constructor(private readonly site: Site) {
    if (site.config.checks.brokenAnchors === "ignore") return;
    const urls = new Urls(site.config, site.config.defaultLocale);
    for (const [document, targets] of site.targets) {
      for (const [index, target] of targets.entries()) {
        const link = document.links[index];
        const route = target.kind === "route" ? site.routes.get(target.route) : undefined;
        if (!link || !route || target.kind !== "route" || isChecked(route.kind)) continue;
        const id = decodeUrl(/#(.*)$/s.exec(target.suffix)?.[1] ?? "");
        if (!id || id.toLowerCase() === "top" || id.startsWith(":~:")) continue;
        const path = urls.outputPath(route.route);
        const wanted = { document, link, route: route.route, id };
        if (!this.wanted.get(path)?.push(wanted)) this.wanted.set(path, [wanted]);
      }
    }
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
    for (const { document, link, route, id } of wanted) {
      if (ids.has(id)) continue;
      const near = didYouMean(id, ids);
      this.diagnostics.push(
        diagnose("broken-anchor", `the page ${route} has no place #${id}`, {
          severity: this.site.config.checks.brokenAnchors === "error" ? "error" : "warning",
          file: document.path,
          ...link.position,
          length: link.url.length,
          help: near && `Did you mean #${near}?`,
        }),
      );
    }
  }
}
