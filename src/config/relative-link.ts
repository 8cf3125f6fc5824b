/** Refuses relative links in the configuration: they are on every page, so their targets must not depend on the page's address. */
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";

/** @returns an error for a relative link. @param path key path of the link. */
export function relativeLink(path: string, to: string, file: string): Diagnostic[] {
  if (/^(?:[/?#]|[a-z][a-z0-9+.-]*:)/i.test(to)) return [];
  // Pages have no extension, and an index is its folder.
  const page = to
    .replace(/(?:(^|\/)(?:index|readme))?\.(?:md|markdown|mdx|html)(?=[?#]|$)/i, "$1")
    .replace(/(.)\/(?=[?#]|$)/, "$1");
  const address = `/${page.replace(/^(?:\.{0,2}\/)+/, "")}`;
  const help = `Write "${address}" for a page of this site, or an address with https://.`;
  return [
    diagnose("config-invalid", `${path}: this relative link would lead to a different address on each page`, {
      file,
      help,
    }),
  ];
}
