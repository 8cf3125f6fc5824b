/** What a fragment names in a page, as browsers look for it: the text itself, then its escapes resolved, and the top, which always exists. */
import { decodeUrl } from "../shared/url.js";

/** The id that a fragment is about. @param hash without its mark; what is behind `:~:` is for the browser (text fragments). */
export function idOf(hash: string): string {
  return decodeUrl(hash.replace(/:~:.*$/s, ""));
}

/** @param hash without its mark. @param anchors of the page. */
export function namesPart(hash: string, anchors: ReadonlySet<string>): boolean {
  const fragment = hash.replace(/:~:.*$/s, "");
  const id = decodeUrl(fragment);
  return fragment === "" || anchors.has(fragment) || anchors.has(id) || id.toLowerCase() === "top";
}
