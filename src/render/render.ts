/** The fourth stage: from the site to its files, for every locale. */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import { SiteCodeError, TemplateError, type Templates } from "../model/assets.js";
import type { RenderContext } from "../model/context.js";
import type { LinkTarget, Proposal, Route, Texts } from "../model/site.js";
import { type OutputKind, outputsOf } from "../outputs/index.js";
import { type BesideKind, kindOf } from "../pages/index.js";
import { redirectPages, viewOfRedirect } from "../pages/redirect.js";
import { type Diagnostic, type Result, reasonOf } from "../shared/diagnostic.js";
import { lazy } from "../shared/lazy.js";
import { addAll } from "../shared/lists.js";
import type { AnyFile, OutputFile, PlannedFiles } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { installedPainters } from "../view/cards.js";
import { draftKey, finishDraft, keyDigest, type PageDraft } from "../view/content.js";
import { imageSizeOf } from "../view/fill.js";

interface RenderRequest {
  contexts: readonly RenderContext[];
  templates: Templates;
  /** Identifies the program that renders. */
  program: string;
  /** After a build, it has exactly the pages of that build. Without one, nothing is memoized. */
  cache?: HtmlCache;
  /** The cache of drawn pictures. */
  store: Cache;
}

/** All files to render, in order; none is made yet. */
export interface RenderPlan {
  files: PlannedFiles<Texts>[];
  /** Must be called after all files were made: drops the memoized pages that this build does not have. */
  finish(): void;
}

export function planRendering(request: RenderRequest): RenderPlan {
  const { contexts, templates, program, cache, store } = request;
  const memo = cache && new RenderedPages(cache);
  const known = new Map<RenderContext, string>();
  const salts = (context: RenderContext) => {
    const salt =
      known.get(context) ??
      keyDigest(program, templates.hash, context.locale, JSON.stringify(context.translator.strings));
    known.set(context, salt);
    return salt;
  };
  const sizes = lazy(() => pictureSizes(contexts));
  const hasCards = contexts.some(({ site }) => site.config.socialCards);
  const cards = () => (hasCards ? installedPainters() : "");
  const shared = lazy(() => sharedDigest(contexts, [program, templates.hash, sizes(), cards()]));
  /** Sets the keys of files: the digests of their inputs. */
  const keyedBy =
    (digest: (texts: Texts) => string) =>
    (planned: PlannedFiles<Texts>): PlannedFiles<Texts> => ({
      ...planned,
      key: (texts) => keyDigest(digest(texts), ...planned.paths),
    });
  const maker: PageMaker = { templates, salts, memo };
  /** The files of all kinds that are made in each language, or once. */
  const outputs = (each: OutputKind["each"], context: RenderContext) =>
    outputsOf(context.site.config)
      .filter((kind) => kind.each === each)
      .flatMap((kind) => {
        if (kind.pieces)
          return kind.pieces(context).map(({ path, digestOf: own, isWhole, make }) =>
            keyedBy((texts) => keyDigest(isWhole ? program : shared(), own(texts)))({
              paths: [path],
              make: (texts) => {
                const made = make(texts);
                return made instanceof Promise
                  ? made.then((content) => [{ path, content }])
                  : [{ path, content: made }];
              },
            }),
          );
        const paths = kind.paths?.({ context, contexts }) ?? pathsOf(kind.urls(context.site), each, context);
        if (paths.length === 0) return [];
        const requestOf = (texts: Texts) => ({ context, contexts, texts, store });
        const digest = (texts: Texts) => {
          if (kind.digestOf) return keyDigest(program, kind.digestOf(requestOf(texts)));
          return kind.hasTexts ? keyDigest(shared(), texts.bodies.digest) : shared();
        };
        const { madeBy } = kind;
        return [keyedBy(digest)({ paths, ...(madeBy && { madeBy }), make: (texts) => kind.make(requestOf(texts)) })];
      });
  const files = contexts.flatMap((context) => [
    ...planPages(context, maker),
    ...planRedirects(context, maker),
    ...outputs("locale", context),
  ]);
  const { defaultLocale } = contexts[0]?.site.config ?? {};
  const first = contexts.find(({ locale }) => locale === defaultLocale) ?? contexts[0];
  if (first) addAll(files, outputs("site", first));
  return { files, finish: () => memo?.finish() };
}

