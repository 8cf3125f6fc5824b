/** The pages of a site as files to make: each has the key of its draft, and is rendered only where the key is new. */
import { besideUrl } from "../model/addresses.js";
import type { Templates } from "../model/assets.js";
import { changesLocale } from "../model/history.js";
import { documentOf } from "../model/localized.js";
import type { Route, Texts } from "../model/site.js";
import type { MadeFile, OutputFile, PlannedFiles } from "../shared/output.js";
import type { PageView } from "../shared/view.js";
import { draftKey, finishDraft, type PageDraft } from "./content.js";
import type { RenderContext } from "./context.js";
import { routeData } from "./data.js";
import { digestOf } from "./digest.js";
import type { PageKeys } from "./page-keys.js";
import type { PageMemo } from "./page-memo.js";
import { pathsOf } from "./site-files.js";
import { proposalSource } from "./texts.js";
import { type ChangesDraft, changesDraft, changesKey, finishChanges } from "./views/changes.js";
import { pageView } from "./views/index.js";

/** Makes pages from drafts. */
export interface PageMaker {
  templates: Templates;
  /** Inputs of all pages of a language besides their drafts. */
  salts(context: RenderContext): string;
  memo?: PageMemo;
  pageKeys(): PageKeys;
  /** Adds the key of a page that was drafted to be shown. */
  noteKey: PageKeys["add"];
  /** The page of the last draft: a page is often made right after its key was requested. */
  drafted?: { path: string; texts: Texts; draft: PageDraft; key: string };
}

type ChangesRoute = Extract<Route, { kind: "changes" }>;

/** All pages of a locale, and the files beside them. */
export function planPages(context: RenderContext, maker: PageMaker): PlannedFiles<Texts>[] {
  // Differences are in one language; every other page is in all.
  const hasChanges = context.locale === changesLocale(context.site.config);
  const routes = [...context.site.routes.values()];
  const isRedirect = ({ kind }: Route) => kind === "redirect";
  // A redirect takes longer to write than to make: the thread that writes has the other pages' time for them.
  return [...routes.filter(isRedirect), ...routes.filter((route) => !isRedirect(route))].flatMap((route) => {
    if (route.kind !== "changes") return planPage(route, context, maker);
    return hasChanges ? [planChanges(route, context, maker)] : [];
  });
}

/** A page of a difference, which is computed on demand. */
function planChanges(route: ChangesRoute, context: RenderContext, maker: PageMaker): PlannedFiles<Texts> {
  const { templates, salts, memo, pageKeys } = maker;
  const path = context.urls.outputPath(route.route);
  // A page is often made right after its key was requested.
  let known: { texts: Texts; draft: ChangesDraft; key: string } | undefined;
  const keyed = (texts: Texts) => {
    const draft = changesDraft(route, context);
    return { texts, draft, key: digestOf(salts(context), route.route, changesKey(draft, route, texts, context)) };
  };
  return {
    paths: [path],
    route: route.route,
    key(texts) {
      const key = pageKeys().keyOf(`${context.locale} ${route.route}`, route, texts, context, () => {
        known = keyed(texts);
        return known.key;
      });
      memo?.keep(path, key);
      return key;
    },
    async make(texts) {
      const { draft, key } = known?.texts === texts ? known : keyed(texts);
      known = undefined;
      const content =
        memo?.get(key) ?? templates.render(await finishChanges(draft, route, texts, context), context.translator.t);
      memo?.set(path, key, content);
      return [{ path, content, key }];
    },
  };
}

/** A page, and beside it the data of a list or the Markdown of a proposal. */
function planPage(
  route: Exclude<Route, ChangesRoute>,
  context: RenderContext,
  maker: PageMaker,
): PlannedFiles<Texts>[] {
  const { urls, site, locale } = context;
  const { templates, salts, memo, pageKeys, noteKey } = maker;
  const path = urls.outputPath(route.route);
  const name = `${locale} ${route.route}`;
  const keyed = (texts: Texts) => {
    if (maker.drafted?.path === path && maker.drafted.texts === texts) return maker.drafted;
    const draft = pageView(route, context);
    maker.drafted = { path, texts, draft, key: digestOf(salts(context), route.route, draftKey(draft, texts)) };
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
        memo?.set(path, key, content);
        return [{ path, content, key }];
      };
      // A process that builds repeatedly memoizes whole pages.
      const content = memo?.get(key);
      if (content !== undefined) return finish(content);
      const view = finishDraft(draft, texts);
      const render = (whole: PageView) => finish(templates.render(whole, context.translator.t));
      return "then" in view ? view.then(render) : render(view);
    },
  };
  const beside = besideUrl(site.config, route);
  return beside ? [page, planBeside(route, context, beside, maker)] : [page];
}

/** The file beside a page. */
function planBeside(route: Route, context: RenderContext, url: string, maker: PageMaker): PlannedFiles<Texts> {
  const { salts, pageKeys, noteKey } = maker;
  const make = (texts: Texts) =>
    route.kind === "proposal" ? proposalSource(route.proposal, texts, context) : routeData(route, context);
  const source = route.kind === "proposal" ? documentOf(route.proposal, context) : undefined;
  const keyOf = (texts: Texts, files: readonly MadeFile[]) =>
    digestOf(salts(context), url, ...(source ? [texts.bodies.own(source).hash] : files.map(({ content }) => content)));
  const name = `${context.locale} ${url}`;
  return {
    paths: pathsOf([url], context.urls.prefix),
    key: (texts) => pageKeys().keyOf(name, route, texts, context, () => keyOf(texts, source ? [] : make(texts))),
    make(texts) {
      const files = make(texts);
      const key = keyOf(texts, files);
      noteKey(name, route, texts, context, key);
      return files.map((file): OutputFile => ({ ...file, key }));
    },
  };
}
