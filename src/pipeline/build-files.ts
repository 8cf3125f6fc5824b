/** The files of a site: the thread that makes the search index starts before the code that parses and renders is loaded. */
import { IndexMaker } from "../search/index/start.js";
import type { Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import type { AnyFile, OutputFile } from "../shared/output.js";
import type { LinkedSite, LinkRequest } from "./link.js";

export interface FilesRequest extends LinkRequest {
  /**
   * Receives files as they are made, so that a large site need not be in memory; by default, the result contains the
   * files. If the build fails, none of them may be published.
   */
  sink?(files: readonly AnyFile[]): void;
  /** Makes only the pages that have to be examined for broken links. */
  checksOnly?: boolean;
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
  const isIndexed = request.config.search.provider === "local" && !request.checksOnly;
  const index = isIndexed ? new IndexMaker() : undefined;
  try {
    const { makeFiles } = await import("./make-files.js");
    return await makeFiles(request, index);
  } finally {
    await index?.close();
  }
}
