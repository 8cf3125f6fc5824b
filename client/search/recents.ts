/** Stores the hits that a reader chose, and favourites, in this browser. Keys and format are those of DocSearch, so that its entries survive. */
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
      if (others.length === favourites().length)
        save(recentKey, [hit, ...without(load(recentKey), hit)].slice(0, maxRecent));
    },
    favour(hit: ShownHit): void {
      forget(hit);
      save(favouriteKey, [hit, ...favourites()].slice(0, maxFavourites));
    },
  };
}

const without = (hits: readonly ShownHit[], { objectID }: ShownHit) => hits.filter((hit) => hit.objectID !== objectID);

/** The stored hits. Ignores data of another form. */
function load(key: string): ShownHit[] {
  try {
    const hits: ShownHit[] = JSON.parse(localStorage.getItem(key) ?? "[]");
    return hits
      .filter((hit) => typeof hit?.url === "string" && hit.hierarchy?.lvl1)
      .map((hit) => convertTexts(hit, unescapeHtml));
  } catch {
    return [];
  }
}

function save(key: string, hits: readonly ShownHit[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(hits.map((hit) => convertTexts(hit, escapeHtml))));
  } catch {
    // Blocked or full: then nothing is remembered.
  }
}

/** Converts a hit to or from its stored form, in which texts are HTML. An excerpt is left out, because it belongs to one query. */
function convertTexts(
  { _highlightResult, _snippetResult, ...hit }: ShownHit,
  change: (text: string) => string,
): ShownHit {
  const levels = Object.entries(hit.hierarchy).map(([level, text]) => [level, text && change(text)]);
  const content = hit.type === "lvl1" && hit.content ? change(hit.content) : null;
  return { ...hit, hierarchy: Object.fromEntries(levels), content, url: siteHref(hit.url) };
}
