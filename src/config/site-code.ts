/** Calls functions of a site's configuration, and gives their errors a location in the site's files. */

import { locationOfThrown, SiteCodeError, thrownText } from "./site-errors.js";
import { originOf } from "./site-functions.js";

/**
 * Calls code of a site.
 * @param name the function, for the message.
 * @param hook the function or object that is called, by which its file is found.
 * @param about the text for which it is called, for the message.
 * @throws a `SiteCodeError` if the code throws or rejects.
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
