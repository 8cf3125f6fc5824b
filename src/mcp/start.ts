/** Which site a server is about: a built one in a folder, a published one, or one that sources make. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { digestListPath } from "../pipeline/digest-list.js";
import { addressFiles } from "./files/address.js";
import { folderFiles } from "./files/folder.js";
import { sourceFiles } from "./files/sources.js";
import { AskedSite } from "./site.js";
import type { Context } from "./tools/tool.js";

const isAddress = (place: string) => /^https?:\/\//i.test(place);

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * @param place a folder or an address; by default the sources.
 * @param root folder of the sources, if they are elsewhere.
 * @returns what is wrong with them, as text.
 */
export function contextOf(place: string | undefined, root: string | undefined): Context | string {
  if (root !== undefined && !isFolder(root)) return `--root: ${root} is not a folder`;
  if (place === undefined) return { site: new AskedSite(sourceFiles(root ?? ".")), root: root ?? "." };
  if (isAddress(place)) {
    if (!URL.canParse(place)) return `${place} is not an address`;
    return { site: new AskedSite(addressFiles(place)), root };
  }
  if (!isFolder(place)) return `${place} is neither a folder nor an address: write an address with https://`;
  const isBuilt = existsSync(join(place, digestListPath)) || existsSync(join(place, "index.html"));
  return isBuilt
    ? { site: new AskedSite(folderFiles(place)), root }
    : { site: new AskedSite(sourceFiles(place)), root: root ?? place };
}
