/** The fragments of addresses, and whether a page has the part that one names. */
import { namesPartOf, sectionOfPart } from "../shared/part-address.js";
import { decodeUrl } from "../shared/url.js";

/** The id in a fragment. @param hash without `#`; the part after `:~:` is for the browser (text fragments). */
export function fragmentId(hash: string): string {
  return decodeUrl(hash.replace(/:~:.*$/s, ""));
}

/** @param hash without `#`. @param anchors of the page. */
export function namesPart(hash: string, anchors: ReadonlySet<string>): boolean {
  const fragment = hash.replace(/:~:.*$/s, "");
  const id = decodeUrl(fragment);
  if (fragment === "" || anchors.has(fragment) || anchors.has(id) || id.toLowerCase() === "top") return true;
  // The page's script leads from a paragraph that changed to its section, if the page has such addresses at all.
  const hasParts = () => [...anchors].some((anchor) => sectionOfPart(anchor) !== undefined);
  return namesPartOf(id, (section) => anchors.has(section)) && hasParts();
}
