/** `cipgen build`: writes the site, or reports all of its problems. */

import { resolve } from "node:path";
import { build } from "../api/build.js";
import { jsonDocument, printable, toJson } from "../diagnostics/report.js";
import { pathBelow } from "../runtime/path-below.js";
import type { BuildRequest, BuildResult } from "../shared/api.js";
import { type CommandOutput, exitCode, formatBytes, printDiagnostics } from "./output.js";
import { watchStages } from "./progress.js";

interface BuildOptions extends Pick<BuildRequest, "out" | "force" | "url" | "baseUrl"> {
  root: string;
  locale?: string[];
  cache: boolean;
  json?: boolean;
  /** Print every warning, unusable entries of the cache, and outdated translations. */
  verbose?: boolean;
}

export async function buildCommand(options: BuildOptions, output: CommandOutput): Promise<number> {
  const { locale, json, verbose, ...request } = options;
  const dropped = (name: string) => output.talk(`The cache entry ${name} was damaged and is made again.\n`);
  const stages = watchStages(output, process.stderr.isTTY && !json);
  const result = await build({
    ...request,
    locales: locale,
    onStage: stages.on,
    onWait: (holder, out) => output.talk(`Waiting for another build into ${out}: ${holder}\n`),
    onDropped: verbose ? dropped : undefined,
  }).finally(() => stages.end());
  report(result, options, output);
  return exitCode(result.diagnostics);
}

/** Number of warnings that are shown in full; more would hide the rest of the output. */
const maxWarnings = 20;

function report(result: BuildResult, { root, json, verbose }: BuildOptions, output: CommandOutput): void {
  const { ok, out, pages, files, bytes, diagnostics } = result;
  const durationMs = Math.round(performance.now());
  if (json) {
    const found = diagnostics.map(toJson);
    output.result(jsonDocument({ ok, out, pages, files, bytes, durationMs, diagnostics: found }));
    return;
  }
  printDiagnostics(diagnostics, resolve(root), output, verbose ? undefined : maxWarnings);
  if (verbose && result.outdated.length > 0) {
    const lines = result.outdated.map(
      ({ path, day }) => `  ${printable(path)}: the original has changed since ${day}\n`,
    );
    output.talk(`Translations that are older than their originals:\n${lines.join("")}`);
  }
  const size = `${files} files, ${formatBytes(bytes)}`;
  const place = pathBelow(process.cwd(), out) || ".";
  if (ok) output.result(`Built ${pages} pages (${size}) in ${(durationMs / 1000).toFixed(2)} s: ${place}\n`);
}
