/** Finds patterns of `_headers` that nothing on the site has the path for. Rules without a pattern are links (extract-text.ts). */
import { hostPattern } from "../shared/host-pattern.js";
import type { Addresses } from "./addresses.js";
import { headerRules } from "./extract-text.js";
import type { Finding } from "./findings.js";
import type { Redirect } from "./redirects.js";

/** @param text of the site's `_headers`. */
export function checkHeaderRules(text: string, addresses: Addresses, redirects: readonly Redirect[]): Finding[] {
  const patterns = headerRules(text).filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return [];
  const served = addresses.all();
  return patterns.flatMap(({ rule, path, offset }): Finding[] => {
    const pattern = hostPattern(path);
    if (served.some((address) => pattern.test(address)) || redirects.some(({ matches }) => matches(path))) return [];
    const message = `nothing on this site has a path like ${rule}, so its headers are never sent`;
    const help = "Correct the path, or remove the rule.";
    return [{ code: "headers-unused", message, help, path: "_headers", offset, text: path }];
  });
}
