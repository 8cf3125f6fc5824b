/** An index that follows from another one and an edit: the bytes of one that is made from nothing, and of them only what changed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildIndex, type IndexRequest, makeFiles, planIndex } from "../../../src/search/index/build.js";
import { decodeState, emptyIndex, encodeState } from "../../../src/search/index/state.js";
import type { SearchPage } from "../../../src/search/pages.js";
import { runs } from "../../support/runs.js";
import { facts, searchPage } from "../../support/search.js";

const words = ["transfer", "safeTransferFrom", "gas", "ERC", "trie", "naïve", "数値", "0xd9b67a26", "a", "supply_cap"];
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
const edition = fc
  .integer({ min: 0, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => page(n))));
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("change", "remove", "add", "move"),
    at: fc.nat(12),
    to: fc.nat(12),
    page: fc.nat(1000).chain(page),
  }),
  { maxLength: 4 },
);

function edited(
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

const requestOf = (pages: readonly SearchPage[]): IndexRequest => ({
  locale: "en-US",
  lang: "en-US",
  pages,
  labels: [["CIP"]],
  synonyms: [],
});

test("after any edits the index has the bytes of one that is made from nothing", () => {
  fc.assert(
    fc.property(edition, edits, edits, (pages, first, second) => {
      let known = planIndex(requestOf(pages), emptyIndex).state;
      let now: SearchPage[] = pages;
      const there = new Map(buildIndex(requestOf(pages)).map(({ path, content, key }) => [path, { content, key }]));
      for (const changes of [first, second]) {
        now = edited(now, changes);
        const stored = decodeState(encodeState(known));
        expect(stored).toEqual(known);
        const plan = planIndex(requestOf(now), stored);
        const files = makeFiles(plan, (path, key) => there.get(path)?.key === key);
        for (const { path, content, key } of files) there.set(path, { content, key });
        const clean = buildIndex(requestOf(now));
        // What an earlier edition left is not asked for.
        expect(clean.map(({ path }) => [path, there.get(path)?.content])).toEqual(
          clean.map(({ path, content }) => [path, content]),
        );
        expect(plan.state).toEqual(planIndex(requestOf(now), emptyIndex).state);
        known = plan.state;
      }
    }),
    { numRuns: runs(20) },
  );
});

test("an edit of one page makes the files that it changes and no others", () => {
  const pages = Array.from({ length: 400 }, (_, number) =>
    searchPage({ number, title: `Title ${number}`, text: `Words of ${number} and a few more `.repeat(40) }),
  );
  const { state, ...plan } = planIndex(requestOf(pages), emptyIndex);
  const keys = new Map(plan.parts.map(({ path, key }) => [path, key]));
  const next = pages.with(200, searchPage({ number: 200, title: "Title 200", text: "Nothing like before." }));
  const made = makeFiles(planIndex(requestOf(next), state), (path, key) => keys.get(path) === key);
  expect(made.length).toBeLessThan(plan.parts.length / 3);
});
