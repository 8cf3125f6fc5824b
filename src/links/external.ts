/** Links to other sites: each address is requested once, and its answer becomes findings at every place that links to it. */
import { type Ask, describeFailure, followRedirects, isPrivateError, type Visit } from "../net/http.js";
import { fragmentId, namesPart } from "./anchors.js";
import type { ExternalLink, LinkProblem } from "./facts.js";
import type { LinkFinding } from "./findings.js";
import { readHtml } from "./html.js";

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

/** Forbidden, too many requests, and statuses that some hosts use for the same. */
const refusals = new Set([401, 403, 407, 429, 451, 999]);

export function judgeBy(visit: Visit): LinkJudge {
  return async (url) => {
    try {
      return await follow(visit, new URL(url));
    } catch (error) {
      return isPrivateError(error) ? { kind: "private" } : { kind: "unreachable", reason: describeFailure(error) };
    }
  };
}

async function follow(visit: Visit, start: URL): Promise<LinkOutcome> {
  const { answer, hops, fault, isEndless } = await followRedirects(visit, start);
  if (fault !== undefined)
    // A browser, which sends the cookie, would show a page.
    return isEndless && hops.some(({ setsCookie }) => setsCookie)
      ? { kind: "refused", reason: "redirects until a cookie comes back" }
      : { kind: "broken", reason: fault };
  const { status } = answer;
  if (refusals.has(status)) return { kind: "refused", reason: String(status) };
  if (!((status >= 200 && status < 300) || status === 304 || status === 300))
    return { kind: "broken", reason: String(status) };
  // A temporary redirect may change: the new address is that of the last permanent one.
  const firstTemporary = hops.findIndex(({ status }) => status !== 301 && status !== 308);
  const permanent = firstTemporary === -1 ? hops : hops.slice(0, firstTemporary);
  const movedTo = permanent.at(-1)?.to.href;
  return movedTo === undefined ? { kind: "ok" } : { kind: "ok", movedTo };
}

/** @returns undefined if it is not a page, or cannot be read. */
type AnchorsOf = (url: string) => Promise<ReadonlySet<string> | undefined>;

/** @param ask sends requests, with the policy of external-policy.ts, and reads pages alone. */
export function anchorsBy(ask: Ask): AnchorsOf {
  return async (start) => {
    const journey = await followRedirects((url) => ask(url, "READ"), new URL(start)).catch(() => undefined);
    const { body, type } = journey?.answer ?? {};
    return body && readHtml(decoderOf(type).decode(body)).anchors;
  };
}

/** @param type with the encoding; UTF-8 if it names none that is known. */
function decoderOf(type = ""): TextDecoder {
  const label = /charset=["']?([^\s"';]+)/i.exec(type)?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
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
