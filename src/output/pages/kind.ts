/**
 * What a kind of page is: one file of this folder, one line in `index.ts`, and one template. The stages (plan, link check, sitemap, server) ask a
 * kind for what they need and know no member by name.
 */
import type { SiteConfig } from "../../config/index.js";
import type { OutputFile } from "../../shared/output.js";
import type { PageView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { PageAddresses } from "../../site/model/kinds.js";
import type { Route, Site, Texts } from "../../site/model/site.js";

/** @template R its routes: the fields that it adds are its own. */
export interface PageKind<R extends Route = Route> extends PageAddresses<R> {
  kind: R["kind"];
  /** Name of its template in `templates/`. */
  template: string;
  /** What the page shows in one language. */
  view(route: R, context: RenderContext, texts: Texts): PageView;
  /** Whether search engines should list it; by default they should. */
  isIndexed?(route: R, site: Pick<Site, "docs">): boolean;
  /** Day of the last change of what it shows, for search engines. */
  lastChange?(route: R, site: Pick<Site, "history">): string | undefined;
  /** Whether it has a page in this language; by default in all. */
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
