/** The fourth stage of a build: renders the files of a site in every locale. */

import { SiteCodeError } from "../config/index.js";
import type { Cache } from "../platform/cache.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { type Diagnostic, type Result, reasonOf } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile, PlannedFiles } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { TemplateError, type Templates } from "../site/model/bundle.js";
import type { RenderContext } from "../site/model/context.js";
import type { Route, Texts } from "../site/model/site.js";
import { type OutputKind, outputsOf } from "./files/index.js";
import { kindOf } from "./pages/index.js";
import { redirectPages, viewOfRedirect } from "./pages/redirect.js";

interface RenderRequest {
  contexts: readonly RenderContext[];
  templates: Templates;
  /** The cache of drawn pictures. */
  cache: Cache;
}

/** @returns all files to render, in order; none is made yet. */
export function planRendering({ contexts, templates, cache }: RenderRequest): PlannedFiles<Texts>[] {
  /** Plans the outputs that are made once in each language, or once for the site. */
  const planOutputs = (each: OutputKind["each"], context: RenderContext) =>
    outputsOf(context.site.config)
      .filter((kind) => kind.each === each)
      .flatMap((kind): PlannedFiles<Texts>[] => {
        if (kind.plan) return kind.plan(context);
        const paths = kind.paths?.({ context, contexts }) ?? pathsOf(kind.urls(context.site), each, context);
        const { madeBy } = kind;
        const make = (texts: Texts) => kind.make({ context, contexts, texts, cache });
        return paths.length === 0 ? [] : [{ paths, ...(madeBy && { madeBy }), make }];
      });
  const files = contexts.flatMap((context) => [
    ...planPages(context, templates),
    ...planRedirects(context, templates),
    ...planOutputs("locale", context),
  ]);
  const { defaultLocale } = contexts[0]?.site.config ?? {};
  const siteContext = contexts.find(({ locale }) => locale === defaultLocale) ?? contexts[0];
  if (siteContext) addAll(files, planOutputs("site", siteContext));
  return files;
}

/** @returns paths in the output. */
function pathsOf(urls: readonly string[], each: OutputKind["each"], { urls: { prefix } }: RenderContext): string[] {
  return urls.map((url) => `${each === "locale" ? prefix : ""}${url}`.slice(1));
}

/** The inputs and callbacks of `renderSite`. */
interface Rendering {
  texts: Texts;
  /** Receives files as they are made, so that they can be written while others are rendered. */
  take(files: readonly OutputFile[]): void;
  /** Whether to make planned files. @param done number of entries before this one. */
  isWanted(planned: PlannedFiles<Texts>, done: number): boolean;
  /** Called between files, so that the process can handle other events. */
  pause(): Promise<void> | undefined;
}

/** @returns the number of pages, and the error that ended rendering, if one did. */
export async function renderSite(
  files: readonly PlannedFiles<Texts>[],
  { texts, take, isWanted, pause }: Rendering,
): Promise<Result<number>> {
  let pages = 0;
  for (const [done, planned] of files.entries()) {
    const pauseEnd = pause();
    if (pauseEnd) await pauseEnd;
    if (planned.route !== undefined) pages++;
    if (!isWanted(planned, done)) continue;
    try {
      const output = planned.make(texts);
      take("then" in output ? await output : output);
    } catch (error) {
      if (planned.route === undefined && !(error instanceof SiteCodeError)) throw error;
      return { value: pages, diagnostics: [renderingFailure(planned.route ?? "", error)] };
    }
  }
  return { value: pages, diagnostics: [] };
}

/** @param route of the page whose template failed. */
export function renderingFailure(route: string, error: unknown): Diagnostic {
  if (error instanceof SiteCodeError) return diagnose("site-code-failed", error.message, error.location);
  const location = error instanceof TemplateError ? error.location : undefined;
  return diagnose("template-failed", `the template of ${route} failed: ${reasonOf(error)}`, location);
}

/** All pages of a locale, and the files beside them. */
function planPages(context: RenderContext, templates: Templates): PlannedFiles<Texts>[] {
  const routes = [...context.site.routes.values()].filter((route) => kindOf(route).isIn?.(context) ?? true);
  return routes.flatMap((route) => planPage(route, context, templates));
}

/** The pages for the configured `redirects`. */
function planRedirects(context: RenderContext, templates: Templates): PlannedFiles<Texts>[] {
  const render = (view: PageView) => templates.render(view, context.translator.t);
  const contentOf = templates.hasOwn
    ? (to: string) => render(viewOfRedirect(to, context))
    : redirectPages(context, render);
  // One file may answer both `/old` and `/old.html`.
  const planned = new Set<string>();
  return context.site.redirects.flatMap(({ locale, path, copyOf, to }): PlannedFiles<Texts>[] => {
    if (path === undefined || copyOf !== undefined || locale !== context.locale || planned.has(path)) return [];
    planned.add(path);
    return [{ paths: [path], make: () => [{ path, content: contentOf(to) }] }];
  });
}

/** A page, and the file beside it. */
function planPage(route: Route, context: RenderContext, templates: Templates): PlannedFiles<Texts>[] {
  const { urls, site, translator } = context;
  const { beside, view } = kindOf(route);
  const path = urls.outputPath(route.route);
  const page: PlannedFiles<Texts> = {
    paths: [path],
    route: route.route,
    make(texts) {
      return [{ path, content: templates.render(view(route, context, texts), translator.t) }];
    },
  };
  if (!beside) return [page];
  const paths = [`${urls.prefix}${beside.url(route, site.config)}`.slice(1)];
  return [page, { paths, make: (texts) => beside.make(route, texts, context) }];
}
