/** Compiles the templates of a site, and its own pages that are components. */
import { join } from "node:path";
import { type CompiledTemplates, compileTemplates, readTemplates } from "../assets/templates.js";
import { listFiles } from "../read/sources.js";
import { repositoryTop, SourceLinks } from "../read/symlinks.js";

/** @param components see `Inputs`. */
export async function siteTemplates(root: string, components: readonly string[]): Promise<CompiledTemplates> {
  const links = new SourceLinks(repositoryTop(root));
  const own = await listFiles(join(root, "templates"), ["*.tsx"], [], links);
  const isNeeded = own.length > 0 || components.length > 0;
  const compiled = isNeeded ? await compileTemplates(root, own, components) : await readTemplates();
  return { ...compiled, diagnostics: [...links.diagnostics(root), ...compiled.diagnostics] };
}
