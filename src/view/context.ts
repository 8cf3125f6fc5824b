/** The common inputs of all views of one locale. */
import type { ClientBundle } from "../model/assets.js";
import type { LocaleContext } from "../model/context.js";

export interface RenderContext extends LocaleContext {
  assets: ClientBundle;
  /** HTML of the announcement; undefined if there is none. */
  announcement: string | undefined;
}
