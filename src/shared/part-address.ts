/**
 * The addresses of the parts of a text, its paragraphs and display formulas: `#rationale.4k2q` is the part of the section `rationale` whose words have that
 * digest. It stays while the part says the same, whatever is added or removed elsewhere; when the part changes, its old address still names the section.
 */

const length = 4;
const base = 36;
const form = new RegExp(`^(.+)\\.[0-9a-z]{${length}}(?:-\\d+)?$`, "s");

/** The section of the parts above the first heading: to browsers, `#top` is the top of every page. */
export const topSection = "top";

/** For each character of ASCII what counts: letters in lower case, digits, and nothing else. */
const counted = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Digest of the letters and digits alone (FNV-1a): space, case and punctuation do not count. 36 to the 4th are enough for the parts of one section. */
function partDigest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const letter = unit < 128 ? (counted[unit] as number) : unit;
    if (letter !== 0) hash = Math.imul(hash ^ letter, 0x01000193);
  }
  return ((hash >>> 0) % base ** length).toString(base).padStart(length, "0");
}

/** Gives parts their ids; of parts with the same words in one section, the later ones get a number. */
export class PartIds {
  private readonly counts = new Map<string, number>();

  /** @param usedIds ids that the text has otherwise. */
  constructor(private readonly usedIds: ReadonlySet<string>) {}

  idOf(section: string, text: string): string {
    const id = `${section || topSection}.${partDigest(text)}`;
    let count = this.counts.get(id) ?? 0;
    let unique: string;
    do {
      count++;
      unique = count === 1 ? id : `${id}-${count}`;
    } while (this.usedIds.has(unique));
    this.counts.set(id, count);
    return unique;
  }
}

/** Whether an id names a part of one of these sections: it leads there, whether the section still has that part or not. */
export function namesPartOf(id: string, hasSection: (section: string) => boolean): boolean {
  const section = sectionOfPart(id);
  return section !== undefined && (section === topSection || hasSection(section));
}

/** The section that the id of a part names, whether it still has that part or not; undefined for other ids. */
export function sectionOfPart(id: string): string | undefined {
  return form.exec(id)?.[1];
}
