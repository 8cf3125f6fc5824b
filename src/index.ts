/** What a site's own files import from "cipgen". */
import type { ConfigInput } from "./config/schema.js";

export type { ConfigInput, SeriesInput } from "./config/schema.js";
export type * from "./shared/view.js";

/** Gives a config file types and completion; the config itself is returned unchanged. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
