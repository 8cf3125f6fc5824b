/** What holds for any query over a register: its words, misspelt and cut, in quotes, with filters. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Filters, filterFields, takeFilters } from "../../../src/shared/search.js";
import type { StatusView } from "../../../src/shared/view.js";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const words =
  "access list transfer token block fee market wallet base gas storage validator deposit isApprovedForAll max_blob_fee the of signature".split(
    " ",
  );
const people = ["Ann Arbor", "Bo Lee", "Çelik Öz"];
const statuses: StatusView[] = [
  { id: "draft", label: "Draft", tone: "draft" },
  { id: "final", label: "Final", tone: "final" },
];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** A large site, whose texts are in many files: what is fetched may decide what is shown, and must not decide what is found. */
const pages = Array.from({ length: 330 }, (_, n) => {
  const some = Array.from({ length: 40 }, (_, index) => at(words, (n + 1) * (index + 3) + ((n * index) >> 2)));
  return searchPage({
    number: n + 1,
    title: `${at(words, n * 7)} ${at(words, n * 5 + 1)}`,
    sections: [
      { id: "", level: 1, heading: "", text: some.slice(0, 20).join(" ") },
      {
        id: "more",
        level: 2,
        heading: at(words, n * 3),
        text: `${some.join(" ")} `.repeat(8),
        declared: [at(words, n)],
      },
    ],
    facts: facts({
      status: at(statuses, n),
      category: { id: n % 3 ? "core" : "interface", label: n % 3 ? "Core" : "Interface" },
      authors: [{ key: at(people, n), name: at(people, n) }],
      date: `20${20 + (n % 4)}-03-01`,
    }),
  });
});
const index = searchIndex(pages);

const misspelt = (word: string, place: number, how: number) => {
  const here = 1 + (place % Math.max(1, word.length - 1));
  if (how === 0) return word.slice(0, here) + word.slice(here + 1);
  if (how === 1) return `${word.slice(0, here)}q${word.slice(here)}`;
  return word.slice(0, here);
};
const word = fc.oneof(
  fc.constantFrom(...words, "arbor", "Lee", "draft", "core", "2021", "7", "cip-12", "march"),
  fc.tuple(fc.constantFrom(...words), fc.nat(20), fc.nat(2)).map(([known, place, how]) => misspelt(known, place, how)),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }).map((all) => `"${all.join(" ")}"`);
const filter = fc.constantFrom(
  "status:draft",
  "status:Final",
  "author:arbor",
  'author:"Bo Lee"',
  "year:2021",
  "category:core",
  "year:1999",
);
const query = fc
  .array(fc.oneof({ weight: 6, arbitrary: word }, phrase, filter), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(" ").slice(0, 64));

const found = async (typed: string, filters?: Filters) => {
  const { hits, total } = await index.ask(typed, { filters });
  return { total, urls: hits.map(({ url_without_anchor }) => url_without_anchor) };
};
const check = (property: (typed: string) => Promise<void>) =>
  fc.assert(fc.asyncProperty(query, property), { numRuns: 60 });

describe("any query", () => {
  test("finds what the page /search finds, which takes filters out of the words and trims them", () =>
    check(async (typed) => {
      const { words, filters } = takeFilters(typed);
      expect(await found(typed)).toEqual(await found(words.trim(), filters));
      expect(await found(`${typed} `)).toEqual(await found(typed));
    }));

  test("offers only queries that find something", () =>
    check(async (typed) => {
      const { suggestions = [] } = await index.ask(typed);
      for (const suggestion of suggestions) expect((await found(suggestion)).urls, suggestion).not.toEqual([]);
    }));

  // A phrase is read in so many texts only, which a filter changes.
  test("counts for each value of a field without a filter what this filter then leaves, as far as the texts of phrases are read", () =>
    check(async (typed) => {
      const { facets = [], filters = [], unconfirmed, unread } = await index.ask(typed, { facets: true });
      for (const { field, values } of facets) {
        if (filters.some((own) => own.field === field)) continue;
        for (const { value, count } of values) {
          const left = await index.ask(typed, { filters: { [field]: [value] } });
          // Of pages that may have a phrase, a filter may leave others: other texts are read then.
          if (!unconfirmed && !unread) expect(left.total, `${field} ${value}`).toBeLessThanOrEqual(count);
          const least = unconfirmed || unread ? 0 : count;
          expect(left.total + (left.unread ?? 0), `${field} ${value}`).toBeGreaterThanOrEqual(least);
        }
      }
      expect(facets.map(({ field }) => field)).toEqual(facets.length > 0 ? [...filterFields] : []);
    }));
});
