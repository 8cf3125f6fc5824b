/** Abbreviations that a text defines. */
import { expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

const { find } = searchIndex([
  searchPage({ number: 1, title: "Balances", text: "Balances of a ledger: balance, balanced, balancing." }),
  searchPage({ number: 2, title: "Fees", text: "A BAL is read. The BAL, and the BAL of others." }),
  searchPage({ number: 3, title: "Lists per Block", text: "This adds Block-level Access Lists (BALs) to blocks." }),
  searchPage({ number: 4, title: "Committees", text: "A payload timeliness committee (PTC) and others (SEE ALSO)." }),
  searchPage({ number: 5, title: "Votes", text: "PTC PTC PTC votes, of no committee (XYZ)." }),
]);

test("find the text that defines them first, then texts that use them, then words that begin like them", async () => {
  expect(await find("BAL")).toEqual(["/cip/cip-3", "/cip/cip-2", "/cip/cip-1"]);
  expect((await find("ptc"))[0]).toBe("/cip/cip-4");
});

test("find the title with these initials before titles that have the abbreviation beside other words", async () => {
  const register = searchIndex([
    searchPage({ number: 174, title: "Partially Signed Transaction Format", text: "A PST is data." }),
    searchPage({ number: 370, title: "Tweaked and other Fields for a PST", text: "A PST has fields." }),
  ]);
  expect((await register.find("PST"))[0]).toBe("/cip/cip-174");
});
