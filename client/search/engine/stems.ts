/** Stems of words, by the algorithms of Snowball; in other languages only a common plural ending is removed. */

import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";

const stemmers: Record<string, (word: string) => string> = { de: german, en: english, es: spanish, pt: portuguese };

const inflected = /^\p{L}{3,}$/u;

/** @param lang language tag of the texts. */
export function stemOf(word: string, lang: string): string {
  if (!inflected.test(word)) return word;
  const stem = stemmers[lang.split("-")[0] ?? ""];
  return stem ? stem(word) : word.replace(/s$/, "");
}