/** @returns paths in the output. */
function pathsOf(urls: readonly string[], each: OutputKind["each"], { urls: { prefix } }: RenderContext): string[] {
  return urls.map((url) => `${each === "locale" ? prefix : ""}${url}`.slice(1));
}

/** The sizes of a site's pictures, by address, as text. */
function pictureSizes([first]: readonly RenderContext[]): string {
  const pictures = [...(first?.site.files.values() ?? [])].filter(({ path }) =>
    /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(path),
  );
  return JSON.stringify(pictures.map(({ url, path }) => [url, imageSizeOf(path)]));
}

/** How files are made one after the other. */
interface Rendering {
  texts: Texts;
  /** Receives files as they are made, so that they can be written while others are rendered. */
  take(files: readonly AnyFile[]): void;
  /** Whether planned files are to be made; it gets the number of files planned before them. */
  isWanted(planned: PlannedFiles<Texts>, done: number): boolean;
  /** Called between files: lets other events be handled. */
  pause(): Promise<void> | undefined;
}

/** @returns the number of pages. */
export async function renderSite(
  plan: RenderPlan,
  { texts, take, isWanted, pause }: Rendering,
): Promise<Result<number>> {
  let pages = 0;
  for (const [done, planned] of plan.files.entries()) {
    const others = pause();
    if (others) await others;
    if (planned.route !== undefined) pages++;
    if (!isWanted(planned, done)) continue;
    try {
      const made = planned.make(texts);
      take("then" in made ? await made : made);
    } catch (error) {
      if (planned.route === undefined && !(error instanceof SiteCodeError)) throw error;
      return { value: pages, diagnostics: [renderingFailure([planned.route ?? ""], error)] };
    }
  }
  plan.finish();
  return { value: pages, diagnostics: [] };
}

/** @param routes routes of the pages that failed for the same reason; at least one. */
export function renderingFailure(routes: readonly string[], error: unknown): Diagnostic {
  if (error instanceof SiteCodeError) return diagnose("site-code-failed", error.message, error.place);
  const [first, ...others] = routes;
  const pages = others.length === 0 ? first : `${first} and ${others.length} more`;
  const reason = reasonOf(error);
  const place = error instanceof TemplateError ? error.place : undefined;
  return diagnose("template-failed", `the template of ${pages} failed: ${reason}`, place);
}

/** Makes pages from drafts. */
interface PageMaker {
  templates: Templates;
  /** Inputs of all pages of a language besides their drafts. */
  salts(context: RenderContext): string;
  memo?: RenderedPages;
  /** The page of the last draft: a page is often made right after its key was requested. */
  drafted?: { path: string; texts: Texts; draft: PageDraft; key: string };
}

/** All pages of a locale, and the files beside them. */
function planPages(context: RenderContext, maker: PageMaker): PlannedFiles<Texts>[] {
  const routes = [...context.site.routes.values()].filter((route) => kindOf(route).isIn?.(context) ?? true);
  return routes.flatMap((route) => planPage(route, context, maker));
}

/** The pages of `redirects`. */
function planRedirects(context: RenderContext, { templates, salts }: PageMaker): PlannedFiles<Texts>[] {
  const render = (view: PageView) => templates.render(view, context.translator.t);
  const contentOf = templates.hasOwn
    ? (to: string) => render(viewOfRedirect(to, context))
    : redirectPages(context, render);
  const common = lazy(() => keyDigest(salts(context), JSON.stringify(viewOfRedirect("/", context))));
  // `/old` and `/old.html` may have one file.
  const planned = new Set<string>();
  return context.site.redirects.flatMap(({ locale, path, copyOf, to }): PlannedFiles<Texts>[] => {
    if (path === undefined || copyOf !== undefined || locale !== context.locale || planned.has(path)) return [];
    planned.add(path);
    const key = () => keyDigest(common(), path, to);
    const make = () => [{ path, content: contentOf(to) }];
    return [{ paths: [path], key, make }];
  });
}

