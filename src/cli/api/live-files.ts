/** The files that a build of a source folder would write, each made when it is read: `mcp` reads a register through them. */

import { openSite } from "../../build/open-site.js";
import { machineFailure } from "../../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { WatchedSite } from "../serve/watch.js";
import { outputOf, outputPaths } from "./serve.js";
import { siteRoot } from "./site-root.js";

export interface LiveFiles {
  /** Grows with every change of the sources. */
  revision(): number;
  /** Problems of the current sources; if there are errors, the files are those of the last good site. */
  diagnostics(): readonly Diagnostic[];
  /** Whether there is a good site. */
  hasSite(): boolean;
  paths(): readonly string[];
  read(path: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** Opens a site, whose code runs as in a build. @param folder relative to the working directory. */
export async function openLiveFiles(folder: string): Promise<Result<LiveFiles | undefined>> {
  const root = siteRoot(folder);
  return open(root).catch((error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error, root)] }));
}

async function open(root: string): Promise<Result<LiveFiles | undefined>> {
  const since = Date.now();
  const { value: site, diagnostics } = await openSite(root);
  if (!site) return { value: undefined, diagnostics };
  let revision = 0;
  let problems: readonly Diagnostic[] = [];
  const watched = await WatchedSite.start(site, {
    since,
    skip: outputPaths(outputOf({ root })),
    host: "127.0.0.1",
    onRebuild({ diagnostics: all }) {
      revision++;
      problems = all;
    },
  });
  return {
    value: {
      revision: () => revision,
      diagnostics: () => problems,
      hasSite: () => watched.paths !== undefined,
      paths: () => watched.paths ?? [],
      read: async (path) => (await watched.find(path))?.body,
      close: () => watched.close(),
    },
    diagnostics: [],
  };
}
