/** What every view of one locale is made with. */

import type { Words } from "../i18n/strings.js";
import type { ClientBundle } from "../model/assets.js";
import type { Site } from "../model/site.js";
import type { Urls } from "./urls.js";

export interface RenderContext {
  site: Site;
  locale: string;
  words: Words;
  urls: Urls;
  /** Of all locales, in the configured order, for links between languages. */
  allUrls: Map<string, Urls>;
  assets: ClientBundle;
}
