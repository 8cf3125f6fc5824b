/** Where pages went whose texts were renamed, so that open tabs can follow: the address of a page follows from the name, folder and metadata of its text. */
import type { Route, Site } from "../model/site.js";
import { kindOf } from "../pages/index.js";

/** What a text keeps when it is renamed, the surest first. */
interface Identity {
  path: string;
  /** Series and number of a proposal. */
  number: string | undefined;
  title: string | undefined;
}

export class Moves {
  private known = new Map<string, Identity>();
  /** Pages that are gone, by route. */
  private readonly gone = new Map<string, Identity>();
  /** The next address of a page, by its former one. */
  private readonly next = new Map<string, string>();

  /** To be called with each site that takes the place of another one. */
  follow(site: Site): void {
    const former = this.known;
    this.known = new Map([...site.routes.values()].flatMap((route) => identityOf(route, site)));
    for (const [route, identity] of former) if (!this.known.has(route)) this.gone.set(route, identity);
    const added = [...this.known].filter(([route]) => !former.has(route));
    for (const [route, identity] of this.gone) {
      const isBack = this.known.has(route);
      const to = isBack ? undefined : matchOf(identity, added);
      if (to !== undefined) this.next.set(route, to);
      if (isBack) this.next.delete(route);
      if (isBack || to !== undefined) this.gone.delete(route);
    }
    for (const [route] of added) this.next.delete(route);
  }

  /** @returns the present route of a page, or of the one that it is below; undefined for one that did not move. */
  to(route: string): string | undefined {
    for (let at = route; at.lastIndexOf("/") > 0; at = at.slice(0, at.lastIndexOf("/"))) {
      let next = this.next.get(at);
      for (let further = next; further !== undefined; further = this.next.get(further)) next = further;
      if (next !== undefined && this.known.has(next)) return next;
    }
    return undefined;
  }
}

function identityOf(route: Route, site: Site): [string, Identity][] {
  const document = kindOf(route).text?.(route, site).document;
  if (!document) return [];
  const { path, meta } = document;
  const number = document.kind === "proposal" ? `${document.series} ${document.meta.number}` : undefined;
  return [[route.route, { path, number, title: meta.title }]];
}

/** A title is that of the same text if no other new page has it. */
function matchOf({ path, number, title }: Identity, added: readonly [string, Identity][]): string | undefined {
  const same = (isSame: (other: Identity) => boolean) => added.filter(([, other]) => isSame(other));
  const [byPath] = same((other) => other.path === path);
  const [byNumber] = number === undefined ? [] : same((other) => other.number === number);
  const byTitle = title === undefined ? [] : same((other) => other.title === title);
  return (byPath ?? byNumber ?? (byTitle.length === 1 ? byTitle[0] : undefined))?.[0];
}
