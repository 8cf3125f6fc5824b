/** The filter by author: whoever is written in several ways is one person, and any of these ways finds all of the person's proposals. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageAuthor } from "../../../src/output/search/page.js";
import { parseProposal } from "../../support/parse.js";
import { runs } from "../../support/runs.js";
import { facts, searchIndex, searchPage } from "../../support/search.js";

/** An author as a text has it, and the ways to ask for this author. */
interface Line {
  name?: string;
  handle?: string;
  mail?: string;
}

const textOf = ({ name = "", handle, mail }: Line) =>
  [name, handle && (name ? `(@${handle})` : `@${handle}`), mail && `<${mail}>`].filter(Boolean).join(" ");

function authorsOf(line: Line): PageAuthor[] {
  const { document } = parseProposal(`---\ncip: 20\ntitle: T\nauthor: "${textOf(line)}"\n---\n`);
  return document?.meta.authors ?? [];
}

/** A register in which each proposal has one author. */
function registerOf(lines: readonly Line[]) {
  const pages = lines.map((line, n) => searchPage({ number: n + 1, facts: facts({ authors: authorsOf(line) }) }));
  const index = searchIndex(pages);
  const numbers = (routes: readonly string[]) => routes.map((route) => Number(/\d+$/.exec(route)?.[0]));
  return {
    async by(author: string) {
      const { hits } = await index.ask("", { filters: { author: [author] }, hitsPerPage: 100 });
      return numbers(hits.map((hit) => hit.url_without_anchor)).sort((a, b) => a - b);
    },
    typed: async (query: string) => numbers(await index.find(query)),
    async values() {
      const { facets = [] } = await index.ask("", { filters: { status: ["final"] }, facets: true });
      return facets.find(({ field }) => field === "author")?.values ?? [];
    },
  };
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** By line, the lines of the same person, by what is said of one: a handle or an address in common, also over others. */
function personsOf(lines: readonly Line[]): number[][] {
  const isSame = (a: Line, b: Line) =>
    a === b ||
    (a.handle !== undefined && a.handle.toLowerCase() === b.handle?.toLowerCase()) ||
    (a.mail !== undefined && a.mail.toLowerCase() === b.mail?.toLowerCase()) ||
    (!a.handle && !a.mail && !b.handle && !b.mail && a.name?.toLowerCase() === b.name?.toLowerCase());
  return lines.map((_, start) => {
    const known = new Set([start]);
    for (const line of known)
      for (const [other] of lines.entries()) if (isSame(lines[line] as Line, lines[other] as Line)) known.add(other);
    return [...known];
  });
}

/** The proposals of all people who have a text like this one, by `has`. */
function expected(lines: readonly Line[], has: (line: Line) => boolean): number[] {
  const persons = personsOf(lines);
  return lines.flatMap((_, n) => (persons[n]?.some((other) => has(lines[other] as Line)) ? [n + 1] : []));
}

const wordsOf = ({ name = "", handle = "", mail = "" }: Line) => [name, handle, mail.split("@")[0] ?? ""].map(plain);
const hasWords = (words: string) => (line: Line) =>
  wordsOf(line).some((text) => ` ${text} `.includes(` ${plain(words)} `));

const given = fc.constantFrom("Ann", "Bo", "Zoë", "Lee");
const surname = fc.constantFrom("Lee", "Öz", "Arbor", "Nuñez");
const name = fc.tuple(given, surname).map((both) => both.join(" "));
const handle = fc.constantFrom("ann", "bolee", "zoe", "lee", "Arbor7");
const mail = fc.constantFrom("ann@x.example", "ann@y.example", "lee@x.example", "Zoe7@x.example", "bo@x.example");
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ name }),
  fc.record({ handle }),
  fc.record({ name, handle }),
  fc.record({ name, mail }),
  fc.record({ name, handle, mail }),
);
const lines = fc.array(line, { minLength: 1, maxLength: 8 });
const written = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  plain,
);

describe("a person", () => {
  test("is found with all proposals by each handle, address, name and surname in any of them", async () => {
    await fc.assert(
      fc.asyncProperty(lines, written, async (all, as) => {
        const register = registerOf(all);
        for (const { name, handle, mail } of all) {
          const words = [name, name?.split(" ").at(-1), handle, mail?.split("@")[0]];
          for (const text of words)
            if (text) expect([text, await register.by(as(text))]).toEqual([text, expected(all, hasWords(text))]);
          if (handle) {
            const has = (other: Line) => other.handle === handle;
            expect(await register.by(as(`@${handle}`))).toEqual(expected(all, has));
          }
          if (mail) expect(await register.by(as(mail))).toEqual(expected(all, (other) => other.mail === mail));
        }
      }),
      { numRuns: runs(10) },
    );
  });

  test("is one value of the filter, which selects as many proposals as it says and no other person's", async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const register = registerOf(all);
        const values = await register.values();
        const persons = new Set(personsOf(all).map((own) => String(own.sort())));
        expect(values).toHaveLength(persons.size);
        const selected = await Promise.all(values.map(({ value }) => register.by(value)));
        expect(selected.map(({ length }) => length)).toEqual(values.map(({ count }) => count));
        expect(selected.flat().sort((a, b) => a - b)).toEqual(all.map((_, n) => n + 1));
      }),
      { numRuns: runs(10) },
    );
  });
});
