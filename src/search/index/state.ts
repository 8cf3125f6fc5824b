/**
 * The state of an index, by page and term: the next build changes only what an edit affects. It depends only on the pages, as the index
 * does, not on any output.
 */

import { hash } from "node:crypto";
import { decodeNumbers, encodeNumbers } from "../../shared/search-index.js";
import type { SearchPage } from "../page.js";

/** The terms of an index, sorted by their code units. Arrays of one length. */
export interface IndexTerms {
  terms: string[];
  /** See `decodePostings`. */
  postings: string[];
  /** Number of places of each. */
  places: number[];
}

/** A page of an index. */
export interface IndexedPage {
  /** Digest of all its data in the index. */
  key: string;
  /** See `IndexRoot.shapes`. */
  length: { title: number; text: number };
  /**
   * For each section, twice the length in characters of its entry in the files of texts, plus one if a file may begin
   * with it.
   */
  entries: number[];
}

export interface IndexState {
  pages: IndexedPage[];
  terms: IndexTerms;
  /** The index of the first term of each file of terms, and the file's digest. */
  termFiles: { start: number; digest: string }[];
  /** Digests of the files of texts, in order. */
  texts: string[];
}

/** The state of an empty index. */
export const emptyIndex: IndexState = {
  pages: [],
  terms: { terms: [], postings: [], places: [] },
  termFiles: [],
  texts: [],
};

type PageRow = [key: string, title: number, text: number, entries: string];

interface Head {
  pages: PageRow[];
  termFiles: IndexState["termFiles"];
  texts: string[];
  places: string;
}

const separator = Buffer.from("\n\n");

/** As bytes, for a cache. */
export function encodeState({ pages, terms, termFiles, texts }: IndexState): Buffer {
  const head: Head = {
    pages: pages.map(({ key, length, entries }) => [key, length.title, length.text, encodeNumbers(entries)]),
    termFiles,
    texts,
    places: encodeNumbers(terms.places),
  };
  const parts = [
    Buffer.from(JSON.stringify(head)),
    separator,
    Buffer.from(terms.terms.join("\n")),
    separator,
    Buffer.from(terms.postings.join("\n"), "latin1"),
  ];
  return Buffer.concat(parts);
}

/** @param bytes result of `encodeState` of the same program. */
export function decodeState(bytes: Buffer): IndexState {
  const end = bytes.indexOf(separator);
  const start = bytes.indexOf(separator, end + separator.length);
  const { pages, termFiles, texts, places } = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  const terms = bytes.toString("utf8", end + separator.length, start);
  // In a string with terms of any script, each character would take two bytes.
  const postings = bytes.toString("latin1", start + separator.length);
  return {
    pages: pages.map(([key, title, text, entries]) => ({
      key,
      length: { title, text },
      entries: decodeNumbers(entries),
    })),
    terms: {
      terms: terms === "" ? [] : terms.split("\n"),
      postings: postings === "" ? [] : postings.split("\n"),
      places: decodeNumbers(places),
    },
    termFiles,
    texts,
  };
}

/** With this many new pages, a new index costs less than an update. The start of a thread takes about as long. */
export const few = 150;

/**
 * The index of each page among the known ones, or -1 if it is new or changed. These indexes are in ascending order,
 * because postings are; a page that moved past another one counts as new.
 */
export function formerPages(pages: readonly SearchPage[], known: IndexState): number[] {
  const byKey = new Map(known.pages.map(({ key }, index) => [key, index]));
  let last = -1;
  return pages.map((page) => {
    const index = byKey.size === 0 ? -1 : (byKey.get(pageKey(page)) ?? -1);
    if (index <= last) return -1;
    last = index;
    return index;
  });
}

/** Digest of all data of a page in the terms and texts of an index. */
export function pageKey({ textKey, href, section, title, description, facts }: SearchPage): string {
  const parts = [textKey, href, section, title, description, facts?.text.who, facts?.text.what, facts !== undefined];
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 24);
}
