/** What every view of one locale is made with. */
import type { ClientBundle } from "../model/assets.js";
import type { LocaleContext } from "../model/context.js";
import type { ChangesSource } from "../model/site.js";

export interface RenderContext extends LocaleContext {
  assets: ClientBundle;
  changes: ChangesSource;
}
