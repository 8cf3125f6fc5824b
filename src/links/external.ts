/** Links to other sites: each address is requested once, and its answer becomes findings at every place that links to it. */
import { type Ask, isPrivateError, isTimeout, type Visit } from "./external-request.js";
import { htmlFacts } from "./extract-html.js";
import type { ExternalLink, LinkProblem } from "./facts.js";
import type { LinkFinding } from "./findings.js";
import { fragmentId, namesPart } from "./page-ids.js";

/**
 * @param onProgress called with the number of finished addresses.
 * @param anchorsOf ids of a page, or undefined if they are unknown; without it fragments are not checked.
 */
export async function checkExternal(
  links: readonly ExternalLink[],
  judge: LinkJudge,
  onProgress: (done: number, total: number) => void,
  anchorsOf?: AnchorsOf,
): Promise<LinkFinding[]> {
  const urls = [...new Set(links.map(({ url }) => withoutHash(url)))];
  let done = 0;
  const outcomes = new Map(
    await Promise.all(
      urls.map(async (url): Promise<[string, LinkOutcome]> => {
        const outcome = await judge(url);
        onProgress(++done, urls.length);
        return [url, outcome];
      }),
    ),
  );
  const isThere = (url: string) => outcomes.get(withoutHash(url))?.kind === "ok";
  const missing = anchorsOf ? await missingAnchors(links.map(({ url }) => url).filter(isThere), anchorsOf) : new Set();
  return links.flatMap(({ path, offset, text, url }) => {
    const outcome = outcomes.get(withoutHash(url));
    const place = { path, offset, text, target: url };
    const problem = outcome && outcomeProblem(outcome, text);
    const anchor = missing.has(url) ? [{ ...anchorProblem(text), ...place }] : [];
    return problem ? [{ ...problem, ...place }, ...anchor] : anchor;
  });
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, "");
}

function anchorProblem(url: string): LinkProblem {
  const message = `${url} leads to a page without an element of this id`;
  return { code: "external-anchor", message, help: "Open the page, and link to one of its present fragments." };
}

function outcomeProblem(outcome: LinkOutcome, url: string): LinkProblem | undefined {
  switch (outcome.kind) {
    case "ok":
      return outcome.movedTo
        ? {
            code: "external-moved",
            message: `${url} has moved for good to ${outcome.movedTo}`,
            help: "Link to the new address.",
          }
        : undefined;
    case "broken":
      return {
        code: "external-broken",
        message: `${url} answers ${outcome.reason}`,
        help: "Link to where it is now, or to an archived copy.",
      };
    case "refused":
      return {
        code: "external-refused",
        message: `${url} answers ${outcome.reason} to programs, so it could not be checked`,
        help: "Look at it in a browser.",
      };
    case "unreachable":
      return { code: "external-unreachable", message: `${url} cannot be reached: ${outcome.reason}` };
    case "private":
      return {
        code: "external-private",
        message: `${url} leads into a private network and was not requested`,
        help: "Readers elsewhere cannot open it.",
      };
  }
}

export type LinkOutcome =
  | { kind: "ok"; movedTo?: string }
  | { kind: "broken"; reason: string }
  /** The host refuses programs: the link can be neither confirmed nor rejected. */
  | { kind: "refused"; reason: string }
  | { kind: "unreachable"; reason: string }
  | { kind: "private" };

export type LinkJudge = (url: string) => Promise<LinkOutcome>;

const maxRedirects = 10;
/** Forbidden, too many requests, and statuses that some hosts use for the same. */
const refusals = new Set([401, 403, 407, 429, 451, 999]);

export function judgeBy(visit: Visit): LinkJudge {
  return async (url) => {
    try {
      return await follow(visit, new URL(url));
    } catch (error) {
      return isPrivateError(error) ? { kind: "private" } : { kind: "unreachable", reason: unreachableReason(error) };
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

function unreachableReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isTimeout(error)) return "it does not answer in time";
  if (code === undefined) return message;
  const said = words.find(([pattern]) => pattern.test(code))?.[1];
  return said === undefined ? code : `${said} (${code})`;
}

/** @returns undefined if it is not a page, or cannot be read. */
type AnchorsOf = (url: string) => Promise<ReadonlySet<string> | undefined>;

/** @param ask sends requests, with the policy of external-policy.ts. */
export function anchorsBy(ask: Ask): AnchorsOf {
  return async (start) => {
    let url = new URL(start);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { html, location, status } = await ask(url, "PAGE").catch(() => ({
        status: 0,
        html: undefined,
        location: undefined,
      }));
      if (html !== undefined) return htmlFacts(html).anchors;
      if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href))
        return undefined;
      url = new URL(location, url);
      if (!/^https?:$/.test(url.protocol)) return undefined;
    }
    return undefined;
  };
}

/** Fragments that scripts of a page read: routes of applications, lines of code, times, texts. The page need not have such an id. */
const forScripts = /^(?:$|[!/:]|L\d|:~:|t=|page=|xpointer|.*[=&/])/;

/** @returns the addresses whose pages do not have their fragment. */
async function missingAnchors(urls: readonly string[], anchorsOf: AnchorsOf): Promise<Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const url of urls) {
    const [page = "", fragment = ""] = url.split(/#(.*)/s);
    if (forScripts.test(fragment)) continue;
    wanted.set(page, (wanted.get(page) ?? new Set()).add(fragment));
  }
  const missing = await Promise.all(
    [...wanted].map(async ([page, fragments]) => {
      const anchors = await anchorsOf(page);
      // A page without any id is probably rendered by a script.
      if (anchors === undefined || anchors.size === 0) return [];
      return [...fragments].filter((fragment) => !names(anchors, fragment)).map((fragment) => `${page}#${fragment}`);
    }),
  );
  return new Set(missing.flat());
}

/** Code hosts add a prefix to the ids of user content. */
function names(anchors: ReadonlySet<string>, fragment: string): boolean {
  const prefixed = `user-content-${fragmentId(fragment)}`;
  return namesPart(fragment, anchors) || anchors.has(prefixed) || anchors.has(prefixed.toLowerCase());
}
