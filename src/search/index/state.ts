/**
 * The state of an index, by page and term: the next build changes only what an edit affects. It depends only on the
 * pages, as the index does, not on any output.
 */
import { decodeNumbers, encodeNumbers } from "../../shared/search-index.js";
import type { PageLength } from "./page.js";

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
  length: PageLength;
  /**
   * For each section, twice the length in characters of its entry in the files of texts, plus one if a file may begin
   * with it.
   */
  entries: number[];
}

export interface IndexState {
  pages: IndexedPage[];
  terms: IndexTerms;
  /** Digests of the files of texts, in order. */
  texts: string[];
}

/** The state of an empty index. */
export const emptyIndex: IndexState = { pages: [], terms: { terms: [], postings: [], places: [] }, texts: [] };

type PageRow = [key: string, title: number, text: number, entries: string];

interface Head {
  pages: PageRow[];
  texts: string[];
  places: string;
}

/** As bytes, for a cache. */
export function encodeState({ pages, terms, texts }: IndexState): Buffer {
  const head: Head = {
    pages: pages.map(({ key, length, entries }) => [key, length.title, length.text, encodeNumbers(entries)]),
    texts,
    places: encodeNumbers(terms.places),
  };
  const parts = [JSON.stringify(head), terms.terms.join("\n"), terms.postings.join("\n")];
  return Buffer.concat(parts.flatMap((part, index) => [Buffer.from(index > 0 ? "\n\n" : ""), Buffer.from(part)]));
}

/** @param bytes result of `encodeState` of the same program. */
export function decodeState(bytes: Buffer): IndexState {
  const [head = "", terms = "", postings = ""] = bytes.toString("utf8").split("\n\n");
  const { pages, texts, places } = JSON.parse(head) as Head;
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
    texts,
  };
}
