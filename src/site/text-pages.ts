/** From documents to the site's own pages, with their translations. */
import type { TextPage } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, PageDocument } from "../shared/document.js";
import { isDraft } from "./docs.js";
import { orphan } from "./registers.js";

/** @param originals path of the original of each translation. */
export function buildTextPages(
  documents: readonly Document[],
  originals: ReadonlyMap<string, string>,
): Result<TextPage[]> {
  const own = documents.filter((document): document is PageDocument => document.kind === "page");
  const all = new Map(
    own.flatMap((document): [string, TextPage][] => {
      const { locale, path, route } = document;
      return locale ? [] : [[path, { route, document, translations: new Map(), outdated: new Map() }]];
    }),
  );
  const diagnostics: Diagnostic[] = [];
  for (const document of own) {
    if (!document.locale) continue;
    const page = all.get(originals.get(document.path) ?? "");
    if (!page) diagnostics.push(orphan(document.path));
    else if (!isDraft(document)) page.translations.set(document.locale, document);
  }
  return { value: [...all.values()].filter(({ document }) => !isDraft(document)), diagnostics };
}
