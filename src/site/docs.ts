/** From documents to the docs area (versions, sidebars, the previous and next page of each page), and to the site's own pages. */
import { posix } from "node:path";
import type { SidebarCategory, SiteConfig } from "../config/index.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { DocsDocument, Document, PageDocument } from "../shared/document.js";
import { compareText, didYouMean } from "../shared/text.js";
import { isListed } from "./model/proposal-list.js";
import { type DocsPage, type DocsVersionPages, flattenPages, type SidebarEntry, type TextPage } from "./model/site.js";
import { orphan } from "./registers.js";

/** Base of a version's routes. The path of the last version is empty. */
export function versionRoute(docsRoute: string, path: string): string {
  return path ? posix.join(docsRoute, path) : docsRoute;
}

export function buildDocs(
  config: SiteConfig,
  configFile: string,
  documents: readonly Document[],
): Result<DocsVersionPages[]> {
  const { docs } = config;
  if (!docs) return { value: [], diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const value = docs.versions.flatMap((version): DocsVersionPages[] => {
    const docsDocuments = documents.filter((d): d is DocsDocument => d.kind === "doc" && d.version === version.name);
    const originals = docsDocuments.filter(({ locale }) => !locale);
    const pages = new Map(
      originals
        .filter((document) => !isDraft(document))
        .map((document): [string, DocsPage] => [
          document.id,
          { id: document.id, route: document.route, document, translations: new Map(), outdated: new Map() },
        ]),
    );
    for (const document of docsDocuments) {
      if (!document.locale) continue;
      const page = pages.get(document.id);
      if (page && !isDraft(document)) page.translations.set(document.locale, document);
      else if (!page && !originals.some(({ id }) => id === document.id)) diagnostics.push(orphan(document.path));
    }
    const missing = (path: string, id: string) => {
      const near = didYouMean(id, pages.keys());
      const help = near ? `Did you mean "${near}"?` : `There are: ${[...pages.keys()].join(", ") || "none"}.`;
      const message = `${path}: there is no docs page "${id}" in version "${version.name}"`;
      diagnostics.push(diagnose("config-reference", message, { file: configFile, help }));
    };
    const sidebars = new Map(
      Object.entries(docs.sidebars).map(([name, items]) => [
        name,
        items === "auto"
          ? autoSidebar(pages)
          : sidebarEntries(items, pages, (id) => missing(`docs.sidebars.${name}`, id)),
      ]),
    );
    for (const [name, entries] of sidebars) linkNeighbours(name, flattenPages(entries));
    for (const [index, item] of config.navbar.items.entries()) {
      // docs.mainDocId names the main doc, and is reported below; the default navbar links to it.
      if (item.type === "doc" && version.isLast && item.docId !== docs.mainDocId && !pages.has(item.docId))
        missing(`navbar.items[${index}].docId`, item.docId);
    }
    const mainPage = pages.get(docs.mainDocId);
    if (!mainPage) missing("docs.mainDocId", docs.mainDocId);
    const draftIds = originals.filter(isDraft).map(({ id }) => id);
    return mainPage
      ? [{ ...version, route: versionRoute(docs.route, version.path), pages, mainPage, draftIds, sidebars }]
      : [];
  });
  return { value, diagnostics };
}

/** Whether a text is a page that is not published yet. */
export const isDraft = ({ kind, meta }: Document) => (kind === "doc" || kind === "page") && meta.draft;

/** Lists all pages that are not unlisted, by position, then by title. */
function autoSidebar(pages: Map<string, DocsPage>): DocsPage[] {
  const position = ({ document }: DocsPage) => document.meta.sidebarPosition ?? Number.POSITIVE_INFINITY;
  return [...pages.values()].filter(isListed).sort((a, b) => {
    const [first, second] = [position(a), position(b)];
    return first === second ? compareText(a.document.meta.title, b.document.meta.title) : first - second;
  });
}

function sidebarEntries(
  items: readonly (string | SidebarCategory)[],
  pages: Map<string, DocsPage>,
  missing: (id: string) => void,
): SidebarEntry[] {
  return items.flatMap((item): SidebarEntry[] => {
    if (typeof item !== "string") return [{ label: item.label, items: sidebarEntries(item.items, pages, missing) }];
    const page = pages.get(item);
    if (!page) missing(item);
    return page ? [page] : [];
  });
}

function linkNeighbours(sidebar: string, pages: DocsPage[]): void {
  for (const [index, page] of pages.entries()) {
    if (page.sidebar) continue;
    page.sidebar = sidebar;
    page.previous = pages[index - 1];
    page.next = pages[index + 1];
  }
}

/** Builds the site's own pages that are texts, with their translations. @param originals path of the original of each translation. */
export function buildTextPages(
  documents: readonly Document[],
  originals: ReadonlyMap<string, string>,
): Result<TextPage[]> {
  const pageDocuments = documents.filter((document): document is PageDocument => document.kind === "page");
  const pages = new Map(
    pageDocuments.flatMap((document): [string, TextPage][] => {
      const { locale, path, route } = document;
      return locale ? [] : [[path, { route, document, translations: new Map(), outdated: new Map() }]];
    }),
  );
  const diagnostics: Diagnostic[] = [];
  for (const document of pageDocuments) {
    if (!document.locale) continue;
    const page = pages.get(originals.get(document.path) ?? "");
    if (!page) diagnostics.push(orphan(document.path));
    else if (!isDraft(document)) page.translations.set(document.locale, document);
  }
  return { value: [...pages.values()].filter(({ document }) => !isDraft(document)), diagnostics };
}
