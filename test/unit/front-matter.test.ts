/** Front matter comes from strangers: it must be read exactly, blamed exactly, and never run. */
import { describe, expect, test } from "vitest";
import type { FieldValue } from "../../src/content/metadata/entries.js";
import { splitFrontMatter } from "../../src/content/metadata/front-matter.js";
import { sourceFile } from "../../src/content/read/sources.js";
import { parseProposal, placed } from "../support/parse.js";

const split = (text: string) => splitFrontMatter(sourceFile("a.md", text));

/** A value without its places. */
function plain(value: FieldValue): unknown {
  if (value.kind === "text") return value.text;
  if (value.kind === "list") return value.items.map(plain);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
}

function fields(text: string): unknown {
  const { entries } = split(text);
  return entries && Object.fromEntries(entries.map(({ key, value }) => [key, plain(value)]));
}

describe("values", () => {
  test("every scalar is the text that was written: no dates, numbers, booleans or nulls", () => {
    const text = "---\na: 007\nb: 2021-01-02\nc: yes\nd: 0x10\ne: 1e3\nf: ~\ng: null\nh: 1_000\ni: 12:30\nj:\n---\n";
    expect(fields(text)).toEqual({
      a: "007",
      b: "2021-01-02",
      c: "yes",
      d: "0x10",
      e: "1e3",
      f: "~",
      g: "null",
      h: "1_000",
      i: "12:30",
      j: "",
    });
  });

  test("lists, maps and quotes are read", () => {
    const text = "---\na: [1, 'x, y']\nb:\n  - n: 1\n    m: \"q\\u0041\"\nc: >\n  two\n  lines\n---\n";
    expect(fields(text)).toEqual({ a: ["1", "x, y"], b: [{ n: "1", m: "qA" }], c: "two lines\n" });
  });

  test.each([
    "!!js/function 'function () { throw 1 }'",
    "!!binary aGk=",
    "!important",
  ])("the tag of %s is an error", (value) => {
    const { entries, diagnostics } = split(`---\na: ${value}\n---\n`);
    expect(entries).toBeUndefined();
    expect(diagnostics.map(placed)).toEqual(["front-matter-yaml 2:4"]);
  });

  test("the tag of text changes nothing", () => {
    expect(fields("---\na: !!str 20\n---\n")).toMatchObject({ a: "20" });
  });

  test("keys named like parts of Object are keys", () => {
    const { entries } = split("---\n__proto__: x\nconstructor: y\n---\n");
    expect(entries?.map(({ key }) => key)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("places", () => {
  const places = (text: string) =>
    split(text).entries?.map(({ key, keyPosition, value }) => [
      key,
      `${keyPosition.line}:${keyPosition.column}`,
      `${value.position.line}:${value.position.column}`,
      value.length,
    ]);
  const expected = [
    ["cip", "2:1", "2:6", 2],
    ["title", "3:1", "3:10", 3],
    ["tags", "5:1", "6:3", 13],
  ];
  const text = "---\ncip: 20\ntitle:   A b\n# a comment\ntags:\n  - one\n  - two\n---\nBody\n";

  test("keys and values know line, column and length", () => {
    expect(places(text)?.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(places(text)?.[2]?.slice(0, 3)).toEqual(expected[2]?.slice(0, 3));
  });

  test.each([
    ["CRLF line ends", (source: string) => source.replaceAll("\n", "\r\n")],
    ["old Mac line ends", (source: string) => source.replaceAll("\n", "\r")],
    ["a byte order mark", (source: string) => `\uFEFF${source}`],
    ["spaces after the opening line", (source: string) => source.replace("---\n", "---  \n")],
    ["spaces after the closing line", (source: string) => source.replace("---\nBody", "--- \t\nBody")],
  ])("are the same with %s", (_, change) => {
    expect(places(change(text))).toEqual(places(text));
    expect(split(change(text)).bodyLine).toBe(9);
    expect(split(change(text)).body).toBe("Body\n");
  });

  test("columns count UTF-16 units, as editors do", () => {
    expect(places('---\n{"😀": x, b: y}\n---\n')?.[1]?.slice(1, 3)).toEqual(["2:11", "2:14"]);
  });
});

describe("what is no front matter", () => {
  test.each([
    ["a text without it", "# Title\n\nText"],
    ["a rule", "----\nText\n----\n"],
    ["dashes further down", "\n---\ncip: 20\n---\n"],
    ["a rule above a heading", "---\n\n## **Title:** Tokens\n\nText\n"],
    ["a rule above a sentence", "---\nText, and more of it\n"],
    ["a rule above a list", "---\n\n- cip: 20\n"],
    ["a rule above a link", "---\n[x](https://x.example)\n"],
  ])("%s is all body, without a complaint", (_, text) => {
    expect(split(text)).toMatchObject({ entries: undefined, body: text, bodyLine: 1, diagnostics: [] });
  });

  test("empty front matter has no fields", () => {
    expect(split("---\n---\nBody").entries).toEqual([]);
    expect(split("---\n# nothing\n---\nBody").entries).toEqual([]);
  });

  test("many blank lines, for which the library needs seconds, are refused", () => {
    const { entries, body, bodyLine, diagnostics } = split(`---\ncip: [20]\n${"\n \n".repeat(30_000)}a: b\n---\nBody`);
    expect([entries, body, bodyLine]).toEqual([undefined, "Body", 60_005]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["front-matter-limit"]);
    expect(split(`---\ncip: 20\n${"\n".repeat(200)}a: b\n---\n`).entries).toHaveLength(2);
  });
});

describe("problems", () => {
  const problems = (text: string) => split(text).diagnostics.map(placed);

  test.each([
    ["a list in brackets that ends at the margin", "---\ncip: 20\na: [b,\nc]\n---\n", /^front-matter-yaml 4:1$/],
    ["a list instead of keys", "---\n- a\n- b\n---\n", /^front-matter-yaml 2:1$/],
    ["plain text instead of keys", "---\nhello\n---\n", /^front-matter-yaml 2:1$/],
    ["a missing closing line", "---\ncip: 20\n\nText\n", /^front-matter-unclosed 1:1$/],
    ["a missing closing line after a remark", '---\n# Meta\n\n"cip": 20\n\nText\n', /^front-matter-unclosed 1:1$/],
  ])("%s is reported once, where it is", (_, text, where) => {
    expect(problems(text)).toEqual([expect.stringMatching(where)]);
    expect(problems(text.replaceAll("\n", "\r\n"))).toEqual(problems(text));
  });

  test.each([
    ["an anchor", "---\na: &x 1\nb: 2\n---\n", "front-matter-alias 2:"],
    ["an alias", "---\na: &x [1]\nb: *x\n---\n", "front-matter-alias 2:"],
    ["a merge key", "---\nbase: &b {c: 1}\nd:\n  <<: *b\n---\n", "front-matter-alias 2:"],
  ])("%s is refused", (_, text, where) => {
    expect(problems(text)).toEqual([expect.stringContaining(where)]);
  });

  test("a bomb of aliases is refused and never expanded", () => {
    const level = (n: number) =>
      `l${n}: &l${n} [${Array(9)
        .fill(`*l${n - 1}`)
        .join(", ")}]`;
    const bomb = ["l0: &l0 [x]", ...Array.from({ length: 30 }, (_, n) => level(n + 1))].join("\n");
    const { diagnostics, document } = parseProposal(`---\ncip: 20\ntitle: T\n${bomb}\n---\n`);
    expect(diagnostics.map(placed)).toEqual([expect.stringMatching(/^front-matter-alias 4:/)]);
    expect(document).toBeUndefined();
  });

  test("more than 64 kB is refused, 64 kB is not", () => {
    const sized = (length: number) => `---\ntitle: ${"x".repeat(length - "---\ntitle: ".length)}\n---\nBody`;
    expect(problems(sized(64 * 1024))).toEqual([]);
    expect(problems(sized(64 * 1024 + 1))).toEqual(["front-matter-limit 1:1"]);
    expect(split(sized(100_000)).body).toBe("Body");
  });

  test("depth is limited, whether written in brackets or by indentation", () => {
    const brackets = (depth: number) => `---\na: ${"[".repeat(depth)}x${"]".repeat(depth)}\n---\n`;
    expect(problems(brackets(14))).toEqual([]);
    expect(problems(brackets(20))).toEqual([expect.stringContaining("front-matter-limit")]);
    expect(problems(brackets(30_000))).toEqual([expect.stringContaining("front-matter-limit")]);
    const indented = Array.from({ length: 20 }, (_, n) => `${" ".repeat(n)}k:`).join("\n");
    expect(problems(`---\n${indented} x\n---\n`)).toEqual([expect.stringContaining("front-matter-limit")]);
  });
});

describe("other languages", () => {
  test.each([
    "js",
    "javascript",
    "coffee",
    "coffeescript",
    "cson",
    "json",
    "toml",
    "yaml",
    " js",
    "JS",
    "js ",
  ])("---%s is refused and never run", (language) => {
    const witness = globalThis as { pwned?: boolean };
    delete witness.pwned;
    const code =
      "{ cip: 20, title: (globalThis.pwned = true, 'x'), run: (function () { globalThis.pwned = true; })() }";
    const { document, diagnostics } = parseProposal(`---${language}\n${code}\n---\nBody\n`);
    expect(witness.pwned).toBeUndefined();
    expect(document).toBeUndefined();
    expect(diagnostics.map(placed)).toEqual(["front-matter-language 1:4"]);
  });

  test("code in a value is refused and not run", () => {
    const witness = globalThis as { pwned?: boolean };
    delete witness.pwned;
    const { diagnostics } = parseProposal('---\ncip: 20\ntitle: !!js/undefined "globalThis.pwned = true"\n---\n');
    expect(witness.pwned).toBeUndefined();
    expect(diagnostics.map(placed)).toEqual(["front-matter-yaml 3:8"]);
  });
});

test.each([
  ["title: One: two", 8, /a colon and a space/, 'Put quotes around a value with ": " or " #" in it.'],
  ["title: [One", 8, /^the brackets that begin here are not closed$/, "Close the brackets where the value ends."],
  ['title: [One, "Two]', 14, /^the quotes that begin here are not closed$/, "Close the quotes where the value ends."],
  ['title: "One\nauthor: Ann\nstatus: Draft', 8, /quotes that begin here/, "Close the quotes where the value ends."],
  ["title: {a: One\nauthor: Ann", 8, /brackets that begin here/, "Close the brackets where the value ends."],
  ["cip: 3", 1, /^this key occurs twice$/, "Keep one of the two lines."],
  ["\ttitle: One", 1, /indented with a tab/, "Indent with spaces."],
  ['title: "a\\q"', 10, /escape is not valid/, /Write the backslash twice/],
  ["title: @one", 8, /cannot begin with this character/, /quotes around/],
  ["title: !important text", 8, /./, "Put quotes around a value that begins with !."],
])("the error of %j has its place, its words and the remedy", (line, column, message, help) => {
  expect(split(`---\ncip: 2\n${line}\n---\nText.\n`).diagnostics).toMatchObject([
    {
      code: "front-matter-yaml",
      line: 3,
      column,
      message: expect.stringMatching(message),
      help: expect.stringMatching(help),
    },
  ]);
});
