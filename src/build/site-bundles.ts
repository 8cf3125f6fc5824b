/** Compiles the site's own templates, pages that are components, and look. */
import { join } from "node:path";
import { listFiles } from "../content/read/sources.js";
import { repositoryTop, SourceLinks } from "../content/read/symlinks.js";
import { type BundledLook, bundleLook } from "../output/assets/own-look.js";
import { type CompiledTemplates, compileTemplates, readTemplates } from "../output/assets/templates.js";
import type { LinkRequest } from "./link.js";
import { remember } from "./state.js";

/** Compiles the templates and the pages that are components. @param components paths relative to the root. */
export async function siteTemplates(root: string, components: readonly string[]): Promise<CompiledTemplates> {
  const links = new SourceLinks(repositoryTop(root));
  const files = await listFiles(join(root, "templates"), ["*.tsx"], [], links);
  const isNeeded = files.length > 0 || components.length > 0;
  const compiled = isNeeded ? await compileTemplates(root, files, components) : await readTemplates();
  return { ...compiled, diagnostics: [...links.diagnostics(root), ...compiled.diagnostics] };
}

/** Bundles the site's style sheets and the files of its head, unless the state remembers them. */
export function ownLook({
  root,
  config,
  configFile,
  state,
}: Pick<LinkRequest, "root" | "config" | "configFile" | "state">): Promise<BundledLook> {
  return remember(state, "look", () => bundleLook(root, config, configFile));
}
