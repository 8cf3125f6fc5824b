/** `cipgen build`: writes the site, or reports all of its problems. */

import { resolve } from "node:path";
import { jsonDocument, printable, toJson } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { BuildRequest, BuildResult, OnStage, Stage } from "../../shared/api.js";
import { build } from "../api/build.js";
import { type CommandOutput, exitCode, formatBytes, printDiagnostics } from "./output.js";

interface BuildOptions extends Pick<BuildRequest, "out" | "force" | "url" | "baseUrl"> {
  root: string;
  locale?: string[];
  cache: boolean;
  json?: boolean;
  /** Print every warning, and outdated translations. */
  verbose?: boolean;
}

export async function buildCommand(options: BuildOptions, output: CommandOutput): Promise<number> {
  const { locale, json, ...request } = options;
  const stages = process.stderr.isTTY && !json ? stageLine(output) : undefined;
  const result = await build({
    ...request,
    locales: locale,
    onStage: stages?.on,
    onWait: (holder, out) => output.talk(`Waiting for another build into ${out}: ${holder}\n`),
  }).finally(() => stages?.end());
  report(result, options, output);
  return exitCode(result.diagnostics);
}

/** Number of warnings that are shown in full; more would hide the rest of the output. */
const maxWarnings = 20;

function report(result: BuildResult, { root, json, verbose }: BuildOptions, output: CommandOutput): void {
  const { ok, out, pages, files, bytes, diagnostics } = result;
  const durationMs = Math.round(performance.now());
  if (json) {
    const findings = diagnostics.map(toJson);
    output.result(jsonDocument({ ok, out, pages, files, bytes, durationMs, diagnostics: findings }));
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
  const outPath = pathBelow(process.cwd(), out) || ".";
  if (ok) output.result(`Built ${pages} pages (${size}) in ${(durationMs / 1000).toFixed(2)} s: ${outPath}\n`);
}

const labels: Record<Stage, string> = {
  read: "Reading",
  parse: "Parsing",
  link: "Linking",
  plan: "Planning",
  render: "Rendering",
  index: "Indexing for search",
  write: "Writing",
};

/** Time, in ms, after which a build shows its stages. */
const patience = 1000;
const eraseLine = "\r\u001b[K";

/** A line on a terminal that names the current stage and is overwritten by the next. */
export function stageLine({ talk }: CommandOutput): { on: OnStage; end(): void } {
  let currentStage = "";
  return {
    on(stage) {
      if (stage === currentStage || performance.now() < patience) return;
      currentStage = stage;
      talk(`${eraseLine}${labels[stage]} …`);
    },
    end: () => currentStage && talk(eraseLine),
  };
}
