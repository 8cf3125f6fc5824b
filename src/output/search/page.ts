/**
 * The searchable content of one page. It is plain data, so that a thread can make the embedded index without the code of a
 * site. Pages are cut into parts at their headings, and long texts into pieces, for the embedded and for hosted search.
 */

import type { SearchText, Section } from "../../shared/document.js";
import { addAll } from "../../shared/lists.js";
import { encodeText, truncateText } from "../../shared/text.js";
import type { StatusView } from "../../shared/view.js";

export interface SearchPage {
  /** Without locale, so that it is the same in every language. */
  route: string;
  /** From `/`, in this locale. */
  href: string;
  /** The part of the site that contains it. */
  section: string;
  title: string;
  description: string;
  /** Language tag of its text, if it is not the locale's. */
  lang?: string;
  /** Its sections, loaded on demand. */
  readonly body: SearchText;
  /** The `docusaurus_tag` of its records. */
  tag: string;
  /** Name of its version of the docs; empty for pages outside the docs. */
  version: string;
  /** 10 for proposals, 5 for all other pages. */
  pageRank: number;
  /** Only of proposals: the index of its series in the configuration, and its number. */
  proposal?: { series: number; number: number };
  /** Only of proposals: data from metadata and relations. */
  facts?: PageFacts;
}

/** The data by which a proposal is found, filtered and ranked, in addition to its text. */
export interface PageFacts {
  status?: StatusView;
  category?: { id: string; label: string };
  /** `YYYY-MM-DD` */
  date?: string;
  authors: readonly PageAuthor[];
  /** End of its last call, `YYYY-MM-DD`. */
  deadline?: string;
  /** Other values on its page: tags, keywords, the register's own fields. */
  others: readonly string[];
  /** All values with labels, in the page's language, as a result shows them: people, and the rest. */
  text: { who: string; what: string };
  /** How much the register depends on it, from 0 to `maxAuthority`. */
  authority: number;
}

export interface PageAuthor {
  /** Equal for all spellings of one person. */
  key: string;
  /** The most frequent spelling. */
  name: string;
  /** The spelling of this text. */
  written?: string;
  /** Without `@`. */
  handle?: string;
  /** Search texts and results have only the part before the `@`. */
  email?: string;
}

/** Loads its body at each access, so that the body need not stay in memory. Copies of the page do not have the body. */
class PageWithBody {
  readonly #load: () => SearchText;

  constructor(page: Omit<SearchPage, "body">, load: () => SearchText) {
    Object.assign(this, page);
    this.#load = load;
  }

  // The getter is in the class, because a getter in each object would make copies take ten times as long.
  get body(): SearchText {
    return this.#load();
  }
}

/** Adds a body to a page. @param load called at each access of `body`. */
export function withBody(page: Omit<SearchPage, "body">, load: () => SearchText): SearchPage {
  return new PageWithBody(page, load) as PageWithBody & SearchPage;
}

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
  code: string;
}

/** Hosted search refuses larger records. */
export const maxRecordBytes = 10_000;
const maxContentBytes = 6_000;
/** Bytes of a record without its texts: names of fields, digests, numbers. */
const fixedBytes = 600;
/** How often a record has the address of its page, and that of the section. */
const addressesInRecord = 2;
const anchorsInRecord = 4;
const maxHeadingLength = 250;
/** Matches texts in which every character is one byte in JSON. */
const plainAscii = /^[ !#-[\]-~]*$/;
/** Matches texts in which every code unit is at most three bytes in JSON. */
const shortInJson = /^[^\p{Cc}\p{Cs}]*$/u;

/** Cuts a page into parts: its top, which begins with the description, and a part for each heading. */
export function pageParts(page: SearchPage): PagePart[] {
  const { description } = page;
  const first = emptyPart("", []);
  if (description) addAll(first.pieces, splitText(description, contentLimit(page, first)));
  const parts = [first];
  let part = first;
  for (const { id, level, heading, text, declared, used, code } of decodeSections(page.body)) {
    if (id) {
      part = emptyPart(id, headingPath(part.headings, level, heading));
      parts.push(part);
    }
    if (declared) addAll(part.declared, declared);
    if (used) addAll(part.used, used);
    if (code) part.code += part.code ? `\n${code}` : code;
    for (const piece of splitText(text, contentLimit(page, part))) {
      if (part !== first || piece !== description) part.pieces.push(piece);
    }
  }
  return parts;
}

function emptyPart(anchor: string, headings: PagePart["headings"]): PagePart {
  return { anchor, headings, pieces: [], declared: [], used: [], code: "" };
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
  const most = maxRecordBytes - fixedBytes - addressesInRecord * href.length;
  // Percent-encoding takes at most nine characters for a code unit, JSON six.
  if (most - anchorsInRecord * 9 * anchor.length - 6 * texts.length >= maxContentBytes) return maxContentBytes;
  const anchors = anchorsInRecord * encodeText(anchor).length;
  return Math.max(500, Math.min(maxContentBytes, most - anchors - jsonBytes(texts)));
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

/** The length of a text in JSON, without the quotes around it. */
function jsonBytes(text: string): number {
  if (plainAscii.test(text)) return text.length;
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * Encodes sections as bytes, which threads send in a fraction of the time of objects. They are JSON in ASCII, because
 * decoding UTF-8 would take as long as parsing.
 */
export function encodeSections(sections: readonly Section[]): SearchText {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const json = JSON.stringify(sections).replace(/[\u0080-\uffff]/g, escaped);
  // Has memory of its own, which can move to a thread.
  const bytes = Buffer.allocUnsafeSlow(json.length);
  bytes.write(json, "latin1");
  return bytes;
}

export function decodeSections({ buffer, byteOffset, byteLength }: SearchText): Section[] {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
}
