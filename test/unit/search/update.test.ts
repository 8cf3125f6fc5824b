/** An index that follows from another one and an edit: the bytes of one that is made from nothing, and of them only what changed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildIndex, makeIndexFiles, planIndex } from "../../../src/search/index/build.js";
import { decodeState, emptyIndex, encodeState } from "../../../src/search/index/state.js";
import type { SearchPage } from "../../../src/search/page.js";
import { runs } from "../../support/runs.js";
import { searchPage } from "../../support/search.js";
import { edited, edition, edits, requestOf } from "../../support/search-editions.js";

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
        const files = makeIndexFiles(plan, (path, key) => there.get(path)?.key === key);
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
  const made = makeIndexFiles(planIndex(requestOf(next), state), (path, key) => keys.get(path) === key);
  expect(made.length).toBeLessThan(plan.parts.length / 3);
});
