/** The site in one locale: the context for rendering, search and checks of a page. */
import type { Translator } from "../i18n/strings.js";
import type { Site } from "./site.js";
import type { Urls } from "./urls.js";

export interface LocaleContext {
  site: Site;
  locale: string;
  translator: Translator;
  urls: Urls;
  /** Of all locales, in the configured order, for links between languages. */
  allUrls: Map<string, Urls>;
}
