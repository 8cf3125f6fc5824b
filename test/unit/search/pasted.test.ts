/** What is pasted into a search field is reduced to what identifies it, before 64 characters are left of it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { reduceQuery } from "../../../client/search/pasted.js";

const commit = "0123456789abcdef0123456789abcdef01234567";
const hash = `0x${"4a5f".repeat(16)}`;

test.each([
  [`https://github.com/ethereum/EIPs/blob/${commit}/EIPS/eip-1559.md#specification`, "eip-1559"],
  [`https://github.com/rust-lang/rfcs/blob/${commit}/text/0026-remove-priv.md`, "0026-remove-priv"],
  [`https://gitlab.example/group/register/-/blob/${commit}/proposals/0020-accounts/README.md`, "0020-accounts"],
  [`https://raw.example/ethereum/EIPs/${commit}/EIPS/eip-7702.md?raw=true`, "eip-7702"],
  ["https://eips.example.org/a/long/path/that/goes/on/and/on/EIPS/eip-20/", "eip-20"],
  [
    "https://forum.example.org/t/eip-7702-set-eoa-account-code-for-one-transaction/19923",
    "eip-7702-set-eoa-account-code-for-one-transaction",
  ],
  [`${"register.example/".repeat(1)}20`, "register.example/20"],
  ["Error: invalid opcode\n    at run (vm.js:1)\n    at main (vm.js:2)", "Error: invalid opcode"],
  [`${hash} and more`, hash.slice(0, 64)],
  ["  typed with spaces  ", "  typed with spaces  "],
])("%s", (pasted, query) => expect(reduceQuery(pasted)).toBe(query));

test("a sentence is cut between its words", () => {
  const sentence = "The base fee is burned so that miners cannot manipulate the fee to extract more of it from users.";
  expect(reduceQuery(sentence)).toBe("The base fee is burned so that miners cannot manipulate the fee");
});

test("whatever is pasted, at most 64 characters are left, and what fits is not changed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.constantFrom("", "https://"), (text, scheme) => {
      const pasted = scheme + text;
      const query = reduceQuery(pasted);
      expect(query.length).toBeLessThanOrEqual(64);
      if (pasted.length <= 64 && !/[\r\n]/.test(pasted)) expect(query).toBe(pasted);
      expect(reduceQuery(query)).toBe(query);
    }),
  );
});
