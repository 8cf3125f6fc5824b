/** The hits that a reader chose, and the favourites among them: in this browser alone, under the keys and in the format of DocSearch, so that former entries survive. */
import { escapeHtml, unescapeHtml } from "../../src/shared/text.js";
import { type ShownHit, siteHref } from "./hit.js";

const maxRecent = 7;
const maxBesideFavourites = 4;
const maxFavourites = 10;

/** @param index name of the index, or the folder of the embedded one: each language has its own. */
export function storedRecents(index: string) {
  const recentKey = `__DOCSEARCH_RECENT_SEARCHES__${index}`;
  const favouriteKey = `__DOCSEARCH_FAVORITE_SEARCHES__${index}`;
  const favourites = () => load(favouriteKey).slice(0, maxFavourites);
  const recent = () => load(recentKey).slice(0, favourites().length > 0 ? maxBesideFavourites : maxRecent);
  const forget = (hit: ShownHit) => {
    for (const key of [recentKey, favouriteKey]) save(key, without(load(key), hit));
  };
  return {
    recent,
    favourites,
    forget,
    remember(hit: ShownHit): void {
      const others = without(favourites(), hit);
      if (others.length === favourites().length) save(recentKey, [hit, ...without(recent(), hit)].slice(0, maxRecent));
    },
    favour(hit: ShownHit): void {
      forget(hit);
      save(favouriteKey, [hit, ...favourites()].slice(0, maxFavourites));
    },
  };
}

const without = (hits: readonly ShownHit[], { objectID }: ShownHit) => hits.filter((hit) => hit.objectID !== objectID);

/** Data of another form is ignored. */
function load(key: string): ShownHit[] {
  try {
    const hits: ShownHit[] = JSON.parse(localStorage.getItem(key) ?? "[]");
    return hits
      .filter((hit) => typeof hit?.url === "string" && hit.hierarchy?.lvl1)
      .map((hit) => stored(hit, unescapeHtml));
  } catch {
    return [];
  }
}

function save(key: string, hits: readonly ShownHit[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(hits.map((hit) => stored(hit, escapeHtml))));
  } catch {
    // Blocked or full: then nothing is remembered.
  }
}

/** What is stored of a hit, whose texts are HTML there. The text of a place is left out, as it matched one query. */
function stored({ _highlightResult, _snippetResult, ...hit }: ShownHit, change: (text: string) => string): ShownHit {
  const levels = Object.entries(hit.hierarchy).map(([level, text]) => [level, text && change(text)]);
  const content = hit.type === "lvl1" && hit.content ? change(hit.content) : null;
  return { ...hit, hierarchy: Object.fromEntries(levels), content, url: siteHref(hit.url) };
}
