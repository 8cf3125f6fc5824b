/** One section of a proposal's text: from its heading to the next one of its level. */
import { sourceSections } from "../history/sections.js";
import { suggestion } from "../shared/text.js";
import { Problem } from "./files/files.js";
import { type ListedProposal, shortened } from "./site.js";

interface Heading {
  level: number;
  id: string;
  text: string;
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** @param name id of the heading as in addresses, or its text. @param source the text of the proposal. */
export function sectionOf(
  { label, headings = [] }: ListedProposal,
  name: string,
  source: string,
): { heading: Heading; text: string } {
  const id = name.replace(/^#/, "");
  const index = [
    ({ id: own }: Heading) => own === id,
    ({ text }: Heading) => fold(text) === fold(name),
    ({ text }: Heading) => fold(name) !== "" && fold(text).includes(fold(name)),
  ].reduce((found, fits) => (found >= 0 ? found : headings.findIndex(fits)), -1);
  const heading = headings[index];
  if (!heading) {
    const known = headings.map((one) => one.id);
    throw new Problem(
      `${label} has no section "${shortened(name)}". ${suggestion(id, known)} Sections: ${known.join(", ") || "none"}.`,
    );
  }
  const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
  const sections = sourceSections(source);
  const placeOf = (wanted: Heading) => {
    // Several sections may have the same heading: their order tells them apart.
    const before = headings
      .slice(0, headings.indexOf(wanted))
      .filter(({ text }) => fold(text) === fold(wanted.text)).length;
    const places = sections.flatMap((section, place) => (fold(section.heading) === fold(wanted.text) ? place : []));
    return places[before] ?? -1;
  };
  const from = placeOf(heading);
  const to = next ? placeOf(next) : -1;
  if (from < 0)
    throw new Problem(
      `The place of section ${heading.id} in the text of ${label} is not known: ask for the whole text.`,
    );
  const own = sections.slice(from, to > from ? to : undefined);
  const mark = (text: string) => headings.find((one) => fold(one.text) === fold(text))?.level ?? heading.level;
  return {
    heading,
    text: own.map((section) => `${"#".repeat(mark(section.heading))} ${section.heading}\n${section.text}`).join(""),
  };
}
