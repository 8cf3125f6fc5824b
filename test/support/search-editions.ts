/** Registers as search sees them, and edits of them, for properties of the index. */
import fc from "fast-check";
import type { IndexRequest } from "../../src/search/index/build.js";
import type { SearchPage } from "../../src/search/page.js";
import { facts, searchPage } from "./search.js";

const words = [
  "transfer",
  "safeTransferFrom",
  "gas",
  "ERC",
  "trie",
  "naïve",
  "数値",
  "0xd9b67a26",
  "a",
  "supply_cap",
  "on-chain",
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((found) => found.join(" "));
const section = fc.record({
  heading: text,
  text: fc.oneof(
    text,
    text.map((found) => found.repeat(25)),
  ),
});

const page = (number: number): fc.Arbitrary<SearchPage> =>
  fc
    .record({ title: text, sections: fc.array(section, { maxLength: 11 }), author: fc.constantFrom("Ann", "Bo") })
    .map(({ title, sections, author }) =>
      searchPage({
        number,
        title,
        sections: sections.map((found, index) => ({ id: index === 0 ? "" : `s${index}`, level: 2, ...found })),
        facts: facts({ authors: [{ key: author, name: author }] }),
      }),
    );

/** A register, and what it becomes: pages are changed, removed, added and put in another place. */
export const edition = fc
  .integer({ min: 0, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => page(n))));
export const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("change", "remove", "add", "move"),
    at: fc.nat(12),
    to: fc.nat(12),
    page: fc.nat(1000).chain(page),
  }),
  { maxLength: 4 },
);

export function edited(
  pages: readonly SearchPage[],
  changes: typeof edits extends fc.Arbitrary<infer T> ? T : never,
): SearchPage[] {
  const result = [...pages];
  for (const { kind, at, to, page: other } of changes) {
    const [moved] = kind === "add" ? [other] : result.splice(at % Math.max(1, result.length), 1);
    if (kind === "change") result.splice(at, 0, { ...other, href: moved?.href ?? other.href });
    else if (moved && kind !== "remove") result.splice(to % (result.length + 1), 0, moved);
  }
  return result.filter(({ href }, index) => result.findIndex((one) => one.href === href) === index);
}

export const requestOf = (pages: readonly SearchPage[]): IndexRequest => ({
  locale: "en-US",
  lang: "en-US",
  pages,
  labels: [["CIP"]],
  synonyms: [],
});
