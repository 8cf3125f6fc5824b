/** The records of hosted search, in DocSearch's schema, which `cipgen index` pushes: one per page, one per heading, and the text below each in pieces. */

import { createHash } from "node:crypto";
import type { PagesContext } from "../model/context.js";
import type { Bodies } from "../shared/document.js";
import { hierarchyOf, type RecordType, type SearchRecord } from "../shared/search.js";
import { encodeText } from "../shared/text.js";
import { pageParts, type SearchPage } from "./page.js";
import { searchPages } from "./pages.js";

/** All records of one locale, by page, in the site's order. */
export function searchRecords(context: PagesContext, bodies: Bodies): SearchRecord[] {
  const { urls, locale } = context;
  return searchPages(context, bodies).flatMap((page) => pageRecords(page, urls.absolute(page.href), locale));
}

/** @param address the page's absolute URL. */
export function pageRecords(page: SearchPage, address: string, locale: string): SearchRecord[] {
  const records: SearchRecord[] = [];
  for (const part of pageParts(page)) {
    const type = part.anchor ? (`lvl${part.headings.length + 1}` as RecordType) : "lvl1";
    for (const [index, content] of [null, ...part.pieces].entries()) {
      const ownType = content === null ? type : "content";
      records.push({
        objectID: identify([locale, page.route, part.anchor, ownType, index === 0 ? "" : String(index)]),
        type: ownType,
        hierarchy: hierarchyOf(page.section, page.title, part.headings),
        content,
        url: part.anchor ? `${address}#${encodeText(part.anchor)}` : address,
        url_without_anchor: address,
        anchor: part.anchor,
        language: locale,
        docusaurus_tag: page.tag,
        version: page.version,
        weight: {
          pageRank: page.pageRank,
          level: ownType === "content" ? 0 : 110 - 10 * Number(ownType.slice(3)),
          position: records.length,
        },
      });
    }
  }
  return records;
}

function identify(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}
