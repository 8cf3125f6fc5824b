/** The order of fields as most texts of a series have it. */
import { normalizeKey } from "../../parse/metadata/keys.js";
import type { NumberedText } from "./survey.js";

type Places = ReadonlyMap<string, number>;

/** @returns the fields, those that texts disagree about where they contradict the fewest; else as they were. */
export function inOrderOfTexts<Field extends { key: string }>(
  fields: readonly Field[],
  texts: readonly NumberedText[],
): Field[] {
  const all = texts.map(placesOf);
  /** How many more texts have the first of two fields before the second than after it. */
  const lead = (first: Field, second: Field) =>
    all.reduce((sum, places) => {
      const [one, other] = [placeOf(places, first), placeOf(places, second)];
      return one === undefined || other === undefined ? sum : sum + Math.sign(other - one);
    }, 0);
  const ordered: Field[] = [];
  for (const field of fields) {
    const leads = ordered.map((other) => lead(field, other));
    const contradicted = (place: number) => leads.reduce((sum, one, index) => sum + (index < place ? one : -one), 0);
    let best = ordered.length;
    for (let place = best - 1; place >= 0; place--) if (contradicted(place) < contradicted(best)) best = place;
    ordered.splice(best, 0, field);
  }
  return ordered;
}

/** Whether most texts have the fields in this order. */
export function isUsualOrder(fields: readonly { key: string }[], texts: readonly NumberedText[]): boolean {
  const agreeing = texts.map(placesOf).filter((places) => {
    const written = fields.flatMap((field) => placeOf(places, field) ?? []);
    return written.every((place, index) => index === 0 || place > (written[index - 1] ?? 0));
  });
  return agreeing.length * 2 >= texts.length;
}

/** The places of a text's fields by key. */
const placesOf = ({ metadata }: NumberedText): Places =>
  new Map((metadata.entries ?? []).map(({ key }, index) => [normalizeKey(key), index]));

const placeOf = (places: Places, { key }: { key: string }) => places.get(normalizeKey(key));
