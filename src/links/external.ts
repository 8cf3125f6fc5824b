/** Links to other sites: each address is requested once, and its answer becomes findings at every place that links to it. */
import type { Code } from "../diagnostics/codes.js";
import type { ExternalLink } from "./check.js";
import { type AnchorsOf, missingAnchors } from "./external-anchors.js";
import type { Judge, LinkOutcome } from "./external-outcome.js";
import type { Finding } from "./findings.js";

/**
 * @param onProgress called with the number of finished addresses.
 * @param anchorsOf ids of a page, or undefined if they are unknown; without it fragments are not checked.
 */
export async function checkExternal(
  links: readonly ExternalLink[],
  judge: Judge,
  onProgress: (done: number, total: number) => void,
  anchorsOf?: AnchorsOf,
): Promise<Finding[]> {
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
    const problem = outcome && problemOf(outcome, text);
    const anchor = missing.has(url) ? [{ ...anchorProblem(text), ...place }] : [];
    return problem ? [{ ...problem, ...place }, ...anchor] : anchor;
  });
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, "");
}

function anchorProblem(url: string) {
  const message = `${url} leads to a page that has nothing of this name`;
  return {
    code: "external-anchor",
    message,
    help: "Open the page, and link to one of its present fragments.",
  } as const;
}

function problemOf(outcome: LinkOutcome, url: string): { code: Code; message: string; help?: string } | undefined {
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
