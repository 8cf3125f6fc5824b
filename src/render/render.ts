/** The fourth stage: from the site to its files, for every locale. */
import { createHash } from "node:crypto";
import { diagnose } from "../diagnostics/codes.js";
import type { Templates } from "../model/assets.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { drawCards } from "./cards.js";
import type { RenderContext } from "./context.js";
import { docsData, registerData, routeData } from "./data.js";
import { registerFeeds } from "./feeds.js";
import { manifest, openSearch, robots, sitemap } from "./machine.js";
import { headers } from "./security.js";
import { llmsFiles, proposalSource } from "./texts.js";
import { pageView } from "./views/index.js";

/** HTML by digest of what it was made from: the dear half of rendering is not done twice. */
export type HtmlCache = Map<string, string>;

export interface Rendered {
  files: OutputFile[];
  pages: number;
  cached: number;
}

/**
 * @param cache holds exactly the pages of the last build afterwards; without one nothing is remembered.
 * @param cardCache folder for pictures that were drawn before.
 */
export async function renderSite(
  contexts: readonly RenderContext[],
  templates: Templates,
  cache?: HtmlCache,
  cardCache?: string,
): Promise<Result<Rendered>> {
  const files: OutputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const memo = cache && new PageMemo(cache, templates);
  let pages = 0;
  for (const context of contexts) {
    for (const route of context.site.routes.values()) {
      const view = pageView(route, context);
      const render = () => templates.render(view, context.words.t);
      try {
        const html = memo ? memo.get(view, context, render) : render();
        files.push({ path: context.urls.outputPath(route.route), content: html }, ...routeData(route, context));
        if (route.kind === "proposal") files.push(...proposalSource(route.proposal, context));
        pages++;
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        diagnostics.push(diagnose("template-failed", `the template of ${route.route} failed: ${reason}`));
        return { value: { files, pages, cached: 0 }, diagnostics };
      }
    }
    files.push(...localeFiles(context));
  }
  const [first] = contexts;
  if (first)
    files.push(
      await sitemap(contexts),
      robots(first),
      manifest(first),
      headers(first),
      ...llmsFiles(first),
      ...(await drawCards(first, cardCache)),
    );
  return { value: { files, pages, cached: memo?.finish() ?? 0 }, diagnostics };
}

/** What every locale has beside its pages. */
function localeFiles(context: RenderContext): OutputFile[] {
  const { registers, docs } = context.site;
  return [
    ...registers.flatMap((register) => [registerData(register, context), ...registerFeeds(register, context)]),
    ...docsData(docs, context),
    ...openSearch(context),
  ];
}

/** Pages by digest of view, strings and templates. */
class PageMemo {
  private readonly used: HtmlCache = new Map();
  private readonly salts = new Map<RenderContext, string>();
  private hits = 0;

  constructor(
    private readonly cache: HtmlCache,
    private readonly templates: Templates,
  ) {}

  get(view: PageView, context: RenderContext, render: () => string): string {
    const key = createHash("sha256").update(this.salt(context)).update(JSON.stringify(view)).digest("base64");
    const known = this.cache.get(key);
    if (known !== undefined) this.hits++;
    const html = known ?? render();
    this.used.set(key, html);
    return html;
  }

  /** Forgets what this build did not show. @returns how many pages were known. */
  finish(): number {
    this.cache.clear();
    for (const [key, html] of this.used) this.cache.set(key, html);
    return this.hits;
  }

  private salt(context: RenderContext): string {
    const known = this.salts.get(context);
    if (known) return known;
    const salt = createHash("sha256")
      .update(this.templates.hash)
      .update(JSON.stringify(context.words.strings))
      .digest("hex");
    this.salts.set(context, salt);
    return salt;
  }
}
