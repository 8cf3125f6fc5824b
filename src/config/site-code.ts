/** Calls functions of a site's configuration: what they throw becomes an error with its place in the site's files. */

import { locationOfThrown, SiteCodeError, thrownText } from "./site-errors.js";
import { originOf } from "./site-functions.js";

/**
 * @param name the function, for the message.
 * @param hook identifies where it was written.
 * @param about what it was called for, for the message.
 */
export function callSite<T>(name: string, hook: object, call: () => T, about = ""): T {
  const failed = (error: unknown): never => {
    if (error instanceof SiteCodeError) throw error;
    const origin = originOf(hook);
    const location = origin && locationOfThrown(error, origin.code, origin.root);
    throw new SiteCodeError(`${name}${about} failed: ${thrownText(error)}`, location);
  };
  try {
    const result = call();
    return result instanceof Promise ? (result.catch(failed) as T) : result;
  } catch (error) {
    return failed(error);
  }
}
