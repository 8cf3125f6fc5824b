/**
 * Characters that no output may contain: controls, which XML forbids; noncharacters, which Unicode reserves for
 * internal use; unpaired surrogates, which UTF-8 cannot encode. All text from outside, or from a decoder, is cleaned
 * here.
 */

import { withLineFeeds } from "./lines.js";

/** Cheap for the many texts that have none; surrogate pairs are checked below. */
const suspicious = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;
const unprintable = /[\p{Noncharacter_Code_Point}\p{Cs}]|[^\P{Cc}\t\n\r]/gu;

/** Replaces each such character by U+FFFD; tabs and line ends stay. */
export function cleanText(text: string): string {
  return suspicious.test(text) ? text.replace(unprintable, "\uFFFD") : text;
}

/** A text as it is published: also with one kind of line end. */
export const publishedText = (text: string) => withLineFeeds(cleanText(text));

/** Entities, percent escapes and encoded host names; pairs of surrogates may be divided. */
const decodable = /&[#A-Za-z]|%[0-9A-Fa-f]{2}|[Xx][Nn]--|[\ud800-\udfff]/;

/** Whether everything is clean that is decoded from parts of a clean text. */
export function staysClean(text: string): boolean {
  return !decodable.test(text);
}

/** The same for every text in plain data, including keys. Returns the value itself if there is nothing to replace. */
export function cleanTexts<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item = cleaned(value[index]);
      if (item !== value[index]) copy ??= [...value];
      if (copy) copy[index] = item;
    }
    return copy ?? value;
  }
  // Other objects, such as a pattern of the configuration, are not data.
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const data = value as Record<string, unknown>;
  let copy: [string, unknown][] | undefined;
  const keys = Object.keys(data);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const [cleanKey, item] = [cleanText(key), cleaned(data[key])];
    if (cleanKey !== key || item !== data[key]) copy ??= Object.entries(data);
    if (copy) copy[index] = [cleanKey, item];
  }
  return copy ? Object.fromEntries(copy) : value;
}
