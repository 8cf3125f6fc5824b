/** Resolves a fragment in a page, as browsers do: the text itself, then the decoded text, and the top, which always exists. */
import { decodeUrl } from "../shared/url.js";

/** The id in a fragment. @param hash without `#`; the part after `:~:` is for the browser (text fragments). */
export function idOf(hash: string): string {
  return decodeUrl(hash.replace(/:~:.*$/s, ""));
}

/** @param hash without `#`. @param anchors of the page. */
export function namesPart(hash: string, anchors: ReadonlySet<string>): boolean {
  const fragment = hash.replace(/:~:.*$/s, "");
  const id = decodeUrl(fragment);
  return fragment === "" || anchors.has(fragment) || anchors.has(id) || id.toLowerCase() === "top";
}
