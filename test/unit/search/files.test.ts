/** The files of the index: what is written is read again, and the same pages are the same bytes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openStore } from "../../../client/search/engine/store.js";
import { entryTexts } from "../../../src/search/index/files.js";
import { Inverted } from "../../../src/search/index/inverted.js";
import { gone, mergePostings, PostingsWriter } from "../../../src/search/index/postings.js";
import {
  decodeNumbers,
  decodePostings,
  decodeWords,
  differences,
  encodeNumbers,
  encodeWords,
  type SectionText,
  sums,
} from "../../../src/shared/search-index.js";
import { searchIndex, searchPage } from "../../support/search.js";

function rowsOf(inverted: Inverted): [term: string, postings: string, places: number][] {
  const { terms, postings, places } = inverted.sorted();
  return terms.map((term, index) => [term, postings[index] ?? "", places[index] ?? 0]);
}

describe("numbers and words", () => {
  test("are read as they were written", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 30)), (numbers) => {
        expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
        expect(sums(differences(numbers))).toEqual(numbers);
      }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-zäñ]{1,40}$/)), (words) => {
        const sorted = words.sort();
        expect(decodeWords(encodeWords(sorted))).toEqual(sorted);
      }),
    );
  });

  test("ASCII, alone and between other characters, has the terms and names that any text has", () => {
    const names = ["safeTransfer", "MAX_SIZE", "__x__", "A".repeat(40), "0".repeat(40)];
    const others = ["é", "—", "日本", "\u0301", "\u00a0", "½", "Straße"];
    const pieces = fc.array(fc.constantFrom(..."aZ90_ -.b\n", ...names, ...others), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, (found) => {
        const text = found.join("");
        const [plain, other] = [new Inverted(), new Inverted()];
        // Without white space, a letter beyond ASCII makes all of it a text of any characters.
        expect(plain.add(1, text)).toBe(other.add(1, `${text} ж`.replace(/[ \n]/g, "–")) - 1);
        expect(rowsOf(plain)).toEqual(rowsOf(other).filter(([term]) => term !== "ж"));
      }),
    );
  });

  test("places of a term are read as they were added", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(5000), { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (places, times) => {
        const rising = places.sort((a, b) => a - b);
        const inverted = new Inverted();
        for (const place of rising) inverted.add(place, "Term ".repeat(times));
        const [[term, postings] = ["", ""]] = rowsOf(inverted);
        expect(term).toBe("term");
        expect(decodePostings(postings)).toEqual({ places: rising, extras: rising.map(() => times) });
      }),
    );
  });

  test("places move, go and come, and the rest of their list stays as it is", () => {
    const section = fc.record({
      change: fc.constantFrom("stays", "stays", "goes", "comes"),
      extras: fc.tuple(fc.nat(40), fc.nat(40)),
    });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 300, size: "max" }), (sections) => {
        const [known, added, whole] = [new PostingsWriter(), new PostingsWriter(), new PostingsWriter()];
        const moves: number[] = [];
        let [count, numbers] = [0, 0];
        for (const { change, extras } of sections) {
          for (const [part, extra] of extras.entries()) {
            if (extra === 0) continue;
            if (change === "comes") added.add(2 * numbers + part, extra);
            else known.add(2 * moves.length + part, extra);
            if (change === "goes") continue;
            whole.add(2 * numbers + part, extra);
            count++;
          }
          if (change !== "comes") moves.push(change === "goes" ? gone : numbers - moves.length);
          if (change !== "goes") numbers++;
        }
        const merged = mergePostings(known.take(), Int32Array.from(moves), added.take());
        expect(merged).toEqual({ postings: whole.take(), places: count });
      }),
    );
  });
});

const pages = Array.from({ length: 700 }, (_, index) =>
  searchPage({
    number: index + 1,
    title: `Title ${index}`,
    text: `Text of number${index} `.repeat(30),
    description: `Description ${index % 7}`,
  }),
);

test("the entry of a section is its JSON, whatever its texts are", () => {
  const text = fc.string({ unit: "binary" });
  const shown = fc.tuple(text, fc.array(fc.option(text), { maxLength: 3 }), text, fc.option(text, { nil: undefined }));
  fc.assert(
    fc.property(shown, ([anchor, headings, found, names]) => {
      const section: SectionText = [anchor, headings, found];
      if (names !== undefined) section.push(names);
      const [entry] = entryTexts([{ heading: "", text: found, declared: [], used: [], code: "", shown: section }]);
      expect(entry).toBe(JSON.stringify(section));
    }),
  );
});

describe("an index", () => {
  test("knows proposals by number in whatever order they come", async () => {
    const numbers = [7, 3, 900_000_000, 3, 0, 12];
    const { files } = searchIndex(numbers.map((number) => searchPage({ number })));
    const { layout } = await openStore(async (path) => files.get(path) ?? "");
    expect([...(layout.series[0]?.pages ?? [])]).toEqual([
      [7, 0],
      [3, 1],
      [900_000_000, 2],
      [0, 4],
      [12, 5],
    ]);
  });

  test("of the same pages has the same bytes", () => {
    expect([...searchIndex(structuredClone(pages)).files]).toEqual([...searchIndex(pages).files]);
  });

  test("shares nearly all files with that of another edition of one page, also when it has more sections", () => {
    const { files } = searchIndex(pages);
    const more = Array.from({ length: 3 }, (_, index) => ({
      id: `more-${index}`,
      level: 2,
      heading: `More ${index}`,
      text: "Further words.",
    }));
    const edited = pages.with(300, searchPage({ number: 301, title: "Title 300", sections: more }));
    const changed = [...searchIndex(edited).files.keys()].filter((path) => !files.has(path));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(files.size / 4);
  });

  test("has every term in the shard that the root names for it, and every text in its file", async () => {
    const { files } = searchIndex(pages);
    const store = await openStore(async (path) => files.get(path) ?? Promise.reject(new Error(path)));
    for (const number of [0, 1, 350, 699]) {
      const { terms } = await store.shard(store.shardOf(`number${number}`));
      expect(terms).toContain(`number${number}`);
      const section = store.layout.firstSection[number] ?? 0;
      expect((await store.text(section))[2]).toBe(`Description ${number % 7}`);
      expect((await store.text(section + 1))[2]).toContain(`number${number} `);
      expect(await store.card(number)).toEqual([
        "Register",
        `CIP-${number + 1}: Title ${number}`,
        `/cip/cip-${number + 1}`,
      ]);
    }
  });

  test("of nothing answers with nothing", async () => {
    expect(await searchIndex([]).ask("anything")).toMatchObject({ hits: [], total: 0 });
  });
});
