/** `cipgen build`: the site, or everything that is wrong with it. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { packageRoot } from "../assets/package-root.js";
import { type Built, buildFiles } from "../build/pipeline.js";
import { emptyState, loadState, saveState } from "../build/state.js";
import { configFileNames, loadConfig, type SiteConfig } from "../config/index.js";
import { hasErrors, sortDiagnostics, toJson } from "../diagnostics/report.js";
import { checkOutput, Emission } from "../emit/emit.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { didYouMean } from "../shared/text.js";
import { ExitCode, exitCode, formatBytes, type Output, printDiagnostics } from "./output.js";

export interface BuildOptions {
  root: string;
  out?: string;
  locale?: string[];
  cache: boolean;
  json?: boolean;
}

export async function buildCommand(options: BuildOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  const out = resolve(options.out ?? join(root, "build"));
  const report = (
    ok: boolean,
    built: Partial<Built>,
    emitted: { files: number; bytes: number },
    diagnostics: Diagnostic[],
  ) => {
    const sorted = sortDiagnostics(diagnostics);
    const durationMs = Math.round(performance.now());
    const { pages = 0, cached = 0 } = built;
    if (options.json) {
      output.result(
        `${JSON.stringify({ ok, out, pages, ...emitted, durationMs, cached, diagnostics: sorted.map(toJson) })}\n`,
      );
    } else {
      printDiagnostics(sorted, root, output);
      if (ok) {
        const place = relative(process.cwd(), out) || ".";
        output.result(
          `Built ${pages} pages (${emitted.files} files, ${formatBytes(emitted.bytes)}) in ${(durationMs / 1000).toFixed(2)} s: ${place}\n`,
        );
      }
    }
    return ok ? ExitCode.ok : exitCode(sorted);
  };
  const nothing = { files: 0, bytes: 0 };

  const loaded = await loadConfig(root);
  if (!loaded.value) return report(false, {}, nothing, loaded.diagnostics);
  const { config, diagnostics: unknownLocales } = chooseLocales(loaded.value, options.locale ?? []);
  const unsafe = await checkOutput(out, inputFolders(root, config));
  if (hasErrors([...unknownLocales, ...unsafe])) return report(false, {}, nothing, [...unknownLocales, ...unsafe]);

  const stamp = programStamp();
  const state = options.cache ? await loadState(root, stamp) : emptyState();
  const known = state.documents.size;
  const configFile = configFileNames.find((name) => existsSync(join(root, name))) ?? "cipgen.config.ts";
  const emission = await Emission.start(out);
  const built = await buildFiles({ root, config, configFile, state, onFiles: (files) => emission.add(files) });
  const diagnostics = [...loaded.diagnostics, ...built.diagnostics];
  if (hasErrors(diagnostics)) {
    await emission.abort();
    return report(false, { cached: built.value.cached }, nothing, diagnostics);
  }
  const emitted = await emission.finish();
  const changed = built.value.cached < known || state.documents.size !== known || known === 0;
  if (options.cache && changed) await saveState(root, stamp, state);
  return report(true, built.value, emitted, diagnostics);
}

/** Only the named locales; links between languages are then among these. */
function chooseLocales(
  config: SiteConfig,
  codes: readonly string[],
): { config: SiteConfig; diagnostics: Diagnostic[] } {
  const known = Object.keys(config.locales);
  const diagnostics = codes
    .filter((code) => !known.includes(code))
    .map((code): Diagnostic => {
      const near = didYouMean(code, known);
      return {
        code: "config-reference",
        severity: "error",
        message: `--locale: there is no locale "${code}"`,
        help: near ? `Did you mean "${near}"?` : `There are: ${known.join(", ")}.`,
      };
    });
  if (codes.length === 0) return { config, diagnostics };
  return {
    config: {
      ...config,
      locales: Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code))),
    },
    diagnostics,
  };
}

/** What the output must not replace. */
function inputFolders(root: string, config: SiteConfig): string[] {
  const { content, series, docs } = config;
  const folders = [content.docs, content.static, content.home, content.i18n, ...series.map(({ source }) => source)];
  return [
    root,
    ...[...folders, ...(docs?.versions ?? []).flatMap(({ source }) => source ?? [])].map((folder) =>
      resolve(root, folder),
    ),
  ];
}

/** Changes with the program itself, so that no other version's cache is read. */
function programStamp(): string {
  return createHash("sha256")
    .update(readFileSync(join(packageRoot, "dist", "cli.js")))
    .digest("hex");
}
