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
    // Of several choices, the page lets a reader choose.
    const isThere = (status >= 200 && status < 300) || status === 304 || (status === 300 && location === undefined);
    if (isThere) return moved ? { kind: "ok", movedTo: moved } : { kind: "ok" };
    if (refusals.has(status)) return { kind: "refused", reason: String(status) };
    if (status < 300 || status >= 400) return { kind: "broken", reason: String(status) };
    if (location === undefined) return { kind: "broken", reason: `${status} and does not say where it leads` };
    if (!URL.canParse(location, url.href)) return { kind: "broken", reason: `${status} and leads to no address` };
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

/** What the system and Node.js call by a code. */
const words: readonly [code: RegExp, words: string][] = [
  [/^ENOTFOUND$/, "there is no such host"],
  [/^EAI_/, "its host cannot be looked up"],
  [/^ECONNREFUSED$/, "its host accepts no connection"],
  [/^(?:ECONNRESET|EPIPE)$/, "its host closes the connection"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "there is no way to its host"],
  [/^ETIMEDOUT$/, "it does not answer in time"],
  [/^HPE_HEADER_OVERFLOW$/, "its answer has too long a head"],
  [/^HPE_/, "its answer is not HTTP"],
  [/^(?:EPROTO|ERR_SSL_)/, "its answer is not HTTPS"],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "its certificate is for another host"],
  [/^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT/, "it has signed its certificate itself"],
  [/^(?:UNABLE_TO_|CERT_)/, "its certificate cannot be verified"],
];

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isTimeout(error)) return "it does not answer in time";
  if (code === undefined) return message;
  const said = words.find(([pattern]) => pattern.test(code))?.[1];
  return said === undefined ? code : `${said} (${code})`;
}
