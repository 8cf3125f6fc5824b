/**
 * A translated sentence that contains elements. They replace the placeholders of the translation, so that the sentence is
 * one string in every language.
 */
import type { ReactNode } from "react";
import { Fragment } from "react";
import type { Translate } from "../src/shared/view.js";

export interface PhraseProps {
  t: Translate;
  id: string;
  /** The element for each placeholder of the string. */
  slots: Record<string, ReactNode>;
}

/** Encloses the index of a slot while the string is looked up; no text contains it. */
const mark = "\uFFFC";

export default function Phrase({ t, id, slots }: PhraseProps) {
  const names = Object.keys(slots);
  const marked = Object.fromEntries(names.map((name, index) => [name, `${mark}${index}${mark}`]));
  return t(id, marked)
    .split(mark)
    .map((part, index) => {
      const slot = index % 2 ? names[Number(part)] : undefined;
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
      return <Fragment key={index}>{slot === undefined ? part : slots[slot]}</Fragment>;
    });
}
