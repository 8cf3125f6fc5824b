/** The fourth stage: from the site to its files, for every locale. */
import { createHash } from "node:crypto";
import { diagnose } from "../diagnostics/codes.js";
import type { Templates } from "../model/assets.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import type { RenderContext } from "./context.js";
import { docsData, registerData, routeData } from "./data.js";
import { registerFeeds } from "./feeds.js";
import { manifest, openSearch, robots, sitemap } from "./machine.js";
import { pageView } from "./views/index.js";

/** HTML by digest of what it was made from: the dear half of rendering is not done twice. */
export type HtmlCache = Map<string, string>;

export interface Rendered {
  files: OutputFile[];
  pages: number;
  cached: number;
}

export async function renderSite(
  contexts: readonly RenderContext[],
  templates: Templates,
  cache: HtmlCache,
): Promise<Result<Rendered>> {
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const used: HtmlCache = new Map();
  let pages = 0;
  let cached = 0;
  for (const context of contexts) {
    const salt = createHash("sha256")
      .update(templates.hash)
      .update(JSON.stringify(context.words.strings))
      .digest("hex");
    for (const route of context.site.routes.values()) {
      const view = pageView(route, context);
      const key = createHash("sha256").update(salt).update(JSON.stringify(view)).digest("base64");
      let html = cache.get(key);
      if (html !== undefined) cached++;
      try {
        html ??= templates.render(view, context.words.t);
      } catch (error) {
        diagnostics.push(
          diagnose(
            "template-failed",
            `the template of ${route.route} failed: ${error instanceof Error ? error.message : error}`,
          ),
        );
        return { value: { files, pages, cached }, diagnostics };
      }
      used.set(key, html);
      pages++;
      files.push({ path: context.urls.outputPath(route.route), content: html }, ...routeData(route, context));
    }
    const { registers, docs } = context.site;
    for (const register of registers) files.push(registerData(register, context), ...registerFeeds(register, context));
    files.push(...docsData(docs, context), ...openSearch(context));
  }
  cache.clear();
  for (const [key, html] of used) cache.set(key, html);
  const [first] = contexts;
  if (first) files.push(await sitemap(contexts), robots(first), manifest(first));
  return { value: { files, pages, cached }, diagnostics };
}
