/** The data of the docs: versions, pages and sidebars. Public, documented in docs/data.md, stable. */

import type { OutputFile } from "../../shared/output.js";
import { dataFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { isListed } from "../../site/model/proposal-list.js";
import { type DocsVersionPages, flattenPages } from "../../site/model/site.js";
import { jsonFile } from "../views/data.js";
import { dateView } from "../views/proposal-parts.js";
import type { OutputKind } from "./kind.js";

export const docsData: OutputKind = {
  name: "docs",
  each: "locale",
  urls: ({ config }) => (config.docs ? [dataFileUrl(config.docs.route)] : []),
  make: ({ context }) => dataOf(context),
};

function dataOf(context: RenderContext): OutputFile[] {
  const { config, docs } = context.site;
  if (!config.docs || docs.length === 0) return [];
  const versions = docs.map((version) => versionData(version, context));
  return [jsonFile(dataFileUrl(config.docs.route), JSON.stringify({ versions }), context)];
}

function versionData(version: DocsVersionPages, context: RenderContext) {
  const { name, label, isLast, mainPage, pages, draftIds, sidebars, route } = version;
  return {
    name,
    label: context.translator.label(label),
    isLast,
    path: context.urls.page(route),
    mainDocId: mainPage.id,
    docs: [...pages.values()].filter(isListed).map((page) => ({
      id: page.id,
      path: context.urls.page(page.route),
      sidebar: page.sidebar,
      title: (page.translations.get(context.locale) ?? page.document).meta.title,
      lastUpdated: dateView(context.site.history.get(page.document.path)?.updated, context)?.iso,
    })),
    draftIds,
    sidebars: Object.fromEntries(
      [...sidebars].map(([id, entries]) => [id, flattenPages(entries).map((page) => page.id)]),
    ),
  };
}
