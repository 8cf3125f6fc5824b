/** Umlauts that are written as two letters, on a keyboard without them. */
import { expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

test("a word is found with its umlauts as two letters from the fourth one on, also in another form", async () => {
  for (const [word, typed] of [
    ["Übertragungsgebühr", "uebertragungsgebuehr"],
    ["Größenänderung", "groessenaenderung"],
    ["Schlüssel", "schluessel"],
  ] as const) {
    const { find } = searchIndex([searchPage({ number: 1, title: "Frames", text: `Die ${word} ist klein.` })]);
    const first = typed.search(/[aou]e/) + 2;
    for (let end = Math.max(4, first); end <= typed.length; end++) {
      // Between the two letters of an umlaut nobody knows that it will be one.
      if (/[aou]$/.test(typed.slice(0, end)) && typed[end] === "e") continue;
      expect([typed.slice(0, end), ...(await find(typed.slice(0, end)))]).toEqual([typed.slice(0, end), "/cip/cip-1"]);
    }
    expect(await find(`${typed}s`)).toEqual(["/cip/cip-1"]);
  }
});
