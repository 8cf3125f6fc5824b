/**
 * Cuts pages into parts by their headings, and long texts into pieces, for the embedded index and for hosted search: of the latter these
 * are the records, in DocSearch's schema, which `cipgen index` pushes: one per page, one per heading, and the text below each in pieces
 * that a hosted index accepts.
 */

import { createHash } from "node:crypto";
import type { PagesContext } from "../model/context.js";
import type { Bodies } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import { hierarchyOf, type RecordType, type SearchRecord } from "../shared/search.js";
import { encodeText, truncateText } from "../shared/text.js";
import { type SearchPage, searchPages } from "./pages.js";

/** The text below one heading, or at the top of the page, in pieces of a size that a hosted index accepts. */
interface PagePart {
  /** Empty at the top of a page. */
  anchor: string;
  /** The headings above it, from level 2 on, and its own; null for skipped levels. Empty at the top of a page. */
  headings: readonly (string | null)[];
  pieces: string[];
  /** The names that its code declares, and those that it uses. */
  declared: string[];
  used: string[];
}

/** Hosted search refuses records of 10,000 bytes. */
export const maxRecordBytes = 10_000;
const maxContentBytes = 6_000;
/** Bytes of a record without its texts: names of fields, digests, numbers. */
const fixedBytes = 600;
const maxHeadingLength = 250;
/** Characters that JSON writes as one byte. */
const plainAscii = /^[ !#-[\]-~]*$/;
/** Code units that JSON writes as at most three bytes. */
const shortInJson = /^[^\p{Cc}\p{Cs}]*$/u;

/** The top of the page, which its description begins, then a part for each heading. */
export function pageParts(page: SearchPage): PagePart[] {
  const { description } = page;
  const first = emptyPart("", []);
  if (description) addAll(first.pieces, splitText(description, contentLimit(page, first)));
  const parts = [first];
  let part = first;
  for (const { id, level, heading, text, declared, used } of page.sections) {
    if (id) {
      part = emptyPart(id, headingPath(part.headings, level, heading));
      parts.push(part);
    }
    if (declared) addAll(part.declared, declared);
    if (used) addAll(part.used, used);
    for (const piece of splitText(text, contentLimit(page, part))) {
      if (part !== first || piece !== description) part.pieces.push(piece);
    }
  }
  return parts;
}

function emptyPart(anchor: string, headings: PagePart["headings"]): PagePart {
  return { anchor, headings, pieces: [], declared: [], used: [] };
}

function headingPath(before: PagePart["headings"], level: number, heading: string): PagePart["headings"] {
  const depth = Math.max(0, Math.min(level, 6) - 2);
  const path = before.slice(0, depth);
  while (path.length < depth) path.push(null);
  path.push(heading.length <= maxHeadingLength ? heading : truncateText(heading, maxHeadingLength));
  return path;
}

function contentLimit({ section, title, href }: SearchPage, { anchor, headings }: PagePart): number {
  const texts = [section, title, ...headings].join();
  const most = maxRecordBytes - fixedBytes - 2 * href.length;
  // Percent-encoding takes at most nine characters for a code unit, JSON six.
  if (most - 36 * anchor.length - 6 * texts.length >= maxContentBytes) return maxContentBytes;
  const address = 4 * encodeText(anchor).length;
  return Math.max(500, Math.min(maxContentBytes, most - address - jsonBytes(texts)));
}

/**
 * Cuts a text at white space into pieces of at most `limit` UTF-8 bytes of JSON; longer words are cut between
 * characters.
 */
export function splitText(text: string, limit: number): string[] {
  if (text === "") return [];
  if (text.length * 6 <= limit || (text.length * 3 <= limit && shortInJson.test(text))) return [text];
  if (jsonBytes(text) <= limit) return [text];
  const words = text.split(/(?<=\s)/).flatMap((word) => (jsonBytes(word) <= limit ? [word] : pack([...word], limit)));
  return pack(words, limit)
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** Joins adjacent pieces up to the limit. */
function pack(parts: readonly string[], limit: number): string[] {
  const packs: string[] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const bytes = jsonBytes(part);
    if (size + bytes > limit) {
      packs.push("");
      size = 0;
    }
    packs[packs.length - 1] += part;
    size += bytes;
  }
  return packs;
}

/** Without the quotes around it. */
function jsonBytes(text: string): number {
  if (plainAscii.test(text)) return text.length;
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

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
