/** Compares the addresses of an old site with those of the new one, to tell which are kept, redirected or lost. */

import type { LostAddress } from "../../shared/api.js";
import { answeringFiles } from "../../shared/page-path.js";
import { decodeUrl, encodePath } from "../../shared/url.js";
import type { ListedAddress } from "./old-list.js";

/** An address of the old site, as a path of the new one. */
export interface OldAddress {
  /** The decoded path below the base. */
  path: string;
  /** The decoded fragment without `#`; empty if there is none. */
  hash: string;
  location?: ListedAddress["location"];
}

/** The new site as hosts serve it. */
export interface NewSite {
  /** The paths of all files. */
  files: { has(path: string): boolean };
  /** The paths of pages that redirect. */
  redirects: ReadonlySet<string>;
  /** Old paths that are redirected only by hosts that read `_redirects`. */
  hostRedirects: readonly string[];
  /** The ids of a page, or of the page to which it redirects; undefined for other files. */
  anchorsOf(file: string): Promise<ReadonlySet<string> | undefined>;
}

interface Comparison {
  total: number;
  kept: number;
  redirected: number;
  lost: OldAddress[];
  /** The redirected addresses that only hosts that read `_redirects` answer. */
  onlyOnHosts: OldAddress[];
}

/**
 * @param base path of the old site's root, with a slash at both ends.
 * @returns each address of the old site once, and the listed URLs outside of the base.
 */
export function oldAddressesOf(
  listed: readonly ListedAddress[],
  base: string,
): { value: OldAddress[]; outside: string[] } {
  const value = new Map<string, OldAddress>();
  const outside: string[] = [];
  const root = decodeUrl(base);
  for (const { url, location } of listed) {
    // Splits a URL without its host into path, query and fragment.
    const [, path = "", hash = ""] =
      /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url.replace(/^https?:\/\/[^/?#]*/i, "")) ?? [];
    const decodedPath = decodeUrl(path || "/");
    if (!`${decodedPath}/`.startsWith(root)) {
      outside.push(url);
      continue;
    }
    const sitePath = `/${decodedPath.slice(root.length)}`;
    const key = `${sitePath}#${hash}`;
    if (!value.has(key)) value.set(key, { path: sitePath, hash: decodeUrl(hash), ...(location && { location }) });
  }
  return { value: [...value.values()], outside };
}

export async function compareAddresses(old: readonly OldAddress[], site: NewSite): Promise<Comparison> {
  const comparison: Comparison = { total: old.length, kept: 0, redirected: 0, lost: [], onlyOnHosts: [] };
  const hostRedirects = new Set(site.hostRedirects);
  for (const oldAddress of old) {
    const file = answeringFiles(oldAddress.path.slice(1)).find((path) => site.files.has(path));
    const isHostRedirect = hostRedirects.has(oldAddress.path);
    if (file === undefined && isHostRedirect) {
      comparison.redirected++;
      comparison.onlyOnHosts.push(oldAddress);
    } else if (file === undefined || (await lacksAnchor(oldAddress, file, site))) comparison.lost.push(oldAddress);
    else if (isHostRedirect || site.redirects.has(file)) comparison.redirected++;
    else comparison.kept++;
  }
  return comparison;
}

/** Whether an address names a part that its page does not have. */
async function lacksAnchor({ hash }: OldAddress, file: string, site: NewSite): Promise<boolean> {
  return hash !== "" && (await site.anchorsOf(file))?.has(hash) === false;
}

/** The form of an address in reports and JSON. */
export function addressText({ path, hash }: OldAddress): LostAddress["address"] {
  return `${encodePath(path)}${hash === "" ? "" : `#${encodeURI(hash.toWellFormed())}`}`;
}
