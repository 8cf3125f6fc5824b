/** Numbers of proposals as readers type them: unfinished, in the plural, and hashes in any case. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../client/search/engine/query.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const filler = "Something else is said here. ";
const titled = (number: number, title: string, text = filler) => searchPage({ number, title, text });
const labels = [["CIP", "CBC"]];

describe("a number that is being typed", () => {
  const numbers = [7, 48, 1559, 4803, 4844, 4895];
  const index = searchIndex(numbers.map((number) => titled(number, `Page of ${["fees", "blobs"][number % 2]}`)));

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

  test("is the proposal of that number where there is one", async () => {
    expect((await index.find("cip-48"))[0]).toBe("/cip/cip-48");
    expect((await index.find("cip-4"))[0]).toBe("/cip/cip-48");
    expect(await index.find("cip-480")).toEqual(["/cip/cip-4803"]);
    expect(await index.find("cip-49")).toEqual([]);
  });

  test("beside words is a number of the proposals that have the words", async () => {
    expect(await index.find("blobs cip-480")).toEqual(["/cip/cip-4803"]);
    expect((await index.find("blobs cip-48"))[0]).toBe("/cip/cip-48");
  });

  test("in a title keeps its page", async () => {
    const { find } = searchIndex([titled(20, "Tokens"), titled(101, "Fixed Supply CBC20 Token")], labels);
    const title = "Fixed Supply CBC20 Token";
    for (let end = 3; end <= title.length; end++)
      expect(await find(title.slice(0, end)), title.slice(0, end)).toContain("/cip/cip-101");
  });

  test("is a whole number where a text names it", async () => {
    const { find } = searchIndex([titled(1014, "Frames"), titled(20, "Blobs", "As in CIP-101, which nobody wrote.")]);
    expect(await find("cip-101")).toEqual(["/cip/cip-20"]);
    expect(await find("cip 101")).toEqual(["/cip/cip-20"]);
  });
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

  test("of a number names a proposal", () => {
    for (const text of ["ERC20s", "erc-721s", "erc 721s"]) expect(referencesOf(text)).toMatchObject([{ label: "erc" }]);
    expect(referencesOf("erc-30s")).toEqual([]);
  });

  test("of a label before a year or a number that no proposal has is a word", () => {
    expect(referencesOf("eips 2018")).toEqual([{ number: 2018, loose: true }]);
    expect(parseQuery("eips 1559", series)).toMatchObject({ phrases: [], terms: [{}, {}] });
  });
});

test("a hash or a selector is found in any case, with 0x and without", async () => {
  const digit = fc.constantFrom(..."0123456789abcdef");
  await fc.assert(
    fc.asyncProperty(
      fc.array(digit, { minLength: 8, maxLength: 40 }).filter((all) => /\d/.test(all.join(""))),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      async (digits, upper) => {
        const written = digits.map((sign, at) => (upper[at] ? sign.toUpperCase() : sign)).join("");
        const { find } = searchIndex([titled(1, "Frames", `It is 0x${written}.`), titled(2, "Others")]);
        for (const asked of [written, written.toUpperCase(), written.toLowerCase()])
          for (const before of ["", "0x"]) expect(await find(before + asked), before + asked).toEqual(["/cip/cip-1"]);
      },
    ),
    { numRuns: runs(60) },
  );
});
