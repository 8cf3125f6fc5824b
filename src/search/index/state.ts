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
  /** The same of its code, which is one entry. */
  code: number;
}

/** Terms, and the files that they are in. */
export interface TermState {
  terms: IndexTerms;
  /** The index of the first term of each file of terms, and the file's digest. */
  termFiles: { start: number; digest: string }[];
}

interface CodeState extends TermState {
  texts: string[];
}

export interface IndexState extends TermState {
  pages: IndexedPage[];
  /** Those of the code, and the digests of the files with its texts. */
  code: CodeState;
  /** Digests of the files of texts, in order. */
  texts: string[];
}

/** The state of an empty index. */
export const emptyIndex: IndexState = {
  pages: [],
  terms: { terms: [], postings: [], places: [] },
  termFiles: [],
  code: { terms: { terms: [], postings: [], places: [] }, termFiles: [], texts: [] },
  texts: [],
};

type PageRow = [key: string, title: number, text: number, code: number, entries: string];

interface TermsHead {
  termFiles: IndexState["termFiles"];
  places: string;
}

interface Head {
  pages: PageRow[];
  texts: string[];
  codeTexts: string[];
  words: TermsHead;
  code: TermsHead;
}

const separator = Buffer.from("\n\n");

/** As bytes, for a cache. */
export function encodeState({ pages, texts, code, ...words }: IndexState): Buffer {
  const head: Head = {
    pages: pages.map(({ key, length, code, entries }) => [
      key,
      length.title,
      length.text,
      code,
      encodeNumbers(entries),
    ]),
    texts,
    codeTexts: code.texts,
    words: termsHead(words),
    code: termsHead(code),
  };
  const parts = [
    Buffer.from(JSON.stringify(head)),
    ...[words, code].flatMap(({ terms }) => [
      separator,
      Buffer.from(terms.terms.join("\n")),
      separator,
      Buffer.from(terms.postings.join("\n"), "latin1"),
    ]),
  ];
  return Buffer.concat(parts);
}

const termsHead = ({ termFiles, terms }: TermState): TermsHead => ({ termFiles, places: encodeNumbers(terms.places) });

/** @param bytes result of `encodeState` of the same program. */
export function decodeState(bytes: Buffer): IndexState {
  let start = 0;
  const next = (encoding: "utf8" | "latin1") => {
    const end = bytes.indexOf(separator, start);
    const text = bytes.toString(encoding, start, end < 0 ? bytes.length : end);
    start = end + separator.length;
    return text;
  };
  const { pages, texts, codeTexts, words, code } = JSON.parse(next("utf8")) as Head;
  const termState = ({ termFiles, places }: TermsHead): TermState => {
    const terms = next("utf8");
    // In a string with terms of any script, each character would take two bytes.
    const postings = next("latin1");
    return {
      terms: {
        terms: terms === "" ? [] : terms.split("\n"),
        postings: postings === "" ? [] : postings.split("\n"),
        places: decodeNumbers(places),
      },
      termFiles,
    };
  };
  return {
    pages: pages.map(([key, title, text, code, entries]) => ({
      key,
      length: { title, text },
      code,
      entries: decodeNumbers(entries),
    })),
    ...termState(words),
    code: { ...termState(code), texts: codeTexts },
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
    const index = byKey.size === 0 ? -1 : (byKey.get(pageDigest(page)) ?? -1);
    if (index <= last) return -1;
    last = index;
    return index;
  });
}

/** Digest of all data of a page in the terms and texts of an index. */
export function pageDigest({ textKey, href, section, title, description, facts }: SearchPage): string {
  const parts = [textKey, href, section, title, description, facts?.text.who, facts?.text.what, facts !== undefined];
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 24);
}
