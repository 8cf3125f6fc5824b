/** The fourth stage: from the site to its files, for every locale. */
import { createHash } from "node:crypto";
import { diagnose } from "../diagnostics/codes.js";
import type { Templates } from "../model/assets.js";
import type { Route } from "../model/site.js";
import type { Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { drawCards } from "./cards.js";
import type { RenderContext } from "./context.js";
import { docsData, registerData, routeData } from "./data.js";
import { registerFeeds } from "./feeds.js";
import { manifest, openSearch, robots, sitemap } from "./machine.js";
import { searchUi } from "./search-ui.js";
import { headers } from "./security.js";
import { llmsFiles, proposalSource } from "./texts.js";
import { pageView } from "./views/index.js";

/** HTML by digest of what it was made from: the dear half of rendering is not done twice. */
export type HtmlCache = Map<string, string>;

export interface RenderRequest {
  contexts: readonly RenderContext[];
  templates: Templates;
  /** Holds exactly the pages of the last build afterwards; without one nothing is remembered. */
  cache?: HtmlCache;
  /** Folder for pictures that were drawn before. */
  cardCache?: string;
  /** Takes files as they are made, so that they can be written while others are rendered. */
  take(files: OutputFile[]): void;
}

export interface Rendered {
  pages: number;
  cached: number;
}

export async function renderSite(request: RenderRequest): Promise<Result<Rendered>> {
  const { contexts, templates, cache, cardCache, take } = request;
  const memo = cache && new PageMemo(cache, templates);
  let pages = 0;
  for (const context of contexts) {
    for (const route of context.site.routes.values()) {
      const view = pageView(route, context);
      const render = () => templates.render(view, context.words.t);
      try {
        const html = memo ? memo.get(view, context, render) : render();
        take([{ path: context.urls.outputPath(route.route), content: html }, ...besidePage(route, context)]);
        pages++;
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        const diagnostic = diagnose("template-failed", `the template of ${route.route} failed: ${reason}`);
        return { value: { pages, cached: 0 }, diagnostics: [diagnostic] };
      }
    }
    take(localeFiles(context));
  }
  const [first] = contexts;
  if (first) take([await sitemap(contexts), robots(first), manifest(first), headers(first), ...llmsFiles(first)]);
  if (first) take(await drawCards(first, cardCache));
  return { value: { pages, cached: memo?.finish() ?? 0 }, diagnostics: [] };
}

/** The data of a list, the Markdown of a proposal. */
function besidePage(route: Route, context: RenderContext): OutputFile[] {
  return route.kind === "proposal" ? proposalSource(route.proposal, context) : routeData(route, context);
}

/** What every locale has beside its pages. */
function localeFiles(context: RenderContext): OutputFile[] {
  const { registers, docs } = context.site;
  return [
    ...registers.flatMap((register) => [registerData(register, context), ...registerFeeds(register, context)]),
    ...docsData(docs, context),
    ...openSearch(context),
    ...searchUi(context),
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
