/** Pages whose title equals the query: they come first, whatever else the words may mean. */
import { termsOf } from "../../../src/shared/search-text.js";
import type { RankedPage } from "./rank.js";
import type { Store } from "./store.js";

/** The maximum length of a query: a long title is compared up to here. */
const longest = 60;
/** Maximum number of titles that are compared: more with the same length and all words of the query are unlikely. */
const maxTitles = 8;

/** @param typed all words of the query, in order. */
export async function exactFirst(
  store: Store,
  ranked: readonly RankedPage[],
  typed: readonly string[],
): Promise<RankedPage[]> {
  if (typed.length === 0) return [...ranked];
  const isCut = typed.join(" ").length >= longest - typed.length;
  const { titleLength } = store.layout;
  const possible = ranked
    .filter(({ page, titled }) => {
      const length = titleLength[page] ?? 0;
      return titled && (isCut ? length >= typed.length : length - typed.length <= 2 && length >= typed.length);
    })
    .slice(0, maxTitles);
  const exact = new Set<number>();
  for (const { page } of possible) if (await isTitle(store, page, typed, isCut)) exact.add(page);
  return [...ranked.filter(({ page }) => exact.has(page)), ...ranked.filter(({ page }) => !exact.has(page))];
}

async function isTitle(store: Store, page: number, typed: readonly string[], isCut: boolean): Promise<boolean> {
  const [, title] = await store.card(page);
  const label = /^[\p{L}]+-\d+: /u.exec(title)?.[0] ?? "";
  return [title, title.slice(label.length)].some((text) => {
    const terms = termsOf(text);
    if (terms.length !== typed.length && !(isCut && terms.length > typed.length)) return false;
    return typed.every((word, index) =>
      isCut && index === typed.length - 1 ? terms[index]?.startsWith(word) : terms[index] === word,
    );
  });
}
