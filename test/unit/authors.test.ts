/** Authors in every form that registers write them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseProposal } from "../support/parse.js";

/** Authors as the register knows them, from lines of front matter that begin with `author:`. */
function authors(...lines: string[]) {
  const { document, diagnostics } = parseProposal(`---\ncip: 20\ntitle: T\nauthor: ${lines.join("\n")}\n---\n`);
  expect(diagnostics).toEqual([]);
  return document?.meta.authors.map(({ key: _, ...author }) => author);
}

describe("one author", () => {
  test.each([
    ["Ada Lovelace", { name: "Ada Lovelace" }],
    ["Ada Lovelace <ada@x.example>", { name: "Ada Lovelace", email: "ada@x.example" }],
    ["Ada Lovelace <https://ada.example>", { name: "Ada Lovelace", url: "https://ada.example" }],
    ["Ada Lovelace (@ada)", { name: "Ada Lovelace", handle: "ada" }],
    ["Ada Lovelace (@ada@pod.example)", { name: "Ada Lovelace", handle: "ada@pod.example" }],
    ["Ada Lovelace <corepass:cb57abc>", { name: "Ada Lovelace", corepass: "cb57abc" }],
    ["Ada (@ada) <ada@x.example>", { name: "Ada", handle: "ada", email: "ada@x.example" }],
    ["Ada <ada@x.example, @ada>", { name: "Ada", handle: "ada", email: "ada@x.example" }],
    ["Ada \\<@ada, ada@x.example\\>", { name: "Ada", handle: "ada", email: "ada@x.example" }],
    ["Ada <Analytical, Engine>", { name: "Ada <Analytical, Engine>" }],
    ["'[Ada](ada@x.example)'", { name: "Ada", email: "ada@x.example" }],
    ["'@ada'", { name: "ada", handle: "ada" }],
    ["ada (https://github.example/ada)", { name: "ada", url: "https://github.example/ada" }],
    ["Ada (she/her) Lovelace", { name: "Ada (she/her) Lovelace" }],
    ["Ada Lovelace ada@x.example", { name: "Ada Lovelace", email: "ada@x.example" }],
    ["<ada@x.example>", { name: "ada@x.example", email: "ada@x.example" }],
    ["Ada Lovelace <engine.org/ada>", { name: "Ada Lovelace", url: "https://engine.org/ada" }],
    ["Ada Lovelace (engine.org/ada)", { name: "Ada Lovelace", url: "https://engine.org/ada" }],
    ["Ada Lovelace <engine.xyz>", { name: "Ada Lovelace", url: "https://engine.xyz" }],
    ["Ada Lovelace (engine.xyz)", { name: "Ada Lovelace (engine.xyz)" }],
    ["Ada Lovelace <ada>", { name: "Ada Lovelace <ada>" }],
    ["Ada Lovelace Jr.", { name: "Ada Lovelace Jr." }],
    ["'[Ada Lovelace]'", { name: "Ada Lovelace" }],
    ["Ada Lovelace [ENG]", { name: "Ada Lovelace [ENG]" }],
    ["Ada Lovelace <ada(at)x(dot)example>", { name: "Ada Lovelace", email: "ada@x.example" }],
    ["ada (at) x (dot) y.example", { name: "ada@x.y.example", email: "ada@x.y.example" }],
    ["Ada (@ada) on behalf of the Engine Workgroup, and others", { name: "Ada", handle: "ada" }],
    ["'Ada, Last Updated: 2020-01-02'", { name: "Ada" }],
    ["Zoë Ñandú-O'Neil", { name: "Zoë Ñandú-O'Neil" }],
    ["山田 太郎 (@yamada)", { name: "山田 太郎", handle: "yamada" }],
  ])("%s", (text, expected) => {
    expect(authors(text)).toEqual([expected]);
  });

  test("a sign between a name and an address is of neither, whatever they are", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdeéñ"), minLength: 1, maxLength: 6 });
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
    const sign = fc.constantFrom(" ", " - ", " – ", ": ", " : ", " / ", " | ", ", ", " . ");
    const address = fc.constantFrom("<a@x.example>", "(@ada)", "(https://x.example/a)", "<https://x.example/a>");
    fc.assert(
      fc.property(name, sign, address, fc.boolean(), (who, between, where, isAddressAlone) => {
        // After a comma, only an address in angle brackets is known to be no other person.
        fc.pre(between !== ", " || (where.startsWith("<") && !isAddressAlone));
        const written = isAddressAlone && where.includes("a@") ? "a@x.example" : where;
        expect(authors(`'${who}${between}${written}'`)?.map((author) => author.name)).toEqual([who]);
      }),
    );
  });

  test("a remark in brackets may go on in the next line", () => {
    expect(authors("|", "  Ada Lovelace (with help from Bob, Eve, and", "  Kim Adams)")).toEqual([
      { name: "Ada Lovelace (with help from Bob, Eve, and Kim Adams)" },
    ]);
    expect(authors("|", "  Ada Lovelace (with help", "  Bob Adams")?.map(({ name }) => name)).toEqual([
      "Ada Lovelace (with help",
      "Bob Adams",
    ]);
  });

  test("a URL that would run code is dropped, the name stays", () => {
    expect(authors("Ada <javascript:alert(1)>")).toEqual([{ name: "Ada" }]);
    expect(authors("Ada <data:text/html,x>")).toEqual([{ name: "Ada" }]);
  });
});

