/** What the asset stage gives to rendering. */
import type { OutputFile } from "../shared/output.js";
import type { PageView, Translate } from "../shared/view.js";

/** The page templates, compiled. */
export interface Templates {
  /** Renders a whole page, `<!doctype html>` included. Throws what a template throws. */
  render(view: PageView, t: Translate): string;
  /** Identifies the compiled code, for caches. */
  hash: string;
}

export interface Icon {
  rel: string;
  /** Address from `/`. */
  href: string;
  type?: string;
  sizes?: string;
}

/** Kinds of pages with a style sheet of their own beside that of every page. */
export const pageStyles = ["archive", "figures", "search"] as const;
export type PageStyle = (typeof pageStyles)[number];

/** The browser's files, bundled; addresses begin with `/`. */
export interface ClientBundle {
  files: OutputFile[];
  /** Of every page. */
  stylesheets: string[];
  pageStylesheets: Record<PageStyle, string>;
  scripts: string[];
  /** Style sheet of the search modal, which no page asks for by itself. */
  searchStylesheet: string;
  /** Module worker that answers from the embedded index. */
  searchWorker: string;
  /** Runs before the first paint, from within the page. */
  inlineScript: string;
  icons: Icon[];
  /** Picture for links that are shared, where a page has none of its own. */
  socialImage?: string;
}

/** A place in one of the site's own files. */
export interface SourcePlace {
  file: string;
  line: number;
  column: number;
}

/** A template has thrown, or given nothing. */
export class TemplateError extends Error {
  constructor(
    message: string,
    readonly place?: SourcePlace,
  ) {
    super(message);
  }
}
