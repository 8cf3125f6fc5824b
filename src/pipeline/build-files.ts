/** The files of a site: the thread that makes the search index starts before the code that parses and renders is loaded. */
import { IndexMaker } from "../search/index/start.js";
import type { Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import type { AnyFile, OutputFile } from "../shared/output.js";
import type { LinkedSite, LinkRequest } from "./link.js";

/**
 * Receives files as they are made, so that a large site need not be in memory. If the build fails, none of them may be
 * published.
 */
export interface FileSink {
  add(files: readonly AnyFile[]): void;
  /** Whether the output has the planned files of a key already; then they are not made. @param paths see `PlannedFiles`. */
  reuse(paths: readonly string[], key: () => string): boolean;
}

export interface FilesRequest extends LinkRequest {
  /** By default, the result contains the files. */
  sink?: FileSink;
  /** Called when all inputs have been read, while other threads make and write the last files. */
  onRendered?(): void;
}

export interface Built {
  /** Empty with a sink. */
  files: OutputFile[];
  /** The site of the files; undefined if there are none. */
  linked?: LinkedSite;
  pages: number;
  sources: SourceFile[];
}

/** @returns no files if there are errors, because none may be written; see `despiteErrors`. */
export async function buildFiles(request: FilesRequest): Promise<Result<Built>> {
  const index = request.config.search.provider === "local" ? new IndexMaker() : undefined;
  try {
    const { makeFiles } = await import("./make-files.js");
    return await makeFiles(request, index);
  } finally {
    await index?.close();
  }
}
