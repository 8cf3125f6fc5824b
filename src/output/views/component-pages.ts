/** The site's own pages that are components: their addresses, and their HTML. */
import { posix } from "node:path";
import { SiteCodeError } from "../../config/index.js";
import { cleanText } from "../../shared/clean-text.js";
import type { OwnPagePath, OwnPageProps } from "../../shared/extension.js";
import type { PageComponent } from "../../site/model/bundle.js";
import type { PagesContext } from "../../site/model/context.js";
import type { OwnPage } from "../../site/model/site.js";
import { perContextAnd } from "./memo.js";
import { siteData } from "./site-data.js";

/** The pages of a component in one language, in its order. Two may have the same route. */
const entriesOf = perContextAnd((code: PageComponent, context: PagesContext): [route: string, entry: OwnPagePath][] => {
  const { pages } = context.site.config;
  const file = posix.relative(pages || "", code.file).replace(/\.tsx$/, "");
  const route = posix.join("/", file.replace(/(^|\/)index$/, "$1"));
  if (!code.paths) return [[withoutSlash(route), { path: route }]];
  const list = code.paths(siteData(context));
  if (!Array.isArray(list)) throw pageError(code, "paths must return a list: [{ path, title, data }]");
  return list.map((entry: unknown, index) => {
    const { path, title, description } = (entry ?? {}) as Partial<Record<keyof OwnPagePath, unknown>>;
    if (typeof path !== "string" || !isAddress(path))
      throw pageError(code, `paths[${index}].path must be the address of a page, such as "ada" or "/people/ada"`);
    for (const [name, value] of Object.entries({ title, description }))
      if (value !== undefined && typeof value !== "string")
        throw pageError(code, `paths[${index}].${name} must be a text`);
    return [withoutSlash(posix.resolve(posix.dirname(posix.join("/", file)), path)), entry as OwnPagePath];
  });
});

const withoutSlash = (route: string) => (route === "/" ? route : route.replace(/\/$/, ""));

/** Whether every part of a path can be a name in files and URLs. */
function isAddress(path: string): boolean {
  const parts = path.replace(/^\/|\/$/g, "").split("/");
  return (
    !/[?#%\\]/.test(path) && cleanText(path) === path && parts.every((part) => path === "/" || !/^\.{0,2}$/.test(part))
  );
}

function pageError({ file }: PageComponent, problem: string): SiteCodeError {
  return new SiteCodeError(`${file}: ${problem}`, { file, line: 1, column: 1 });
}

/** The pages of a component. @throws SiteCodeError */
export function ownPagesOf(code: PageComponent, context: PagesContext): OwnPage[] {
  return entriesOf(code, context).map(([route]) => ({ route, code }));
}

/** The result of a component for one page. */
export interface RenderedPage {
  title: string;
  description: string;
  html: string;
}

/** Calls the component of a page. @throws SiteCodeError */
export const renderOwnPage = perContextAnd(({ route, code }: OwnPage, context: PagesContext): RenderedPage => {
  const { urls, locale, translator } = context;
  const [, entry] = entriesOf(code, context).find(([entryRoute]) => entryRoute === route) ?? [];
  if (!entry) throw pageError(code, `paths returned ${route} in another language, but not in ${locale}`);
  const props: OwnPageProps = {
    site: siteData(context),
    data: entry.data,
    t: translator.t,
    locale,
    href: (to) => urls.configured(to, () => true),
  };
  const textOf = (name: "title" | "description") => {
    const value = entry[name] ?? code[name](props);
    if (value !== undefined && typeof value !== "string") throw pageError(code, `its ${name} must be a text`);
    return value;
  };
  const title = textOf("title") ?? posix.basename(route);
  return { title, description: textOf("description") ?? title, html: code.render(props) };
});
