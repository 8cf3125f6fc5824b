/**
 * Characters that no output may contain: controls, which XML forbids; noncharacters, which Unicode reserves for
 * internal use; unpaired surrogates, which UTF-8 cannot encode. All text from outside, or from a decoder, is cleaned
 * here.
 */

import { withLineFeeds } from "./lines.js";
import { isSameList } from "./lists.js";

/** A fast first test, because most texts need no cleaning. It also matches surrogate pairs, which `unprintableCharacter` does not. */
const suspiciousCharacter = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;
const unprintableCharacter = /[\p{Noncharacter_Code_Point}\p{Cs}]|[^\P{Cc}\t\n\r]/gu;

/** Replaces each such character by U+FFFD; tabs and line ends stay. */
export function cleanText(text: string): string {
  return suspiciousCharacter.test(text) ? text.replace(unprintableCharacter, "\uFFFD") : text;
}

/** A text as it is published: cleaned, and with line feeds alone at line ends. */
export const publishedText = (text: string) => withLineFeeds(cleanText(text));

/** Matches entities, percent escapes and encoded host names, which may be decoded later, and surrogates, which may be cut apart. */
const decodableSequence = /&[#A-Za-z]|%[0-9A-Fa-f]{2}|[Xx][Nn]--|[\ud800-\udfff]/;

/** Whether neither decoding nor cutting a clean text can give a text that is not clean. */
export function staysClean(text: string): boolean {
  return !decodableSequence.test(text);
}

/** Cleans every text in plain data, keys included. Returns the value itself if there is nothing to replace. */
export function cleanTexts<T>(value: T): T {
  return cleanValue(value) as T;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) {
    const items = value.map(cleanValue);
    return isSameList(items, value) ? value : items;
  }
  // Other objects, such as a regular expression of the configuration, are not data.
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const data = value as Record<string, unknown>;
  const keys = Object.keys(data);
  const cleanKeys = keys.map(cleanText);
  const items = keys.map((key) => cleanValue(data[key]));
  if (isSameList(cleanKeys, keys) && isSameList(items, Object.values(data))) return value;
  return Object.fromEntries(cleanKeys.map((key, index) => [key, items[index]]));
}
