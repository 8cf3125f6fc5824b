/** The fourth stage: from the site to its files, for every locale. */

import type { Cache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import { SiteCodeError, TemplateError, type Templates } from "../model/assets.js";
import type { Texts } from "../model/site.js";
import { type OutputKind, outputsOf } from "../outputs/index.js";
import { type Diagnostic, type Result, reasonOf } from "../shared/diagnostic.js";
import { lazy } from "../shared/lazy.js";
import { addAll } from "../shared/lists.js";
import type { AnyFile, PlannedFiles } from "../shared/output.js";
import { installedPainters } from "../view/cards.js";
import { digestOf } from "../view/content.js";
import type { RenderContext } from "../view/context.js";
import { imageSizeOf } from "../view/image-size.js";
import { PageKeys, sharedDigest } from "./page-keys.js";
import { type HtmlCache, type PageMaker, planPages, RenderedPages } from "./plan-pages.js";

export interface RenderRequest {
  contexts: readonly RenderContext[];
  templates: Templates;
  /** Identifies the program that renders. */
  program: string;
  /** After a build, it has exactly the pages of that build. Without one, nothing is memoized. */
  cache?: HtmlCache;
  /** The cache of drawn pictures and of the keys of pages. */
  store: Cache;
}

export interface Rendered {
  pages: number;
  cached: number;
}

/** All files to render, in order; none is made yet. */
export interface RenderPlan {
  files: PlannedFiles<Texts>[];
  /**
   * Must be called after all files were made: drops the pages that this build does not have. @returns the number of
   * known pages before.
   */
  finish(): number;
}

export function planRendering(request: RenderRequest): RenderPlan {
  const { contexts, templates, program, cache, store } = request;
  const memo = cache && new RenderedPages(cache);
  const known = new Map<RenderContext, string>();
  const salts = (context: RenderContext) => {
    const salt =
      known.get(context) ??
      digestOf(program, templates.hash, context.locale, JSON.stringify(context.translator.strings));
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
    (planned: PlannedFiles<Texts>): PlannedFiles<Texts> => {
      const keyOf = (texts: Texts) => digestOf(digest(texts), ...planned.paths);
      // A process that builds repeatedly has no output to compare keys with.
      if (memo) return { ...planned, key: keyOf };
      return {
        ...planned,
        key: keyOf,
        make(texts) {
          const key = keyOf(texts);
          const withKey = (files: readonly AnyFile[]) => files.map((file): AnyFile => ({ ...file, key }));
          const made = planned.make(texts);
          return "then" in made ? made.then(withKey) : withKey(made);
        },
      };
    };
  let keys: PageKeys | undefined;
  const pageKeys = () => {
    keys ??= new PageKeys(store, shared());
    return keys;
  };
  const noteKey: PageMaker["noteKey"] = (...page) => {
    // The pages that tabs wait for are made before keys are computed: the digest of all shared inputs takes longer than
    // one page.
    if (!memo || keys) pageKeys().add(...page);
  };
  const maker: PageMaker = { templates, salts, memo, pageKeys, noteKey };
  /** The files of all kinds that are made in each language, or once. */
  const outputs = (each: OutputKind["each"], context: RenderContext) =>
    outputsOf(context.site.config)
      .filter((kind) => kind.each === each)
      .flatMap((kind) => {
        const paths = kind.paths?.({ context, contexts }) ?? pathsOf(kind.urls(context.site), each, context);
        if (paths.length === 0) return [];
        const requestOf = (texts: Texts) => ({ context, contexts, texts, store });
        const digest = (texts: Texts) => {
          if (kind.digestOf) return digestOf(program, kind.digestOf(requestOf(texts)));
          return kind.hasTexts ? digestOf(shared(), texts.bodies.digest) : shared();
        };
        return [keyedBy(digest)({ paths, make: (texts) => kind.make(requestOf(texts)) })];
      });
  const files = contexts.flatMap((context) => [...planPages(context, maker), ...outputs("locale", context)]);
  const { defaultLocale } = contexts[0]?.site.config ?? {};
  const first = contexts.find(({ locale }) => locale === defaultLocale) ?? contexts[0];
  if (first) addAll(files, outputs("site", first));
  const finish = () => {
    keys?.save();
    return memo?.finish() ?? 0;
  };
  return { files, finish };
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
export interface Rendering {
  texts: Texts;
  /** Receives files as they are made, so that they can be written while others are rendered. */
  take(files: readonly AnyFile[]): void;
  /** Whether planned files exist and need not be made; it gets the number of files planned before them. */
  isThere(planned: PlannedFiles<Texts>, done: number): boolean;
  /** Called between files: lets other events be handled. */
  pause(): Promise<void> | undefined;
}

export async function renderSite(
  plan: RenderPlan,
  { texts, take, isThere, pause }: Rendering,
): Promise<Result<Rendered>> {
  let pages = 0;
  let reused = 0;
  for (const [done, planned] of plan.files.entries()) {
    const others = pause();
    if (others) await others;
    try {
      if (isThere(planned, done)) {
        if (planned.route !== undefined) pages++;
        reused++;
        continue;
      }
      const made = planned.make(texts);
      take("then" in made ? await made : made);
    } catch (error) {
      if (planned.route === undefined && !(error instanceof SiteCodeError)) throw error;
      return { value: { pages, cached: 0 }, diagnostics: [renderingFailure([planned.route ?? ""], error)] };
    }
    if (planned.route !== undefined) pages++;
  }
  return { value: { pages, cached: reused + plan.finish() }, diagnostics: [] };
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
