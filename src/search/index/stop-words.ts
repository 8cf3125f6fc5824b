/** Common words ("who", "the"): the ranking ignores them if a query has other words. */
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { termsOf } from "../../shared/search-text.js";

const lists: Record<string, readonly string[]> = {
  de: german,
  // The package's list has only the other article.
  en: ["a", ...english],
  es: spanish,
  pt: portuguese,
};

/** @param langs language tags of texts. @returns terms; of a language without a list, none. */
export function stopWords(langs: Iterable<string>): ReadonlySet<string> {
  const languages = new Set([...langs].map((lang) => lang.split("-")[0] ?? ""));
  return new Set([...languages].flatMap((language) => lists[language] ?? []).flatMap(termsOf));
}
