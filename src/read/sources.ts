/** The first stage: finds a site's files and reads those that are text. Symbolic links inside a folder are never followed. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
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
export async function readSources(
  root: string,
  paths: readonly string[],
  known: KnownSources = new Map(),
): Promise<Result<SourceFile[]>> {
  await Promise.all(
    paths.filter((path) => !known.has(path)).map(async (path) => known.set(path, await readSource(root, path))),
  );
  const results = paths.flatMap((path) => known.get(path) ?? []);
  return { value: results.map(({ value }) => value), diagnostics: results.flatMap(({ diagnostics }) => diagnostics) };
}

async function readSource(root: string, path: string): Promise<Result<SourceFile>> {
  const bytes = await readFile(join(root, path));
  const text = decode(bytes);
  const fault: Diagnostic[] =
    text === undefined
      ? [
          diagnose("file-encoding", "this file is not UTF-8", {
            file: path,
            line: 1,
            column: 1,
            help: "Save it as UTF-8.",
          }),
        ]
      : [];
  return { value: sourceFile(path, text ?? bytes.toString("utf8")), diagnostics: fault };
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, hash: createHash("sha256").update(text).digest("hex").slice(0, 32) };
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
