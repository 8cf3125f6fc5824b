/**
 * The type of a kind of page. Each kind is one file of this folder, one line in `index.ts`, and one template. Plan, link
 * check, sitemap and server use this type and know no kind by name.
 */
import type { SiteConfig } from "../../config/index.js";
import type { OutputFile } from "../../shared/output.js";
import type { PageView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { PageAddresses } from "../../site/model/kinds.js";
import type { Route, Site, Texts } from "../../site/model/site.js";

/** @template R the type of its routes, with fields of this kind. */
export interface PageKind<R extends Route = Route> extends PageAddresses<R> {
  kind: R["kind"];
  /** Name of its template in `templates/`. */
  template: string;
  /** Makes the content of the page in one language. */
  view(route: R, context: RenderContext, texts: Texts): PageView;
  /** Whether search engines should list it; by default they should. */
  isIndexed?(route: R, site: Pick<Site, "docs">): boolean;
  /** Day of the last change of its content, for search engines. */
  lastChange?(route: R, site: Pick<Site, "history">): string | undefined;
  /** Whether it has pages in this language; by default it has them in all. */
  isIn?(context: RenderContext): boolean;
  /** The file for programs beside the page. */
  beside?: BesideKind<R>;
}

/** A file for programs beside a page. */
export interface BesideKind<R extends Route = Route> {
  /** Its address, without locale prefix. */
  url(route: R, config: SiteConfig): string;
  make(route: R, texts: Texts, context: RenderContext): OutputFile[];
}