/** A page, and the file beside it. */
function planPage(route: Route, context: RenderContext, maker: PageMaker): PlannedFiles<Texts>[] {
  const { urls } = context;
  const { templates, salts, memo } = maker;
  const kind = kindOf(route);
  const path = urls.outputPath(route.route);
  const keyed = (texts: Texts) => {
    if (maker.drafted?.path === path && maker.drafted.texts === texts) return maker.drafted;
    const draft = kind.draft(route, context);
    maker.drafted = { path, texts, draft, key: keyDigest(salts(context), route.route, draftKey(draft, texts)) };
    return maker.drafted;
  };
  const page: PlannedFiles<Texts> = {
    paths: [path],
    route: route.route,
    key(texts) {
      const { key } = keyed(texts);
      memo?.keep(path, key);
      return key;
    },
    make(texts) {
      // A process that builds repeatedly memoizes whole pages.
      const { draft, key } = memo ? keyed(texts) : { draft: kind.draft(route, context) };
      maker.drafted = undefined;
      const finish = (content: string): OutputFile[] => {
        if (key !== undefined) memo?.set(path, key, content);
        return [{ path, content }];
      };
      const content = key !== undefined && memo?.get(key);
      if (content) return finish(content);
      const view = finishDraft(draft, texts);
      const render = (whole: PageView) => finish(templates.render(whole, context.translator.t));
      return "then" in view ? view.then(render) : render(view);
    },
  };
  return kind.beside ? [page, planBeside(route, context, kind.beside, maker)] : [page];
}

/** The file beside a page. */
function planBeside(route: Route, context: RenderContext, beside: BesideKind, maker: PageMaker): PlannedFiles<Texts> {
  const { salts } = maker;
  const url = beside.url(route, context.site.config);
  const source = beside.copyOf?.(route, context);
  return {
    paths: [`${context.urls.prefix}${url}`.slice(1)],
    key(texts) {
      const contents = source ? [] : beside.make(route, texts, context).map(({ content }) => content);
      return keyDigest(salts(context), url, ...(source ? [texts.bodies.own(source).hash] : contents));
    },
    make: (texts) => beside.make(route, texts, context),
  };
}

/** HTML by the digest of its inputs: the expensive half of rendering is not repeated. */
type HtmlCache = Map<string, string>;

/** Pages by key. */
class RenderedPages {
  /** The page of each file, by path: a text that is edited has several while one plan is followed. */
  private readonly used = new Map<string, { key: string; html: string }>();

  constructor(private readonly cache: HtmlCache) {}

  get(key: string): string | undefined {
    return this.cache.get(key);
  }

  set(path: string, key: string, html: string): void {
    this.used.set(path, { key, html });
  }

  /** Pages that exist already are not made again, but may be requested later. */
  keep(path: string, key: string): void {
    const html = this.cache.get(key);
    if (html !== undefined) this.used.set(path, { key, html });
  }

  /** Drops the pages that this build did not use. */
  finish(): void {
    this.cache.clear();
    for (const { key, html } of this.used.values()) this.cache.set(key, html);
  }
}

/** Digest of all inputs of a site's drafts in any language, except the texts of documents. */
export function sharedDigest(contexts: readonly RenderContext[], others: readonly string[]): string {
  const [first] = contexts;
  const hash = createHash("sha256");
  const add = (value: unknown) => hash.update(JSON.stringify(value) ?? "").update("\0");
  for (const other of others) add(other);
  for (const { locale, translator } of contexts) add([locale, translator.strings]);
  if (!first) return hash.digest("base64url");
  const { config, historyDigest, targets, files, routes, folders, registers, docs, textPages } = first.site;
  add(config);
  add({ ...first.assets, files: [] });
  add(historyDigest);
  add([...files.keys()]);
  add([...routes.values()].map(({ kind, route }) => [kind, route]));
  add(folders.map((folder) => [folder.path, folder.files.map(({ path }) => path)]));
  add(registers.map(({ historyEnd, proposals }) => [historyEnd, proposals.map(outdatedOf)]));
  add([...docs.flatMap(({ pages }) => [...pages.values()]), ...textPages].map(({ outdated }) => [...outdated]));
  for (const [document, links] of targets) add([document.sharedDigest, links.map(targetOf)]);
  return hash.digest("base64url");
}

/** The target of a link. */
function targetOf(target: LinkTarget): unknown {
  return target.kind === "proposal" ? target.proposal.route : target;
}

/** The history of its translations. */
function outdatedOf({ outdated }: Proposal): unknown {
  return outdated.size > 0 ? [...outdated] : 0;
}
