/** The output of the asset stage, for rendering. */

import type { SourceLocation } from "../../config/index.js";
import type { OwnPageProps, SiteData } from "../../shared/extension.js";
import type { OutputFile } from "../../shared/output.js";
import type { PageView, Translate } from "../../shared/view.js";

/** The page templates, compiled. */
export interface Templates {
  /** Renders a whole page, including `<!doctype html>`. Throws the errors of templates. */
  render(view: PageView, t: Translate): string;
  /** The site's own pages that are components. */
  pages: readonly PageComponent[];
  /** Whether a template of the site replaces one of the package. */
  hasOwn: boolean;
}

/** A component that makes one of the site's own pages, or several. Its functions throw `SiteCodeError`. */
export interface PageComponent {
  /** Relative to the root. */
  file: string;
  /** What it exports as `title` and `description`, if anything. */
  title(props: OwnPageProps): unknown;
  description(props: OwnPageProps): unknown;
  /** What its `paths` returns; undefined if it exports none. */
  paths?(site: SiteData): unknown;
  /** HTML. */
  render(props: OwnPageProps): string;
}

export interface Icon {
  rel: string;
  /** Address from `/`. */
  href: string;
  type?: string;
  sizes?: string;
}

/** Style sheets, of which each page has one: those of some kinds of pages, and `main` of all others. */
export const pageStyles = ["archive", "compare", "figures", "home", "main", "search"] as const;
export type PageStyle = (typeof pageStyles)[number];

/** The browser's files, bundled; addresses begin with `/`. */
export interface ClientBundle {
  files: OutputFile[];
  /** Style sheets of the site's own look, on every page. */
  stylesheets: string[];
  pageStylesheets: Record<PageStyle, string>;
  scripts: string[];
  /** Style sheet of the search dialog, which is loaded on demand. */
  searchStylesheet: string;
  /** Module worker that answers from the embedded index. */
  searchWorker: string;
  /** Inline script that runs before the first paint. */
  inlineScript: string;
  icons: Icon[];
  /** Default social card, for pages without one. */
  socialImage?: string;
  /** The site's own look, if it has one. */
  look?: SiteLook | undefined;
}

/** The site's own look, bundled. */
export interface SiteLook {
  files: OutputFile[];
  /** Address from `/`, if there is one. */
  stylesheet?: string | undefined;
  /** Addresses of the files that the head names, by what it names. */
  addresses: Readonly<Record<string, string>>;
}

/** A template threw an error or returned nothing. */
export class TemplateError extends Error {
  constructor(
    message: string,
    readonly location?: SourceLocation,
  ) {
    super(message);
  }
}
