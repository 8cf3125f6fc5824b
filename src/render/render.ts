/** The fourth stage: from the site to its files, for every locale. */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import {
  besideUrl,
  changesFeedUrl,
  dataFileUrl,
  feedTopics,
  historyFileUrl,
  openSearchUrl,
  registerFileUrl,
  type SiteFile,
  searchUiUrl,
  siteFileUrl,
  topicFeedUrl,
} from "../model/addresses.js";
import { TemplateError, type Templates } from "../model/assets.js";
import { changesLocale } from "../model/history.js";
import type { Route } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import { lazy } from "../shared/lazy.js";
import type { OutputFile, PlannedFiles } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { cardFolder, drawCards } from "./cards.js";
import { changesFeed } from "./changes-feed.js";
import { draftKey, finishDraft, type PageDraft } from "./content.js";
import type { RenderContext } from "./context.js";
import { docsData, historyData, registerData, routeData } from "./data.js";
import { registerFeeds } from "./feeds.js";
import { imageSizeOf } from "./image-size.js";
import { manifest, openSearch, robots, sitemap } from "./machine.js";
import { PageKeys, sharedDigest } from "./page-keys.js";
import { searchUi } from "./search-ui.js";
import { headers } from "./security.js";
import { llmsFiles, proposalSource } from "./texts.js";
import { type ChangesDraft, changesDraft, changesKey, finishChanges } from "./views/changes.js";
import { pageView } from "./views/index.js";

/** HTML by the digest of its inputs: the expensive half of rendering is not repeated. */
export type HtmlCache = Map<string, string>;

export interface RenderRequest {
  contexts: readonly RenderContext[];
  templates: Templates;
  /** Identifies the program that renders. */
  program: string;
  /** The texts of the site. */
  sources: readonly SourceFile[];
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
  files: PlannedFiles[];
  /**
   * Must be called after all files were made: drops the pages that this build does not have. @returns the number of
   * known pages before.
   */
  finish(): number;
}

