/** Compares the addresses of an old site with those of the new one: kept, redirected, lost. */

import type { LostAddress } from "../../shared/api.js";
import { answeringFiles } from "../../shared/page-path.js";
import { decodeUrl } from "../../shared/url.js";
import type { ListedAddress } from "./old-list.js";

/** An address of the old site, as a path of the new one. */
export interface OldAddress {
  /** Decoded, below the base. */
  path: string;
  /** Without `#`; empty without one. */
  hash: string;
  location?: ListedAddress["location"];
}

/** The new site as hosts answer it. */
export interface NewSite {
  /** Paths of all files. */
  files: { has(path: string): boolean };
  /** Those that lead on. */
  redirects: ReadonlySet<string>;
  /** Old paths that hosts redirect which read `_redirects`. */
  onHosts: readonly string[];
  /** The ids of a page, also of the one that a page leads to; undefined for what is not a page. */
  anchorsOf(file: string): Promise<ReadonlySet<string> | undefined>;
}

interface Comparison {
  total: number;
  kept: number;
  redirected: number;
  lost: OldAddress[];
  /** Answered, but only by hosts that read `_redirects`. */
  onHosts: OldAddress[];
}

/**
 * @param base path of the old site's root, with a slash at both ends.
 * @returns each address once: those of the old site, and those outside of the base.
 */
export function oldAddressesOf(
  listed: readonly ListedAddress[],
  base: string,
): { value: OldAddress[]; outside: string[] } {
  const value = new Map<string, OldAddress>();
  const outside: string[] = [];
  const root = decodeUrl(base);
  for (const { url, location } of listed) {
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
  const comparison: Comparison = { total: old.length, kept: 0, redirected: 0, lost: [], onHosts: [] };
  const exact = new Set(site.onHosts);
  for (const oldAddress of old) {
    const file = answeringFiles(oldAddress.path.slice(1)).find((path) => site.files.has(path));
    if (file === undefined) {
      const isOnHosts = exact.has(oldAddress.path);
      if (!isOnHosts) comparison.lost.push(oldAddress);
      else {
        comparison.redirected++;
        comparison.onHosts.push(oldAddress);
      }
      continue;
    }
    if (oldAddress.hash !== "" && (await site.anchorsOf(file))?.has(oldAddress.hash) === false) {
      comparison.lost.push(oldAddress);
      continue;
    }
    // A copy of a file is not a page that leads on.
    if (site.redirects.has(file) || exact.has(oldAddress.path)) comparison.redirected++;
    else comparison.kept++;
  }
  return comparison;
}

/** As people and JSON have it. */
export function addressText({ path, hash }: OldAddress): LostAddress["address"] {
  return `${encodeURI(path)}${hash === "" ? "" : `#${encodeURI(hash)}`}`;
}
