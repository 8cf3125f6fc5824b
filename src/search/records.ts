/**
 * The records of a site in one locale, in DocSearch's schema: one per page, one per heading, and the text below each in pieces that a
 * hosted index accepts. The embedded index and `cipgen index` are both made from them.
 */
import { createHash } from "node:crypto";
import type { LocaleContext } from "../model/context.js";
import { categoryLabel, documentOf, proposalDescription, proposalTitle } from "../model/localized.js";
import type { Section } from "../shared/document.js";
import type { Hierarchy, RecordType, SearchRecord } from "../shared/search.js";

/** Hosted search refuses records of 10,000 bytes; the text leaves room for everything else that a record holds. */
export const maxRecordBytes = 10_000;
const maxContentBytes = 6_000;

/** A page as search sees it. */
interface Page {
  route: string;
  section: string;
  title: string;
  description: string;
  sections: readonly Section[];
  tag: string;
  version: string;
  pageRank: number;
}

/** All records of one locale, page by page in the site's order. */
export function searchRecords(context: LocaleContext): SearchRecord[] {
  return [...proposalPages(context), ...docsPages(context)].flatMap((page) => recordsOf(page, context));
}

function proposalPages(context: LocaleContext): Page[] {
  const { site, words } = context;
  return site.registers.flatMap(({ series, proposals }) =>
    proposals.map((proposal): Page => {
      const category = categoryLabel(proposal, context);
      const register = words.label(series.title);
      return {
        route: proposal.route,
        section: category ? `${register}: ${category}` : register,
        title: `${proposal.label}: ${proposalTitle(proposal, context)}`,
        description: proposalDescription(proposal, context),
        sections: documentOf(proposal, context)?.sections ?? [],
        tag: "default",
        version: "",
        pageRank: 10,
      };
    }),
  );
}

function docsPages({ site, words, locale }: LocaleContext): Page[] {
  return site.docs.flatMap(({ name, pages }) =>
    [...pages.values()].map((page): Page => {
      const { meta, excerpt, sections } = page.translations.get(locale) ?? page.document;
      return {
        route: page.route,
        section: words.label(site.config.docs?.title ?? "Docs"),
        title: meta.title,
        description: meta.description || excerpt,
        sections,
        tag: `docs-default-${name}`,
        version: name,
        pageRank: 5,
      };
    }),
  );
}

const levels = ["lvl2", "lvl3", "lvl4", "lvl5", "lvl6"] as const;

function recordsOf(page: Page, { urls, locale }: LocaleContext): SearchRecord[] {
  const address = urls.absolute(urls.page(page.route));
  const records: SearchRecord[] = [];
  const hierarchy: Hierarchy = {
    lvl0: page.section,
    lvl1: page.title,
    lvl2: null,
    lvl3: null,
    lvl4: null,
    lvl5: null,
    lvl6: null,
  };
  let pieces = 0;
  const add = (type: RecordType, anchor: string, content: string | null) => {
    pieces = content === null ? 0 : pieces + 1;
    records.push({
      objectID: identify([locale, page.route, anchor, type, content === null ? "" : String(pieces)]),
      type,
      hierarchy: { ...hierarchy },
      content,
      url: anchor ? `${address}#${encodeURIComponent(anchor)}` : address,
      url_without_anchor: address,
      anchor,
      language: locale,
      docusaurus_tag: page.tag,
      version: page.version,
      weight: {
        pageRank: page.pageRank,
        level: type === "content" ? 0 : 110 - 10 * Number(type.slice(3)),
        position: records.length,
      },
    });
  };
  add("lvl1", "", null);
  if (page.description) add("content", "", page.description);
  for (const { id, level, heading, text } of page.sections) {
    if (id) {
      const own = levels[Math.min(level, 6) - 2] ?? "lvl2";
      for (const name of levels) if (name >= own) hierarchy[name] = null;
      hierarchy[own] = heading;
      add(own, id, null);
    }
    for (const piece of splitText(text, maxContentBytes)) {
      if (id || piece !== page.description) add("content", id, piece);
    }
  }
  return records;
}

function identify(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}

/** Cuts a text at white space into pieces of at most `limit` UTF-8 bytes; a word longer than that is cut between characters. */
export function splitText(text: string, limit: number): string[] {
  if (text === "") return [];
  if (Buffer.byteLength(text) <= limit) return [text];
  const pieces: string[] = [];
  let piece = "";
  let size = 0;
  for (const part of text.split(/(?<=\s)/).flatMap((word) => cutWord(word, limit))) {
    const bytes = Buffer.byteLength(part);
    if (size + bytes > limit && piece.trim()) {
      pieces.push(piece.trim());
      piece = "";
      size = 0;
    }
    piece += part;
    size += bytes;
  }
  return piece.trim() ? [...pieces, piece.trim()] : pieces;
}

function cutWord(word: string, limit: number): string[] {
  if (Buffer.byteLength(word) <= limit) return [word];
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const character of word) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > limit) {
      parts.push(part);
      part = "";
      size = 0;
    }
    part += character;
    size += bytes;
  }
  return [...parts, part];
}
