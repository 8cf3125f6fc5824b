/** Numbers of proposals as readers type them: unfinished, in the plural, and hashes in any case. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../client/search/engine/query.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const filler = "Something else is said here. ";
const titled = (number: number, title: string, text = filler) => searchPage({ number, title, text });

describe("a number that is being typed", () => {
  test("finds its proposal after each digit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(9999), { minLength: 1, maxLength: 9 }),
        fc.constantFrom("CIP-", "cbc", "cip ", "#CIP "),
        fc.boolean(),
        async (own, label, isPadded) => {
          const { find } = searchIndex(own.map((number) => titled(number, "Frames")));
          for (const number of own) {
            const digits = isPadded ? String(number).padStart(4, "0") : String(number);
            for (let end = 1; end <= digits.length; end++) {
              const typed = digits.slice(0, end);
              // Another proposal may have that number.
              if (end < digits.length && own.includes(Number(typed))) continue;
              expect(await find(label + typed), label + typed).toContain(`/cip/cip-${number}`);
            }
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

test("the beginning of a number does not mean another series", async () => {
  const wallets = searchPage({ number: 10, series: 1, label: "CPS", title: "Wallets" });
  const { find } = searchIndex([titled(1, "Process"), wallets], [["CIP"], ["CPS"]]);
  expect((await find("CPS-1"))[0]).toBe("/cip/cps-10");
});

test("of a repeated word, only the last of all words may be unfinished", () => {
  const unfinished = (text: string) =>
    parseQuery(text, []).terms.flatMap(({ spellings, prefix }) => (prefix ? spellings : []));
  expect(unfinished("wallet key wallet")).toEqual(["wallet"]);
  expect(parseQuery("vitamin c vitamin", []).terms).toHaveLength(2);
});

describe("the plural", () => {
  const series = [{ labels: ["eip", "erc"], pages: new Map([20, 721, 2018].map((number, page) => [number, page])) }];
  const referencesOf = (text: string) => parseQuery(text, series).references;

  test("of a label names a proposal", async () => {
    expect(referencesOf("EIPs 20")).toEqual([{ number: 20, label: "eip" }]);
    expect(referencesOf("ERCs 20 and 721")[0]).toEqual({ number: 20, label: "erc" });
    const { find } = searchIndex([titled(32, "Keys"), titled(3, "The process", "All CIPs. The CIPs of 32 people.")]);
    expect((await find("cips 32"))[0]).toBe("/cip/cip-32");
  });
});