describe("several authors", () => {
  test("are those after a bracket that was never closed, too", () => {
    expect(
      authors("Ada <Ada L. <@ada>, Bob <bob@x.example>, Eve")
        ?.map(({ name }) => name)
        .slice(1),
    ).toEqual(["Bob", "Eve"]);
  });

  test("in a line, a comma in brackets does not separate", () => {
    expect(authors("Ada (@ada), Bob <https://x.example/?a,b>, Eve")?.map(({ name }) => name)).toEqual([
      "Ada",
      "Bob",
      "Eve",
    ]);
  });

  test("an address or a handle ends a person", () => {
    const people = (text: string) => authors(text)?.map(({ name }) => name);
    expect(people("Ada Lovelace (ada@x.example) Bob (@bob) Eve <eve@x.example> Kim")).toEqual([
      "Ada Lovelace",
      "Bob",
      "Eve",
      "Kim",
    ]);
  });

  test("handles alone need no comma between them", () => {
    expect(authors("'@ada @bob @eve'")?.map(({ handle }) => handle)).toEqual(["ada", "bob", "eve"]);
    const links = ["[@ada](https://x.example/ada) [@bob](https://x.example/bob),", "  Eve Adams @eve"];
    expect(authors(`'${links[0]}`, `${links[1]}'`)).toEqual([
      { name: "ada", handle: "ada" },
      { name: "bob", handle: "bob" },
      { name: "Eve Adams", handle: "eve" },
    ]);
  });

  test("an address behind a name is that person's, unless there is one already", () => {
    expect(authors("Ada (@ada), <ada@x.example>, Bob")).toEqual([
      { name: "Ada", handle: "ada", email: "ada@x.example" },
      { name: "Bob" },
    ]);
    expect(authors("Ada <@ada>", "  https://forum.example/t/1")).toEqual([
      { name: "Ada", handle: "ada", url: "https://forum.example/t/1" },
    ]);
    expect(authors("<ada@x.example>, <bob@x.example>")?.map(({ name }) => name)).toEqual([
      "ada@x.example",
      "bob@x.example",
    ]);
    expect(authors("https://ada.example, https://bob.example")).toHaveLength(2);
  });

  test("in a list, in any form", () => {
    expect(authors("", "  - Ada (@ada)", "  - Bob <bob@x.example>, Eve")?.map(({ name }) => name)).toEqual([
      "Ada",
      "Bob",
      "Eve",
    ]);
  });

  test("as maps", () => {
    const lines = [
      "",
      "  - name: Ada",
      "    handle: '@ada'",
      "    url: https://ada.example",
      "  - Bob: https://bob.example",
    ];
    expect(authors(...lines)).toEqual([
      { name: "Ada", handle: "ada", url: "https://ada.example" },
      { name: "Bob", url: "https://bob.example" },
    ]);
  });

  test.each([
    ["semicolons", "Ada <a@x.example>; Bob (@bob)"],
    ["lines that YAML folds into one", "Ada <a@x.example>\n  Bob (@bob)"],
    ["a word", "Ada <a@x.example> and Bob (@bob)"],
    ["a sign", "Ada <a@x.example> & Bob (@bob)"],
  ])("apart by %s", (_, text) => {
    expect(authors(text)).toEqual([
      { name: "Ada", email: "a@x.example" },
      { name: "Bob", handle: "bob" },
    ]);
  });

  test("two spellings of one handle are one person; two people with one name are not", () => {
    expect(authors("Ada (@ADA), A. Lovelace (@ada)")).toHaveLength(1);
    expect(authors("Ada (@ada1), Ada (@ada2)")).toHaveLength(2);
  });

  test("no author at all is none", () => {
    expect(authors("")).toEqual([]);
    expect(authors("' , ,'")).toEqual([]);
  });
});
