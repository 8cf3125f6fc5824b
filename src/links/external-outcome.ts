/** The outcome of an address on another site; redirects are followed one by one, so that each is checked. */
import { isPrivateError, isTimeout, type Visit } from "./external-request.js";

export type LinkOutcome =
  | { kind: "ok"; movedTo?: string }
  | { kind: "broken"; reason: string }
  /** The host refuses programs: the link can be neither confirmed nor rejected. */
  | { kind: "refused"; reason: string }
  | { kind: "unreachable"; reason: string }
  | { kind: "private" };

export type Judge = (url: string) => Promise<LinkOutcome>;

const maxRedirects = 10;
/** Forbidden, too many requests, and statuses that some hosts use for the same. */
const refusals = new Set([401, 403, 407, 429, 451, 999]);

export function judgeBy(visit: Visit): Judge {
  return async (url) => {
    try {
      return await follow(visit, new URL(url));
    } catch (error) {
      return isPrivateError(error) ? { kind: "private" } : { kind: "unreachable", reason: reasonOf(error) };
    }
  };
}

async function follow(visit: Visit, start: URL): Promise<LinkOutcome> {
  let url = start;
  let permanent = true;
  let moved: string | undefined;
  let wantsCookies = false;
  const seen = new Set<string>();
  for (let hop = 0; hop <= maxRedirects; hop++) {
    // Redirects until a cookie comes back: a browser would show a page.
    if (seen.has(url.href) && wantsCookies) break;
    seen.add(url.href);
    const { status, location, setsCookie } = await visit(url);
    wantsCookies ||= setsCookie ?? false;
    if ((status >= 200 && status < 300) || status === 304)
      return moved ? { kind: "ok", movedTo: moved } : { kind: "ok" };
    if (refusals.has(status)) return { kind: "refused", reason: String(status) };
    if (status >= 400 || location === undefined || !URL.canParse(location, url.href))
      return { kind: "broken", reason: String(status) };
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) return { kind: "broken", reason: `${status} and leads to ${url.protocol}` };
    // A temporary redirect may change: the new address is that of the last permanent one.
    permanent &&= status === 301 || status === 308;
    if (permanent) moved = url.href;
  }
  return wantsCookies
    ? { kind: "refused", reason: "redirects until a cookie comes back" }
    : { kind: "broken", reason: `more than ${maxRedirects} redirects` };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isTimeout(error)) return "it does not answer in time";
  return code === "ENOTFOUND" ? "there is no such host" : (code ?? message);
}
