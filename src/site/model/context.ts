/** The site in one locale: the context for rendering, search and checks of a page. */

import type { Series } from "../../config/index.js";
import type { Translator } from "../../config/strings.js";
import type { ClientBundle } from "./bundle.js";
import type { Site, SitePages } from "./site.js";
import type { Urls } from "./urls.js";

export interface LocaleContext<S extends SitePages = Site> {
  site: S;
  locale: string;
  translator: Translator;
  urls: Urls;
  /** The addresses in all locales, in the configured order, for links between languages. */
  allUrls: Map<string, Urls>;
}

/** The context for code that does not depend on links. */
export type PagesContext = LocaleContext<SitePages>;

/** The common inputs of all views of one locale. */
export interface RenderContext extends LocaleContext {
  assets: ClientBundle;
  /** HTML of the announcement; undefined if there is none. */
  announcement: string | undefined;
  /** Undefined if the configuration does not ask for them. */
  incoming?: readonly IncomingProposal[] | undefined;
}

/** A new proposal of an open pull request. Its texts come from a stranger, so only the page of these proposals shows them. */
export interface IncomingProposal {
  request: number;
  /** Relative to the root. */
  path: string;
  series: Series;
  number?: number;
  /** Without markup, as are the names. */
  title: string;
  authors: string[];
}