export function planRendering(request: RenderRequest): RenderPlan {
  const { contexts, templates, program, cache, store } = request;
  const memo = cache && new PageMemo(cache);
  const known = new Map<RenderContext, string>();
  const salts = (context: RenderContext) => {
    const salt =
      known.get(context) ??
      digestOf(program, templates.hash, context.locale, JSON.stringify(context.translator.strings));
    known.set(context, salt);
    return salt;
  };
  const sizes = lazy(() => pictureSizes(contexts));
  const whole = lazy(() => siteDigest(request, sizes()));
  const shared = lazy(() => sharedDigest(contexts, [program, templates.hash, sizes()]));
  /** Sets the keys of files: the digests of their inputs. */
  const keyedBy =
    (digest: () => string) =>
    (planned: PlannedFiles): PlannedFiles => {
      const key = () => digestOf(digest(), ...planned.paths);
      // A process that builds repeatedly has no output to compare keys with.
      if (memo) return { ...planned, key };
      const withKey = (files: readonly OutputFile[]) => files.map((file): OutputFile => ({ ...file, key: key() }));
      return {
        ...planned,
        key,
        make() {
          const made = planned.make();
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
  const files = contexts.flatMap((context) => [
    ...[...context.site.routes.values()].flatMap((route) => {
      if (route.kind !== "changes") return planPage(route, context, maker);
      return isIn(route, context) ? [planChanges(route, context, maker)] : [];
    }),
    ...localeFiles(context).map(keyedBy(shared)),
  ]);
  const [first] = contexts;
  if (first) {
    files.push(...siteFiles(first, contexts, store).map(keyedBy(shared)));
    files.push(keyedBy(whole)(textFiles(first)));
  }
  const finish = () => {
    keys?.save();
    return memo?.finish() ?? 0;
  };
  return { files, finish };
}

/** Digest of all inputs of a site except its templates. */
function siteDigest({ contexts, program, sources }: RenderRequest, sizes: string): string {
  const [first] = contexts;
  return digestOf(
    program,
    JSON.stringify(first?.site.config),
    sources.map(({ path, hash }) => `${path} ${hash}`).join("\n"),
    first?.site.historyDigest ?? "",
    JSON.stringify(first?.site.registers.map(({ historyEnd }) => historyEnd)),
    sizes,
    ...contexts.map(({ locale, translator }) => locale + JSON.stringify(translator.strings)),
  );
}

/** The sizes of a site's pictures, by address, as text. */
function pictureSizes([first]: readonly RenderContext[]): string {
  const pictures = [...(first?.site.files.values() ?? [])].filter(({ path }) =>
    /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(path),
  );
  return JSON.stringify(pictures.map(({ url, path }) => [url, imageSizeOf(path)]));
}

/**
 * @param take receives files as they are made, so that they can be written while others are rendered.
 * @param isThere whether planned files exist and need not be made; it gets the number of files planned before them.
 */
export async function renderSite(
  plan: RenderPlan,
  take: (files: readonly OutputFile[]) => void,
  isThere: (planned: PlannedFiles, done: number) => boolean = () => false,
): Promise<Result<Rendered>> {
  let pages = 0;
  let reused = 0;
  for (const [done, planned] of plan.files.entries()) {
    try {
      if (isThere(planned, done)) {
        if (planned.route !== undefined) pages++;
        reused++;
        continue;
      }
      const made = planned.make();
      take("then" in made ? await made : made);
    } catch (error) {
      if (planned.route === undefined) throw error;
      return { value: { pages, cached: 0 }, diagnostics: [templateFailure([planned.route], error)] };
    }
    if (planned.route !== undefined) pages++;
  }
  return { value: { pages, cached: reused + plan.finish() }, diagnostics: [] };
}

/** @param routes routes of the pages that failed for the same reason; at least one. */
export function templateFailure(routes: readonly string[], error: unknown): Diagnostic {
  const [first, ...others] = routes;
  const pages = others.length === 0 ? first : `${first} and ${others.length} more`;
  const reason = error instanceof Error ? error.message : error;
  const place = error instanceof TemplateError ? error.place : undefined;
  return diagnose("template-failed", `the template of ${pages} failed: ${reason}`, place);
}

/** Differences are in one language; every other page is in all. */
function isIn(_route: ChangesRoute, { site, locale }: RenderContext): boolean {
  return locale === changesLocale(site.config);
}

type ChangesRoute = Extract<Route, { kind: "changes" }>;

/** A page of a difference, which is computed on demand. */
function planChanges(route: ChangesRoute, context: RenderContext, maker: PageMaker): PlannedFiles {
  const { templates, salts, memo, pageKeys } = maker;
  const path = context.urls.outputPath(route.route);
  // A page is often made right after its key was requested.
  let known: { draft: ChangesDraft; key: string } | undefined;
  const keyed = () => {
    const draft = changesDraft(route, context);
    return { draft, key: digestOf(salts(context), route.route, changesKey(draft, route, context)) };
  };
  return {
    paths: [path],
    route: route.route,
    key() {
      const key = pageKeys().keyOf(`${context.locale} ${route.route}`, route, context, () => {
        known = keyed();
        return known.key;
      });
      memo?.keep(key);
      return key;
    },
    async make() {
      const { draft, key } = known ?? keyed();
      known = undefined;
      const content =
        memo?.get(key) ?? templates.render(await finishChanges(draft, route, context), context.translator.t);
      memo?.set(key, content);
      return [{ path, content, key }];
    },
  };
}

/** A page, and beside it the data of a list or the Markdown of a proposal. */
function planPage(route: Exclude<Route, ChangesRoute>, context: RenderContext, maker: PageMaker): PlannedFiles[] {
  const { urls, site, locale } = context;
  const { templates, salts, memo, pageKeys, noteKey } = maker;
  const path = urls.outputPath(route.route);
  const name = `${locale} ${route.route}`;
  const keyed = () => {
    if (maker.drafted?.path === path) return maker.drafted;
    const draft = pageView(route, context);
    maker.drafted = { path, draft, key: digestOf(salts(context), route.route, draftKey(draft)) };
    return maker.drafted;
  };
  const page: PlannedFiles = {
    paths: [path],
    route: route.route,
    key() {
      const key = pageKeys().keyOf(name, route, context, () => keyed().key);
      memo?.keep(key);
      return key;
    },
    make() {
      const { draft, key } = keyed();
      maker.drafted = undefined;
      noteKey(name, route, context, key);
      const finish = (content: string): OutputFile[] => {
        memo?.set(key, content);
        return [{ path, content, key }];
      };
      // A process that builds repeatedly memoizes whole pages.
      const content = memo?.get(key);
      if (content !== undefined) return finish(content);
      const view = finishDraft(draft);
      const render = (whole: PageView) => finish(templates.render(whole, context.translator.t));
      return "then" in view ? view.then(render) : render(view);
    },
  };
  const beside = besideUrl(site.config, route);
  return beside ? [page, planBeside(route, context, beside, maker)] : [page];
}

/** The file beside a page. */
function planBeside(route: Route, context: RenderContext, url: string, maker: PageMaker): PlannedFiles {
  const { salts, pageKeys, noteKey } = maker;
  const make = () => (route.kind === "proposal" ? proposalSource(route.proposal, context) : routeData(route, context));
  const keyOf = (files: readonly OutputFile[]) =>
    digestOf(salts(context), url, ...files.map(({ content }) => String(content)));
  const name = `${context.locale} ${url}`;
  return {
    paths: pathsOf([url], context.urls.prefix),
    key: () => pageKeys().keyOf(name, route, context, () => keyOf(make())),
    make() {
      const files = make();
      const key = keyOf(files);
      noteKey(name, route, context, key);
      return files.map((file): OutputFile => ({ ...file, key }));
    },
  };
}

/** Files of every locale besides its pages: they depend on the facts of texts, not on their bodies. */
function localeFiles(context: RenderContext): PlannedFiles[] {
  const { site, urls } = context;
  const { prefix } = urls;
  const { registers, docs, config } = site;
  return [
    ...registers.flatMap((register): PlannedFiles[] => {
      const { series } = register;
      const feeds = [
        ...(["rss", "atom", "jsonFeed"] as const).map((file) => registerFileUrl(series, file)),
        ...feedTopics(series).map((topic) => topicFeedUrl(series, topic)),
      ];
      return [
        {
          paths: pathsOf([registerFileUrl(series, "register")], prefix),
          make: () => [registerData(register, context)],
        },
        {
          paths: register.historyEnd ? pathsOf([changesFeedUrl(series)], prefix) : [],
          make: () => changesFeed(register, context),
        },
        { paths: pathsOf(feeds, prefix), make: () => registerFeeds(register, context) },
      ];
    }),
    ...(config.docs
      ? [{ paths: pathsOf([dataFileUrl(config.docs.route)], prefix), make: () => docsData(docs, context) }]
      : []),
    ...(config.search.provider === "none"
      ? []
      : [
          { paths: pathsOf([openSearchUrl("")], prefix), make: () => openSearch(context) },
          { paths: pathsOf([searchUiUrl(context.locale)], ""), make: () => searchUi(context) },
        ]),
  ];
}

/** The texts of the whole site. */
function textFiles(first: RenderContext): PlannedFiles {
  return { paths: pathsOf([siteFileUrl("llms"), siteFileUrl("llmsFull")], ""), make: () => llmsFiles(first) };
}

/** Files that a site has once, at the default locale's addresses. */
function siteFiles(first: RenderContext, contexts: readonly RenderContext[], pictures: Cache): PlannedFiles[] {
  const path = (file: SiteFile) => siteFileUrl(file).slice(1);
  return [
    { paths: [path("sitemap")], make: async () => [await sitemap(contexts)] },
    ...first.site.registers.map(
      (register): PlannedFiles => ({
        paths: register.historyEnd ? pathsOf([historyFileUrl(register.series)], "") : [],
        make: () => historyData(register),
      }),
    ),
    { paths: [path("robots")], make: () => [robots(first)] },
    { paths: [path("manifest")], make: () => [manifest(first)] },
    { paths: ["_headers"], make: () => [headers(first)] },
    ...(first.site.config.socialCards
      ? [{ paths: [cardFolder.slice(1)], make: () => drawCards(first, pictures) }]
      : []),
  ];
}

function pathsOf(urls: readonly string[], prefix: string): string[] {
  return urls.map((url) => `${prefix}${url}`.slice(1));
}

/** Makes pages from drafts. */
interface PageMaker {
  templates: Templates;
  /** Inputs of all pages of a language besides their drafts. */
  salts(context: RenderContext): string;
  memo?: PageMemo;
  pageKeys(): PageKeys;
  /** Adds the key of a page that was drafted to be shown. */
  noteKey: PageKeys["add"];
  /** The page of the last draft: a page is often made right after its key was requested. */
  drafted?: { path: string; draft: PageDraft; key: string };
}

/** Pages by key. */
class PageMemo {
  private readonly used: HtmlCache = new Map();
  private hits = 0;

  constructor(private readonly cache: HtmlCache) {}

  get(key: string): string | undefined {
    const known = this.cache.get(key);
    if (known !== undefined) this.hits++;
    return known;
  }

  set(key: string, html: string): void {
    this.used.set(key, html);
  }

  /** Pages that exist already are not made again, but may be requested later. */
  keep(key: string): void {
    const known = this.cache.get(key);
    if (known !== undefined) this.used.set(key, known);
  }

  /** Drops the pages that this build did not use. @returns the number of known pages. */
  finish(): number {
    this.cache.clear();
    for (const [key, html] of this.used) this.cache.set(key, html);
    return this.hits;
  }
}

function digestOf(...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("base64url").slice(0, 32);
}
