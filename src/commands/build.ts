/** `cipgen build`: the site, or everything that is wrong with it. */
import { join, relative, resolve } from "node:path";
import { type AddressOptions, type SiteConfig, withAddress } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors, sortDiagnostics, toJson } from "../diagnostics/report.js";
import { openOutput } from "../emit/emit.js";
import { nameOf } from "../emit/lock.js";
import { checkPlace } from "../emit/place.js";
import { type OutdatedTranslation, outdatedTranslations } from "../model/history.js";
import { sourceFolders } from "../pipeline/input-places.js";
import { buildKey, isStillKey, readKnownBuild, saveKnownBuild } from "../pipeline/known-build.js";
import { openSite, withConfig } from "../pipeline/open-site.js";
import { outputStats } from "../pipeline/output-stats.js";
import { buildFiles, type OnStage } from "../pipeline/pipeline.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { suggestion } from "../shared/text.js";
import { exitCode, formatBytes, type Output, printDiagnostics } from "./output.js";
import { watchStages } from "./stages.js";

export interface BuildOptions extends AddressOptions {
  root: string;
  out?: string;
  locale?: string[];
  cache: boolean;
  cacheDir?: string;
  /** Write beside files that no build wrote. */
  force?: boolean;
  json?: boolean;
  /** Print every warning, what of the cache could not be used, and translations that their originals have left behind. */
  verbose?: boolean;
  /** Print how long each stage took. */
  profile?: boolean;
}

/** What came of a build. */
interface Outcome {
  pages: number;
  cached: number;
  files: number;
  bytes: number;
  diagnostics: Diagnostic[];
  outdated: OutdatedTranslation[];
}

/** For so long, in ms, a build waits for another one into the same output. */
const patience = 60_000;

const nothing: Outcome = { pages: 0, cached: 0, files: 0, bytes: 0, diagnostics: [], outdated: [] };

export async function buildCommand(options: BuildOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  const out = resolve(options.out ?? join(root, "build"));
  const failed = (error: unknown): Outcome => ({ ...nothing, diagnostics: [machineFailure(error)] });
  const outcome = await run(root, out, options, output).catch(failed);
  report(outcome, root, out, options, output);
  return exitCode(outcome.diagnostics);
}

async function run(root: string, out: string, options: BuildOptions, output: Output): Promise<Outcome> {
  const stages = watchStages(output, process.stderr.isTTY && !options.json, options.profile ?? false);
  try {
    return await runStages(root, out, options, output, stages.on);
  } finally {
    stages.end();
  }
}

async function runStages(
  root: string,
  out: string,
  options: BuildOptions,
  { talk }: Output,
  onStage: OnStage,
): Promise<Outcome> {
  const opened = await openSite(root, { noCache: !options.cache, cacheDir: options.cacheDir });
  if (!opened.value) return { ...nothing, diagnostics: opened.diagnostics };
  const addressed = withAddress(opened.value.config, options);
  if (!addressed.value) return { ...nothing, diagnostics: addressed.diagnostics };
  const { config, diagnostics: unknownLocales } = chooseLocales(addressed.value, options.locale ?? []);
  const refused = [...unknownLocales, ...checkPlace(out, { root, sources: sourcesOf(root, config) })];
  if (hasErrors(refused)) return { ...nothing, diagnostics: refused };

  const site = withConfig(opened.value, config);
  const { state } = site;
  const taken = await openOutput({
    out,
    force: options.force,
    stats: outputStats(state.cache, out),
    lock: { patience, onWait: (holder) => talk(`Waiting for another build into ${out}: ${nameOf(holder)}\n`) },
  });
  if (!taken.value) return { ...nothing, diagnostics: taken.diagnostics };
  const target = taken.value;
  try {
    onStage("read");
    const key = options.cache ? await buildKey(site) : undefined;
    const known = key === undefined ? undefined : readKnownBuild(state.cache, out, key);
    const same = known && target.untouched();
    if (known && same) return { ...known, ...same, cached: known.pages };
    const built = await buildFiles({
      ...site,
      onStage,
      sink: { add: (files) => target.add(files), reuse: (key) => target.reuse(key) },
    });
    const diagnostics = [...site.diagnostics, ...built.diagnostics];
    const { pages, cached, linked } = built.value;
    const outdated = linked ? outdatedTranslations(linked.site) : [];
    if (hasErrors(diagnostics)) return { ...nothing, cached, diagnostics };
    onStage("write");
    const emitted = await target.finish();
    diagnostics.push(...emitted.diagnostics);
    if (!emitted.value) return { ...nothing, cached, diagnostics };
    const { files, bytes } = emitted.value;
    if (key !== undefined && (await isStillKey(site, key)))
      saveKnownBuild(state.cache, out, key, { pages, diagnostics, outdated });
    return { pages, cached, files, bytes, diagnostics, outdated };
  } finally {
    if (options.verbose)
      for (const name of state.cache.dropped) talk(`The cache's entry ${name} was damaged and is made again.\n`);
    await target.close();
  }
}

/** So many warnings are shown in full; more would hide what the build has to say besides. */
const maxWarnings = 20;

function report(outcome: Outcome, root: string, out: string, { json, verbose }: BuildOptions, output: Output): void {
  const { pages, files, bytes, cached } = outcome;
  const diagnostics = sortDiagnostics(outcome.diagnostics);
  const ok = !hasErrors(diagnostics);
  const durationMs = Math.round(performance.now());
  if (json) {
    const found = diagnostics.map(toJson);
    output.result(`${JSON.stringify({ ok, out, pages, files, bytes, durationMs, cached, diagnostics: found })}\n`);
    return;
  }
  printDiagnostics(diagnostics, root, output, verbose ? undefined : maxWarnings);
  if (verbose && outcome.outdated.length > 0) {
    const lines = outcome.outdated.map(({ path, day }) => `  ${path}: the original has changed since ${day}\n`);
    output.talk(`Translations that are older than their originals:\n${lines.join("")}`);
  }
  const size = `${files} files, ${formatBytes(bytes)}`;
  const place = relative(process.cwd(), out) || ".";
  if (ok) output.result(`Built ${pages} pages (${size}) in ${(durationMs / 1000).toFixed(2)} s: ${place}\n`);
}

/** Only the named locales; links between languages are then among these. */
function chooseLocales(
  config: SiteConfig,
  codes: readonly string[],
): { config: SiteConfig; diagnostics: Diagnostic[] } {
  const known = Object.keys(config.locales);
  const diagnostics = codes
    .filter((code) => !known.includes(code))
    .map((code) =>
      diagnose("config-reference", `--locale: there is no locale "${code}"`, { help: suggestion(code, known) }),
    );
  if (codes.length === 0) return { config, diagnostics };
  return {
    config: {
      ...config,
      locales: Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code))),
    },
    diagnostics,
  };
}

/** What the output must neither replace nor be in. */
function sourcesOf(root: string, config: SiteConfig): string[] {
  // The root of a repository may be a source; it holds the output all the same.
  return [...sourceFolders(config), "templates", "locales"]
    .map((folder) => resolve(root, folder))
    .filter((folder) => folder !== root);
}
