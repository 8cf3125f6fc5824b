/** Stems of words, by the algorithms of Snowball; in other languages only a common plural ending is removed. */

import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";

const inflected = /^\p{L}{3,}$/u;

/** British spellings of which the other one differs in a letter. Before other letters, `-ise` is part of the word: "precise", "revise". */
const british: readonly [RegExp, string][] = [
  [/(?<=[a-z]{2}[dghklmnprst])is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, "iz"],
  [/(?<=anal|paral)ys(?=(?:e|ed|er|ers|ing)$)/, "yz"],
  [/(?<=^(?:behavi|col|endeav|fav|flav|harb|hon|lab|neighb|rum|sav))our/, "or"],
];

const american = (word: string) => british.reduce((text, [pattern, other]) => text.replace(pattern, other), word);

const stemmers: Record<string, (word: string) => string> = {
  de: german,
  en: (word) => english(american(word)),
  es: spanish,
  pt: portuguese,
};

/** @param lang language tag of the texts. */
export function stemOf(word: string, lang: string): string {
  if (!inflected.test(word)) return word;
  const stem = stemmers[lang.split("-")[0] ?? ""];
  return stem ? stem(word) : word.replace(/s$/, "");
}
