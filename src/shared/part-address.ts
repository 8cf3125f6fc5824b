/**
 * The addresses of the parts of a text, its paragraphs and display formulas: `#rationale.4k2q` is the part of the section `rationale` whose words have that
 * digest. It stays while the part says the same, whatever is added or removed elsewhere; when the part changes, its old address still names the section.
 */

const digestLength = 4;
const digestBase = 36;
const partId = new RegExp(`^(.+)\\.[0-9a-z]{${digestLength}}(?:-\\d+)?$`, "s");

/** The section of the parts above the first heading: to browsers, `#top` is the top of every page. */
export const topSection = "top";

/** For each ASCII code, the code that is hashed: letters in lower case, digits, and 0 for all other characters. */
const hashedCodes = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Digest of the letters and digits (FNV-1a): space, case and punctuation do not count. Four characters suffice to distinguish the parts of one section. */
function partDigest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const letter = unit < 128 ? (hashedCodes[unit] as number) : unit;
    if (letter !== 0) hash = Math.imul(hash ^ letter, 0x01000193);
  }
  return ((hash >>> 0) % digestBase ** digestLength).toString(digestBase).padStart(digestLength, "0");
}

/** Gives parts their ids; of parts with the same words in one section, the later ones get a number. */
export class PartIds {
  private readonly counts = new Map<string, number>();

  /** @param usedIds other ids in the text. */
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
  return partId.exec(id)?.[1];
}
