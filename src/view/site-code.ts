/** Calls functions of a site's configuration: what they throw becomes an error with its place in the site's files, and their time is counted. */
import { originOf, placeOfThrown, thrownText } from "../config/index.js";
import { SiteCodeError } from "../model/assets.js";

export { SiteCodeError } from "../model/assets.js";

const spent = new Map<string, number>();

/** What the functions of sites took in this thread since it began, in milliseconds, by what they are. */
export function siteCodeTimes(): ReadonlyMap<string, number> {
  return spent;
}

/**
 * @param what the function, for the message and the list of times.
 * @param hook identifies where it was written.
 * @param about what it was called for, for the message.
 */
export function callSite<T>(what: string, hook: object, call: () => T, about = ""): T {
  const start = performance.now();
  const count = () => spent.set(what, (spent.get(what) ?? 0) + performance.now() - start);
  const failed = (error: unknown): never => {
    count();
    if (error instanceof SiteCodeError) throw error;
    const origin = originOf(hook);
    const place = origin && placeOfThrown(error, origin.code, origin.root);
    throw new SiteCodeError(`${what}${about} failed: ${thrownText(error)}`, place);
  };
  const done = <R>(result: R): R => {
    count();
    return result;
  };
  try {
    const result = call();
    return result instanceof Promise ? (result.then(done, failed) as T) : done(result);
  } catch (error) {
    return failed(error);
  }
}
