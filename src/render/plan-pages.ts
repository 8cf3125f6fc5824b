/** The pages of a site as files to make: each has the key of its draft, and is rendered only where the key is new. */
import type { Templates } from "../model/assets.js";
import type { Route, Texts } from "../model/site.js";
import { type BesideKind, kindOf } from "../pages/index.js";
import type { MadeFile, OutputFile, PlannedFiles } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { digestOf, draftKey, finishDraft, type PageDraft } from "../view/content.js";
import type { RenderContext } from "../view/context.js";
import type { PageKeys } from "./page-keys.js";

/** Makes pages from drafts. */
export interface PageMaker {
  templates: Templates;
  /** Inputs of all pages of a language besides their drafts. */
  salts(context: RenderContext): string;
  memo?: RenderedPages;
  pageKeys(): PageKeys;
  /** Adds the key of a page that was drafted to be shown. */
  noteKey: PageKeys["add"];
  /** The page of the last draft: a page is often made right after its key was requested. */
  drafted?: { path: string; texts: Texts; draft: PageDraft; key: string };
}

/** All pages of a locale, and the files beside them. */
export function planPages(context: RenderContext, maker: PageMaker): PlannedFiles<Texts>[] {
  const routes = [...context.site.routes.values()].filter((route) => kindOf(route).isIn?.(context) ?? true);
  const leadsAway = (route: Route) => kindOf(route).leadsAway;
  // A redirect takes longer to write than to make: the thread that writes has the other pages' time for them.
  return [...routes.filter(leadsAway), ...routes.filter((route) => !leadsAway(route))].flatMap((route) =>
    planPage(route, context, maker),
  );
}

/** A page, and the file beside it. */
function planPage(route: Route, context: RenderContext, maker: PageMaker): PlannedFiles<Texts>[] {
  const { urls, locale } = context;
  const { templates, salts, memo, pageKeys, noteKey } = maker;
  const kind = kindOf(route);
  const path = urls.outputPath(route.route);
  const name = `${locale} ${route.route}`;
  const keyed = (texts: Texts) => {
    if (maker.drafted?.path === path && maker.drafted.texts === texts) return maker.drafted;
    const draft = kind.draft(route, context);
    const own = kind.finish ? kind.finish.key(draft, route, texts, context) : draftKey(draft, texts);
    maker.drafted = { path, texts, draft, key: digestOf(salts(context), route.route, own) };
    return maker.drafted;
  };
  const page: PlannedFiles<Texts> = {
    paths: [path],
    route: route.route,
    key(texts) {
      const key = pageKeys().keyOf(name, route, texts, context, () => keyed(texts).key);
      memo?.keep(path, key);
      return key;
    },
    make(texts) {
      const { draft, key } = keyed(texts);
      maker.drafted = undefined;
      noteKey(name, route, texts, context, key);
      const finish = (content: string): OutputFile[] => {
        // Without a key, the next build makes it again, and says again what is wrong.
        if (kind.finish?.hasFailed?.(route, texts)) return [{ path, content }];
        memo?.set(path, key, content);
        return [{ path, content, key }];
      };
      // A process that builds repeatedly memoizes whole pages.
      const content = memo?.get(key);
      if (content !== undefined) return finish(content);
      const view = kind.finish ? kind.finish.view(draft, route, texts, context) : finishDraft(draft, texts);
      const render = (whole: PageView) => finish(templates.render(whole, context.translator.t));
      return "then" in view ? view.then(render) : render(view);
    },
  };
  return kind.beside ? [page, planBeside(route, context, kind.beside, maker)] : [page];
}

/** The file beside a page. */
function planBeside(route: Route, context: RenderContext, beside: BesideKind, maker: PageMaker): PlannedFiles<Texts> {
  const { salts, pageKeys, noteKey } = maker;
  const url = beside.url(route, context.site.config);
  const source = beside.copyOf?.(route, context);
  const keyOf = (texts: Texts, files: readonly MadeFile[]) =>
    digestOf(salts(context), url, ...(source ? [texts.bodies.own(source).hash] : files.map(({ content }) => content)));
  const name = `${context.locale} ${url}`;
  return {
    paths: [`${context.urls.prefix}${url}`.slice(1)],
    key: (texts) =>
      pageKeys().keyOf(name, route, texts, context, () =>
        keyOf(texts, source ? [] : beside.make(route, texts, context)),
      ),
    make(texts) {
      const files = beside.make(route, texts, context);
      const key = keyOf(texts, files);
      noteKey(name, route, texts, context, key);
      return files.map((file): OutputFile => ({ ...file, key }));
    },
  };
}

/** HTML by the digest of its inputs: the expensive half of rendering is not repeated. */
export type HtmlCache = Map<string, string>;

/** Pages by key. */
export class RenderedPages {
  /** The page of each file, by path: a text that is edited has several while one plan is followed. */
  private readonly used = new Map<string, { key: string; html: string }>();
  private hits = 0;

  constructor(private readonly cache: HtmlCache) {}

  get(key: string): string | undefined {
    const known = this.cache.get(key);
    if (known !== undefined) this.hits++;
    return known;
  }

  set(path: string, key: string, html: string): void {
    this.used.set(path, { key, html });
  }

  /** Pages that exist already are not made again, but may be requested later. */
  keep(path: string, key: string): void {
    const html = this.cache.get(key);
    if (html !== undefined) this.used.set(path, { key, html });
  }

  /** Drops the pages that this build did not use. @returns the number of known pages. */
  finish(): number {
    this.cache.clear();
    for (const { key, html } of this.used.values()) this.cache.set(key, html);
    return this.hits;
  }
}
