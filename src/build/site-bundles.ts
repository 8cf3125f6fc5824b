/** Compiles what a site has of its own: its templates, its pages that are components, and its look. Each once while nothing of it changes. */
import { join } from "node:path";
import { listFiles } from "../content/read/sources.js";
import { repositoryTop, SourceLinks } from "../content/read/symlinks.js";
import { type BundledLook, bundleLook } from "../output/assets/own-look.js";
import { type CompiledTemplates, compileTemplates, readTemplates } from "../output/assets/templates.js";
import type { LinkRequest } from "./link.js";
import { remember } from "./state.js";

/** @param components see `Inputs`. */
export async function siteTemplates(root: string, components: readonly string[]): Promise<CompiledTemplates> {
  const links = new SourceLinks(repositoryTop(root));
  const files = await listFiles(join(root, "templates"), ["*.tsx"], [], links);
  const isNeeded = files.length > 0 || components.length > 0;
  const compiled = isNeeded ? await compileTemplates(root, files, components) : await readTemplates();
  return { ...compiled, diagnostics: [...links.diagnostics(root), ...compiled.diagnostics] };
}

/** The style sheets, and the files of the head, that the site brings. */
export function ownLook({
  root,
  config,
  configFile,
  state,
}: Pick<LinkRequest, "root" | "config" | "configFile" | "state">): Promise<BundledLook> {
  return remember(state, "look", () => bundleLook(root, config, configFile));
}
