/** The site in one locale: the context for rendering, search and checks of a page. */

import type { Translator } from "../../config/strings.js";
import type { ClientBundle } from "./bundle.js";
import type { Site, SitePages } from "./site.js";
import type { Urls } from "./urls.js";

export interface LocaleContext<S extends SitePages = Site> {
  site: S;
  locale: string;
  translator: Translator;
  urls: Urls;
  /** Those of all locales, in the configured order, for links between languages. */
  allUrls: Map<string, Urls>;
}

/** For code that does not depend on links. */
export type PagesContext = LocaleContext<SitePages>;

// The common inputs of all views of one locale.

export interface RenderContext extends LocaleContext {
  assets: ClientBundle;
  /** HTML of the announcement; undefined if there is none. */
  announcement: string | undefined;
}
