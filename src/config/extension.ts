/** The type of an extension as a package publishes it. */
import type { ConfigInput } from "./schema.js";

/** A part of a configuration that is published for many sites, see `extensions`. Its keys are defaults, and its lists come before the site's own. */
export interface Extension extends Partial<Omit<ConfigInput, "$schema" | "extensions">> {
  /** Names it in messages: lower-case letters, digits and -. */
  name: string;
}
