/** Texts that are not in the language of the site: most translated sites show the original where there is no translation. */
import { expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

test("the forms of words are those of the language of the text, too", async () => {
  // A word of fewer places may be a misspelt one.
  const three = (first: number, text: string, lang?: string) =>
    [0, 1, 2].map((n) => searchPage({ number: first + n, title: "Page", text, lang }));
  const index = searchIndex([
    ...three(10, "Sin validación.", "es-ES"),
    ...three(20, "Die Übertragungsgebühr. Ein Wallet-Anbieter.", "de-DE"),
    ...three(30, "A proxy for all."),
  ]);
  for (const [query, first] of [
    ["validaciones", 10],
    ["Übertragungsgebühren", 20],
    ["walletanbietern", 20],
    ["proxies", 30],
  ] as const) {
    const { hits, corrected } = await index.ask(query);
    const urls = hits.map(({ url_without_anchor }) => url_without_anchor);
    expect([query, corrected, ...urls]).toEqual([query, undefined, ...[0, 1, 2].map((n) => `/cip/cip-${first + n}`)]);
  }
});
