/** The first stage: finds a site's files and reads the texts. */
import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { join } from "node:path";
import fastGlob from "fast-glob";
import micromatch from "micromatch";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Result } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { positionAt } from "../../shared/lines.js";
import { compareText } from "../../shared/text.js";
import { textExtensions } from "../../shared/text-format.js";
import type { SourceReader } from "./reader.js";
import { globRoot, isWithin, SourceLinks, withoutLineBreaks } from "./symlinks.js";

/** Glob options for every folder of a site. */
const globOptions = {
  dot: true,
  followSymbolicLinks: false,
  onlyFiles: true,
  caseSensitiveMatch: false,
} as const;

/**
 * @param folder absolute.
 * @param links collects symbolic links that are not followed; without it, they must stay in the folder.
 * @returns paths relative to `folder`, in code-unit order; empty if there is no such folder.
 */
export async function listFiles(
  folder: string,
  patterns: string[],
  ignore: string[] = [],
  links: SourceLinks = new SourceLinks(folder),
): Promise<string[]> {
  if (!links.admits(folder)) return [];
  const formerProblems = new Set(links.problems.keys());
  const options = { ...globOptions, cwd: globRoot, ignore, fs: links.fileSystem(folder, textsIn(patterns)) };
  const paths = sortPaths(await fastGlob(patterns, options));
  const isNew = (path: string) => !formerProblems.has(path) && isWithin(path, folder);
  const problemPaths = new Set([...links.problems.keys()].filter(isNew));
  if (problemPaths.size > 0) {
    // Links in ignored folders are not problems: node_modules is often a link.
    const seen = new Set((await fastGlob("**", { ...options, onlyFiles: false })).map((path) => join(folder, path)));
    for (const path of [...links.problems.keys()].filter(isNew))
      if (!problemPaths.has(path) || !seen.has(withoutLineBreaks(path))) links.problems.delete(path);
  }
  return paths;
}

/** @returns the paths that a glob matches, as `listFiles` would. */
export const matchingPaths = (paths: readonly string[], patterns: readonly string[], ignore: readonly string[] = []) =>
  micromatch(paths, patterns, { dot: true, nocase: true, ignore });

/** The extensions of texts that globs name: `md` for `*.md`. */
function textsIn(patterns: readonly string[]): string[] {
  return textExtensions.filter((end) => patterns.some((pattern) => new RegExp(`[.{,]${end}\\b`).test(pattern)));
}

export function sortPaths(paths: string[]): string[] {
  return paths.sort(compareText);
}

/** Files that were read before and have not changed since, with their problems, by path. */
export type KnownSources = Map<string, Result<SourceFile>>;

/**
 * Reads text files. A file that is not UTF-8 is reported and read with replacement characters.
 * @param maxFileSize in bytes. Of a larger file only the size is read.
 * @param sources texts that were read before; updated with those that are read now.
 */
export async function readSources(
  reader: SourceReader,
  paths: readonly string[],
  maxFileSize: number,
  sources: KnownSources = new Map(),
): Promise<Result<SourceFile[]>> {
  const missing = paths.filter((path) => !sources.has(path));
  const sizes = await reader.sizes(missing);
  const isRead = (index: number) => (sizes[index] ?? 0) <= maxFileSize;
  const contents = await reader.read(missing.filter((_, index) => isRead(index)));
  let next = 0;
  for (const [index, path] of missing.entries()) {
    if (isRead(index)) sources.set(path, readSource(path, contents[next++] as Buffer));
    else sources.set(path, { value: largeSource(path, sizes[index] ?? 0), diagnostics: [] });
  }
  const results = paths.flatMap((path) => sources.get(path) ?? []);
  return { value: results.map(({ value }) => value), diagnostics: results.flatMap(({ diagnostics }) => diagnostics) };
}

function readSource(path: string, bytes: Buffer): Result<SourceFile> {
  const text = withoutByteOrderMark(bytes).toString("utf8");
  if (isUtf8(bytes)) return { value: sourceFile(path, text), diagnostics: [] };
  const problem = diagnose("file-encoding", "this file is not UTF-8", {
    file: path,
    ...positionAt(text, text.indexOf("\uFFFD")),
    help: "Save it as UTF-8.",
  });
  return { value: sourceFile(path, text), diagnostics: [problem] };
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, hash: digestOf(text) };
}

const largeSource = (path: string, size: number): SourceFile => ({
  path,
  text: "",
  hash: digestOf(`${size} bytes`),
  tooLarge: size,
});

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function digestOf(content: string | Buffer): string {
  return hash("sha256", content, "hex").slice(0, 32);
}
