/** The first stage: finds a site's files and reads those that are text. Symbolic links inside a folder are never followed. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import { compareText } from "../shared/text.js";

/** @returns paths relative to `folder`, in code-unit order; none when there is no such folder. */
export async function listFiles(folder: string, patterns: string[], ignore: string[] = []): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const paths = await fastGlob(patterns, {
    cwd: folder,
    dot: true,
    followSymbolicLinks: false,
    onlyFiles: true,
    caseSensitiveMatch: false,
    ignore,
  });
  return paths.sort(compareText);
}

/** Files that were read before and have not changed since, by path. */
export type KnownSources = Map<string, Result<SourceFile>>;

/**
 * Reads text files below `root`; one that is not UTF-8 is reported and read with replacement characters.
 * @param known is asked first, and told what was read.
 */
export function readSources(
  root: string,
  paths: readonly string[],
  known: KnownSources = new Map(),
): Result<SourceFile[]> {
  // Synchronous: for a thousand small files the turns of asynchronous calls cost several times the reading.
  for (const path of paths) if (!known.has(path)) known.set(path, readSource(root, path));
  const results = paths.flatMap((path) => known.get(path) ?? []);
  return { value: results.map(({ value }) => value), diagnostics: results.flatMap(({ diagnostics }) => diagnostics) };
}

function readSource(root: string, path: string): Result<SourceFile> {
  const bytes = readFileSync(join(root, path));
  const fault: Diagnostic[] = isUtf8(bytes)
    ? []
    : [
        diagnose("file-encoding", "this file is not UTF-8", {
          file: path,
          line: 1,
          column: 1,
          help: "Save it as UTF-8.",
        }),
      ];
  return { value: sourceFile(path, bytes.toString("utf8").replace(/^\uFEFF/, "")), diagnostics: fault };
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, hash: createHash("sha256").update(text).digest("hex").slice(0, 32) };
}
