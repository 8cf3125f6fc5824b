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

/** Reads text files below `root`; one that is not UTF-8 is reported and read with replacement characters. */
export async function readSources(root: string, paths: readonly string[]): Promise<Result<SourceFile[]>> {
  const diagnostics: Diagnostic[] = [];
  const value = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(join(root, path));
      const text = decode(bytes);
      if (text === undefined) {
        diagnostics.push(
          diagnose("file-encoding", "this file is not UTF-8", {
            file: path,
            line: 1,
            column: 1,
            help: "Save it as UTF-8.",
          }),
        );
      }
      return sourceFile(path, text ?? bytes.toString("utf8"));
    }),
  );
  return { value, diagnostics };
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
