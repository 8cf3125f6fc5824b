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

test("find the text first whose whole title they stand for", async () => {
  const { find: ask } = searchIndex([
    searchPage({ number: 1, title: "Block Access List Sidecars", text: "A block access list (BAL). BAL, BAL, BAL." }),
    searchPage({
      number: 2,
      title: "Floors of Block Access Lists",
      text: "A block access list (BAL) and the BAL of others.",
    }),
    searchPage({
      number: 3,
      title: "Block-Level Access Lists",
      text: `Block-Level Access Lists (BALs). ${"More words. ".repeat(40)}`,
    }),
  ]);
  expect([(await ask("BAL"))[0], (await ask("BALs"))[0]]).toEqual(["/cip/cip-3", "/cip/cip-3"]);
});

test("a name in capitals finds first the titles that have it in capitals", async () => {
  const { find: ask } = searchIndex([
    searchPage({ number: 1, title: "Difficulty Bomb Delay", text: "The difficulty, as said: DIFFICULTY. ".repeat(9) }),
    searchPage({ number: 2, title: "Difficulty", text: "Difficulty of blocks." }),
    searchPage({ number: 3, title: "Supplant the DIFFICULTY opcode with another", text: "Blocks and their fields." }),
  ]);
  expect((await ask("DIFFICULTY"))[0]).toBe("/cip/cip-3");
  expect((await ask("difficulty"))[0]).toBe("/cip/cip-2");
});
