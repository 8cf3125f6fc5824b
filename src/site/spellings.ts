/**
 * Names with accents: `é` is one character or two, and which of them a file's name has depends on the program that made
 * it. macOS takes both for one name; so does a link, wherever the site is built.
 */
import { withoutTextExtension } from "../shared/text-format.js";
import type { LinkIndex } from "./link-index.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isPlain = (text: string) => /^[\u0000-\u007f]*$/.test(text);

/** @returns the path of a link with the names that the site's files and pages have. */
export function respeller({ documents, assets, files, routes, rejected }: LinkIndex): (path: string) => string {
  const names = new Set<string>();
  for (const paths of [documents, assets, files, routes, rejected])
    for (const path of paths.keys())
      if (!isPlain(path)) for (const name of path.split("/")) names.add(name).add(withoutTextExtension(name));
  const known = new Map([...names].map((name) => [name.normalize("NFC"), name]));
  const respell = (name: string) => (names.has(name) ? name : (known.get(name.normalize("NFC")) ?? name));
  return (path) => (isPlain(path) ? path : path.split("/").map(respell).join("/"));
}
