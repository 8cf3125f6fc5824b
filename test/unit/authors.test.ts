/** Authors in every form that registers write them. */
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
    ["Ada (@ada, ada@x.example)", { name: "Ada", handle: "ada", email: "ada@x.example" }],
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
    ["Ada Lovelace <ada at x.example>", { name: "Ada Lovelace", email: "ada@x.example" }],
    ["Ada <ada(dot)k(at)x(dot)example>", { name: "Ada", email: "ada.k@x.example" }],
    ["'[Ada](https://x.example/@ada/)'", { name: "Ada", url: "https://x.example/@ada/" }],
    ["ada (at) x (dot) y.example", { name: "ada@x.y.example", email: "ada@x.y.example" }],
    ["Ada (@ada) on behalf of the Engine Workgroup, and others", { name: "Ada", handle: "ada" }],
    ["'Ada, Last Updated: 2020-01-02'", { name: "Ada" }],
    [`'"Lovelace, Ada K." <ada@x.example>'`, { name: "Ada K. Lovelace", email: "ada@x.example" }],
    ["Ada Lovelace, Jr. <ada@x.example>", { name: "Ada Lovelace Jr.", email: "ada@x.example" }],
    ["Ada Lovelace, III", { name: "Ada Lovelace III" }],
    ["Engine Systems, Inc. team", { name: "Engine Systems Inc. team" }],
    ["Ada ([ada](https://github.com/ada))", { name: "Ada", handle: "ada" }],
    ["<Ada> (@ada)", { name: "Ada", handle: "ada" }],
    ["Ada Lovelace, Ph.D.", { name: "Ada Lovelace" }],
    ["Ada Lovelace, Ed.", { name: "Ada Lovelace" }],
    ["Ada Lovelace (Ed.) <ada@x.example>", { name: "Ada Lovelace", email: "ada@x.example" }],
    ["Zoë Ñandú-O'Neil", { name: "Zoë Ñandú-O'Neil" }],
    ["山田 太郎 (@yamada)", { name: "山田 太郎", handle: "yamada" }],
    ["山田 太郎（@yamada）", { name: "山田 太郎", handle: "yamada" }],
    ["<!-- your name --> Ada Lovelace et al.", { name: "Ada Lovelace" }],
  ])("%s", (text, expected) => {
    expect(authors(text)).toEqual([expected]);
  });

  test("a URL that would run code is dropped, the name stays", () => {
    expect(authors("Ada <javascript:alert(1)>")).toEqual([{ name: "Ada" }]);
    expect(authors("Ada <data:text/html,x>")).toEqual([{ name: "Ada" }]);
  });
});

describe("several authors", () => {
  test("a short name is no title", () => {
    expect(authors("Ada, Ed (@ed), Md <md@x.example>")?.map(({ name }) => name)).toEqual(["Ada", "Ed", "Md"]);
  });

  test("in a list, in any form", () => {
    expect(authors("", "  - Ada (@ada)", "  - Bob <bob@x.example>, Eve")?.map(({ name }) => name)).toEqual([
      "Ada",
      "Bob",
      "Eve",
    ]);
    const employed = authors("", "  - Ada (@ada), Example, Inc.", "  - Bob ([@bob](https://x.example)), Zarr");
    expect(employed?.map(({ name }) => name)).toEqual(["Ada", "Bob"]);
  });

  test.each([
    ["semicolons", "Ada <a@x.example>; Bob (@bob)"],
    ["lines that YAML folds into one", "Ada <a@x.example>\n  Bob (@bob)"],
    ["a word", "Ada <a@x.example> and Bob (@bob)"],
    ["a sign", "Ada <a@x.example> & Bob (@bob)"],
    ["a stroke", "Ada <a@x.example> | Bob (@bob)"],
    ["a slash", "Ada <a@x.example> / Bob (@bob)"],
    ["line breaks of HTML", "Ada <a@x.example><br>Bob (@bob)<br/>"],
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

  test("in maps without a name", () => {
    expect(authors("", "  - name:", "    github: ada", "  - email: bob@x.example", "  - name:")).toEqual([
      { name: "ada", handle: "ada" },
      { name: "bob@x.example", email: "bob@x.example" },
    ]);
  });

  test.each([":", "a/", " "])("are read at once where %j is repeated", (sign) => {
    expect(authors(`"(${sign.repeat(60_000 / sign.length)}x"`)).toHaveLength(1);
  }, 4_000);

  test("no author at all is none", () => {
    expect(authors("")).toEqual([]);
    expect(authors("' , ,'")).toEqual([]);
  });
});
