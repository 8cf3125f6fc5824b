/** `cipgen index`: pushes the search records of the site to Algolia. Only this command reads its keys, from the environment. */
import { resolve } from "node:path";
import { pushSite } from "../api/push-index.js";
import { type CommandOutput, exitCode } from "./output.js";
import { progressLine } from "./progress.js";
import { reportIndex } from "./push-index-report.js";

export interface IndexOptions {
  root: string;
  dryRun?: boolean;
  full?: boolean;
  force?: boolean;
  json?: boolean;
}

export async function indexCommand(options: IndexOptions, output: CommandOutput): Promise<number> {
  const { json = false, ...request } = options;
  const progress = progressLine(output, process.stderr.isTTY && !json);
  const pushed = await pushSite({ ...request, environment: process.env, onProgress: progress.show });
  progress.clear();
  reportIndex(pushed, resolve(options.root), options, output);
  return exitCode(pushed.diagnostics);
}
