/**
 * The ids of one page: targets of fragments, duplicates, and references of attributes (a label to its field, a cell to
 * its headings, a picture to its map) to missing ids. All of this follows from the page alone, so it is checked when
 * the page is read.
 */
import { namesPartOf, sectionOfPart } from "../shared/part-address.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl } from "../shared/url.js";
import type { FoundProblem } from "./facts.js";

interface Reference {
  id: string;
  /** Attribute that names it. */
  by: string;
  offset: number;
  text: string;
}

export class PageIds {
  /** The targets of fragments: ids, and names of `a`. */
  readonly anchors = new Set<string>();
  private readonly ids = new Set<string>();
  private readonly names = new Set<string>();
  private readonly maps = new Set<string>();
  private readonly references: Reference[] = [];
  private readonly found: FoundProblem[] = [];

  addId(id: string, offset: number): void {
    this.addOnce(id, offset, this.ids);
    this.anchors.add(id);
  }

  /** Name of an `a`. An id beside it that is the same leads to the same place. */
  addName(name: string, offset: number): void {
    this.addOnce(name, offset, this.names);
    this.anchors.add(name);
  }

  addMap(name: string): void {
    this.maps.add(name);
  }

  /** @param ids one, or several with white space between them. */
  refer(by: string, ids: string, offset: number): void {
    for (const match of ids.matchAll(/\S+/g))
      this.references.push({ id: match[0], by, offset: offset + match.index, text: match[0] });
  }

  /** @param url a fragment, of a page in the page or of a map. */
  referByUrl(by: "href" | "usemap", url: string, offset: number): void {
    this.references.push({ id: decodeUrl(url.slice(1)), by, offset, text: url });
  }

  /** Of the whole page, once it is read. */
  problems(): FoundProblem[] {
    const missing = this.references.flatMap(({ id, by, offset, text }): FoundProblem[] => {
      const known = by === "usemap" ? this.maps : this.ids;
      if (known.has(id)) return [];
      const what = by === "usemap" ? `no map "${id}"` : `nothing with the id "${id}"`;
      const near = didYouMean(id, known);
      const help = near && `Did you mean ${near}?`;
      return [{ code: "broken-anchor", message: `${by} names ${text}, and this page has ${what}`, help, offset, text }];
    });
    return [...this.found, ...missing];
  }

  private addOnce(name: string, offset: number, known: Set<string>): void {
    if (known.has(name)) {
      const message = `the id "${name}" is used twice in this page, so a link to it may lead to the wrong place`;
      this.found.push({ code: "id-duplicate", message, help: "Give one of the two another id.", offset, text: name });
    }
    known.add(name);
  }
}

/** The id in a fragment. @param hash without `#`; the part after `:~:` is for the browser (text fragments). */
export function fragmentId(hash: string): string {
  return decodeUrl(hash.replace(/:~:.*$/s, ""));
}

/** @param hash without `#`. @param anchors of the page. */
export function namesPart(hash: string, anchors: ReadonlySet<string>): boolean {
  const fragment = hash.replace(/:~:.*$/s, "");
  const id = decodeUrl(fragment);
  return (
    fragment === "" ||
    anchors.has(fragment) ||
    anchors.has(id) ||
    id.toLowerCase() === "top" ||
    namesSection(id, anchors)
  );
}

/** A row, a line of code or a paragraph that changed: the page's script leads to it or to its section, if the page has such addresses at all. */
function namesSection(id: string, anchors: ReadonlySet<string>): boolean {
  return (
    namesPartOf(id, (section) => anchors.has(section)) && [...anchors].some((one) => sectionOfPart(one) !== undefined)
  );
}
