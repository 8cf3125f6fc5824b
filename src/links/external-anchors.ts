/** Fragments of links to other sites: whether the HTML of the page has their ids. */
import { decodeUrl } from "../shared/url.js";
import type { Ask } from "./external-request.js";
import { htmlFacts } from "./extract-html.js";

/** @returns undefined if it is not a page, or cannot be read. */
export type AnchorsOf = (url: string) => Promise<ReadonlySet<string> | undefined>;

const maxRedirects = 10;

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
export async function missingAnchors(urls: readonly string[], anchorsOf: AnchorsOf): Promise<Set<string>> {
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

function names(anchors: ReadonlySet<string>, fragment: string): boolean {
  const id = decodeUrl(fragment.replace(/:~:.*$/s, ""));
  // Code hosts add a prefix to the ids of user content.
  return (
    [fragment, id, `user-content-${id}`, `user-content-${id.toLowerCase()}`].some((name) => anchors.has(name)) ||
    id.toLowerCase() === "top"
  );
}
