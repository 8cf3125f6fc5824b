/** Finds the types of linked files in a repository that are published only if its configuration names them. */
import { posix } from "node:path";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { neverAsIs } from "../../shared/publication.js";
import { decodeUrl, splitUrl } from "../../shared/url.js";

export interface AssetTypes {
  /** Extensions, by the folder whose texts link to such files. */
  types: Map<string, string[]>;
  /** Diagnostics that disappear once these are published. */
  answered: Set<Diagnostic>;
}

/**
 * @param diagnostics of a build.
 * @param folders of the series.
 * @param isMarkup whether the file at a path begins like a page: such a file is not published under any other type.
 */
export function assetTypes(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
  folders: readonly string[],
  isMarkup: (path: string) => boolean,
): AssetTypes {
  const texts = new Map(sources.map(({ path, text }) => [path, text.split(/\r\n?|\n/)]));
  const found = new Map<string, Set<string>>();
  const answered = new Set<Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, file = "", line = 0, column = 0, length = 0 } = diagnostic;
    if (code !== "file-refused") continue;
    const url = texts.get(file)?.[line - 1]?.slice(column - 1, column - 1 + length) ?? "";
    const path = posix.join(posix.dirname(file), decodeUrl(splitUrl(url).path));
    const end = posix.extname(path).slice(1).toLowerCase();
    const folder = folders.find((one) => one === "." || file.startsWith(`${one}/`));
    if (folder === undefined || !/^[a-z0-9]+$/.test(end) || neverAsIs.has(end) || isMarkup(path)) continue;
    found.set(folder, (found.get(folder) ?? new Set()).add(end));
    answered.add(diagnostic);
  }
  return { types: new Map([...found].map(([folder, ends]) => [folder, [...ends].sort()])), answered };
}
