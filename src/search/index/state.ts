/**
 * What an index is made of, page by page and term by term: all that the next build needs to change what an edit changed and leave the rest.
 * It is a function of the pages, as the index is, and says nothing of any output.
 */
import { decodeNumbers, encodeNumbers } from "../../shared/search-index.js";
import type { PageLength } from "./page.js";

/** The terms of an index, sorted by their code units. Arrays of one length. */
export interface IndexTerms {
  terms: string[];
  /** See `decodePostings`. */
  postings: string[];
  /** In how many places each is. */
  places: number[];
}

/** A page of an index. */
export interface IndexedPage {
  /** Digest of all that the index has of it. */
  key: string;
  length: PageLength;
  /** Of each section what an entry of the files of texts is cut by: twice its length in characters, and one for a mark. */
  entries: number[];
}

export interface IndexState {
  pages: IndexedPage[];
  terms: IndexTerms;
  /** Digests of the files of texts, in their order. */
  texts: string[];
}

/** Of no pages. */
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

/** @param bytes what `encodeState` of this program wrote. */
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
