/** The generators whose sites `init --from` reads. The first one that knows its files counts. */
import { docusaurus } from "./docusaurus.js";
import type { Generator, OldFiles, OldSite } from "./generator.js";
import { hugo } from "./hugo.js";
import { jekyll } from "./jekyll.js";
import { linkedSite } from "./linked.js";
import { mdbook } from "./mdbook.js";
import { mkdocs } from "./mkdocs.js";
import { plain, withCommonFiles } from "./plain.js";
import { sphinx } from "./sphinx.js";
import { vitepress } from "./vitepress.js";

const generators: readonly Generator[] = [docusaurus, vitepress, mkdocs, mdbook, hugo, jekyll, sphinx];

/** @returns what the site that is there says; where no generator knows its files, what the texts say of it. */
export async function readOldSite(files: OldFiles): Promise<OldSite> {
  for (const generator of generators) {
    const site = await generator.read(files);
    if (site) return withCommonFiles(site, files);
  }
  return withCommonFiles(linkedSite(files) ?? plain, files);
}
