/** `cipgen lint` without the command: what is found in a site's folder, and its fixes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { linkSite } from "../../src/build/link.js";
import { emptyState } from "../../src/build/state.js";
import { loadConfig } from "../../src/config/loading.js";
import type { ConfigInput } from "../../src/index.js";
import { sortDiagnostics } from "../../src/platform/diagnostics/report.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { fixText } from "../../src/tools/lint/fix.js";
import { lintSite } from "../../src/tools/lint/lint.js";
import { readSettings } from "../../src/tools/lint/settings.js";

export interface LintRun {
  diagnostics: Diagnostic[];
}

/** The texts of a site as they are now, and the rules that they are held to. */
export async function prepare(root: string, lintConfig: ConfigInput["lint"] = {}) {
  const { value: config } = await loadConfig(root);
  if (!config) throw new Error(`${root} has no valid configuration`);
  const settings = readSettings({ ...config, lint: { ...config.lint, ...lintConfig } }, "cipgen.config.json");
  const linked = await linkSite({ root, config, configFile: "cipgen.config.json", state: emptyState() });
  return { settings, linked };
}

/** @param lintConfig replaces what the site's own configuration says of rules. */
export async function lint(root: string, lintConfig?: ConfigInput["lint"]): Promise<LintRun> {
  const { settings, linked } = await prepare(root, lintConfig);
  if (settings.diagnostics.length > 0) return { diagnostics: settings.diagnostics };
  return { diagnostics: sortDiagnostics(lintSite(linked.value, linked.diagnostics, settings.value)) };
}

/** Fixes a site with one rule. @returns paths of the files that changed. */
export async function fixSite(root: string, rule: string): Promise<string[]> {
  const { settings, linked } = await prepare(root);
  const { site, sources, roles } = linked.value;
  const own = settings.value.filter((setting) => setting.rule.id === rule);
  const changed: string[] = [];
  for (const source of sources) {
    const role = roles.get(source.path);
    const { text } = role ? await fixText(source, role, site, own) : source;
    if (text === source.text) continue;
    writeFileSync(join(root, source.path), text);
    changed.push(source.path);
  }
  return changed;
}
