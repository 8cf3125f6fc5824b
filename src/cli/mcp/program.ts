/**
 * The functions that the server needs from the main program, another script of dist/ (esbuild.config.js). It is loaded only to read sources; a built
 * site does not need it.
 */

import type { Result } from "../../shared/diagnostic.js";
import type { LiveFiles } from "../api/live-files.js";

export async function openLiveFiles(root: string): Promise<Result<LiveFiles | undefined>> {
  return (await import("../api/live-files.js")).openLiveFiles(root);
}

/** The folder of the site that a folder is in, if it is in one. */
export async function findRoot(folder: string): Promise<string | undefined> {
  return (await import("../../config/index.js")).findRoot(folder);
}
