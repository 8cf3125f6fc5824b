/** Builds a site into a folder: all steps from the configuration to a complete output. */

import { join, resolve } from "node:path";
import { sourceFolders } from "../../build/input-folders.js";
import { buildFiles } from "../../build/make-files.js";
import { openSite, withConfig } from "../../build/open-site.js";
import type { SiteConfig } from "../../config/index.js";
import { withAddress } from "../../config/loading.js";
import { hasTrackedLink } from "../../content/read/repositories.js";
import { openOutput } from "../../output/emit/emit.js";
import { describeHolder } from "../../output/emit/lock.js";
import { checkOutputPath } from "../../output/emit/output-folder.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { hasErrors, sortDiagnostics } from "../../platform/diagnostics/report.js";
import type { BuildRequest, BuildResult } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { addAll } from "../../shared/lists.js";
import { suggestion } from "../../shared/text.js";
import { outdatedTranslations } from "../../site/model/history.js";
import { siteRoot } from "./site-root.js";

/** The result of a build without what depends on all of its diagnostics. */
type Outcome = Omit<BuildResult, "ok" | "out">;

/** Maximum time, in ms, that a build waits for another one into the same output. */
const patience = 60_000;

const nothing: Outcome = { pages: 0, files: 0, bytes: 0, diagnostics: [], outdated: [] };

export async function build(request: BuildRequest = {}): Promise<BuildResult> {
  const root = siteRoot(request.root);
  const out = resolve(request.out ?? join(request.root ?? ".", "build"));
  const failed = (error: unknown): Outcome => ({ ...nothing, diagnostics: [machineFailure(error, root)] });
  const built = await run(root, out, request).catch(failed);
  return { ok: !hasErrors(built.diagnostics), out, ...built, diagnostics: sortDiagnostics(built.diagnostics) };
}

async function run(root: string, out: string, request: BuildRequest): Promise<Outcome> {
  const { cache = true, cacheDir, onStage, onWait } = request;
  const opened = await openSite(root, { noCache: !cache, cacheDir });
  if (!opened.value) return { ...nothing, diagnostics: opened.diagnostics };
  const addressed = withAddress(opened.value.config, request);
  if (!addressed.value) return { ...nothing, diagnostics: addressed.diagnostics };
  const { config, diagnostics: unknownLocales } = chooseLocales(addressed.value, request.locales ?? []);
  const refused = [...unknownLocales, ...checkOutputPath(out, { root, sources: sourcesOf(root, config) })];
  if (await hasTrackedLink(out, root)) {
    const help =
      "A change may have put it there, to write into any folder. Remove the link from git, or name another output.";
    refused.push(diagnose("output-unsafe", `the output ${out} is behind a symbolic link that git tracks`, { help }));
  }
  if (hasErrors(refused)) return { ...nothing, diagnostics: refused };

  const site = withConfig(opened.value, config);
  const openResult = await openOutput({
    out,
    force: request.force,
    lock: { patience, onWait: (holder) => onWait?.(describeHolder(holder), out) },
  });
  if (!openResult.value) return { ...nothing, diagnostics: openResult.diagnostics };
  const target = openResult.value;
  try {
    onStage?.("read");
    const { value, diagnostics } = await buildFiles({ ...site, onStage, sink: (files) => target.add(files) });
    const { pages, linked } = value;
    const outdated = linked ? outdatedTranslations(linked.site) : [];
    if (hasErrors(diagnostics)) return { ...nothing, diagnostics };
    onStage?.("write");
    const emitted = target.finish();
    addAll(diagnostics, emitted.diagnostics);
    if (!emitted.value) return { ...nothing, diagnostics };
    const { files, bytes } = emitted.value;
    return { pages, files, bytes, diagnostics, outdated };
  } finally {
    target.close();
  }
}

/** Limits a site to the named locales, and its links between languages to these. */
function chooseLocales(
  config: SiteConfig,
  codes: readonly string[],
): { config: SiteConfig; diagnostics: Diagnostic[] } {
  const codesOfConfig = Object.keys(config.locales);
  const diagnostics = codes
    .filter((code) => !codesOfConfig.includes(code))
    .map((code) =>
      diagnose("config-reference", `--locale: there is no locale "${code}"`, { help: suggestion(code, codesOfConfig) }),
    );
  if (codes.length === 0) return { config, diagnostics };
  const locales = Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code)));
  return { config: { ...config, locales }, diagnostics };
}

/** Absolute paths of the folders that the output must neither replace nor be inside. */
function sourcesOf(root: string, config: SiteConfig): string[] {
  // The root itself may be a source and still contain the output.
  return [...sourceFolders(config), "templates", "locales"]
    .map((folder) => resolve(root, folder))
    .filter((folder) => folder !== root);
}
