/** Links to other sites: each address is requested once, and its answer becomes findings at every place that links to it. */
import { describeFailure, followRedirects, isPrivateError, type Visit } from "../../platform/http/http.js";
import type { ExternalLink, LinkProblem } from "./facts.js";
import type { LinkFinding } from "./findings.js";

/** @param onProgress called with the number of finished addresses. */
export async function checkExternal(
  links: readonly ExternalLink[],
  judge: LinkJudge,
  onProgress: (done: number, total: number) => void,
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
  return links.flatMap(({ path, offset, text, url }) => {
    const outcome = outcomes.get(withoutHash(url));
    const location = { path, offset, text, target: url };
    const problem = outcome && outcomeProblem(outcome, text);
    return problem ? [{ ...problem, ...location }] : [];
  });
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, "");
}

function outcomeProblem(outcome: LinkOutcome, url: string): LinkProblem | undefined {
  if (outcome.kind === "ok") {
    const message = `${url} has moved for good to ${outcome.movedTo}`;
    return outcome.movedTo ? { code: "external-moved", message, help: "Link to the new address." } : undefined;
  }
  const { kind, reason } = outcome;
  const [verdict, help] = {
    broken: [`answers ${reason}`, "Link to where it is now, or to an archived copy."],
    refused: [`answers ${reason} to programs, so it could not be checked`, "Look at it in a browser."],
    unreachable: [`cannot be reached: ${reason}`],
    private: ["leads into a private network and was not requested", "Readers elsewhere cannot open it."],
  }[kind];
  return { code: `external-${kind}`, message: `${url} ${verdict}`, help };
}

/** `refused`: the host refuses programs, so the link can be neither confirmed nor rejected. */
export type LinkOutcome =
  | { kind: "ok"; movedTo?: string }
  | { kind: "broken" | "refused" | "unreachable" | "private"; reason: string };

export type LinkJudge = (url: string) => Promise<LinkOutcome>;

/** Statuses for "forbidden" and "too many requests", and others that some hosts use instead. */
const refusals = new Set([401, 403, 407, 429, 451, 999]);

/** @param visit makes one request. @returns a judge that follows redirects and never rejects. */
export function createJudge(visit: Visit): LinkJudge {
  return async (url) => {
    try {
      return await follow(visit, new URL(url));
    } catch (error) {
      return { kind: isPrivateError(error) ? "private" : "unreachable", reason: describeFailure(error) };
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
  // A temporary redirect may change, so a link moves only as far as permanent redirects lead.
  const firstTemporary = hops.findIndex(({ status }) => status !== 301 && status !== 308);
  const permanent = firstTemporary === -1 ? hops : hops.slice(0, firstTemporary);
  const movedTo = permanent.at(-1)?.to.href;
  return movedTo === undefined ? { kind: "ok" } : { kind: "ok", movedTo };
}
