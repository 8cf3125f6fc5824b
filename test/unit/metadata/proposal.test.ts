/** What proposals say of themselves, in the ways that registers have: numbers, titles, statuses, authors, dates, relations and discussions. */
import { describe, expect, test } from "vitest";
import { readDate } from "../../../src/content/parse/dates.js";
import { parseProposal, seriesOf, xip } from "../../support/parse.js";

const input = {
  ...xip,
  keys: { discussions: ["discussion", "prs.accepted"] },
  statuses: ["Draft", "Last Call", "Accepted", "Implemented", "Superseded"],
};
const series = seriesOf({ series: [input] });
const parse = (text: string, name = "0007-use-the-thing.md") => parseProposal(text, name, series);
const meta = (text: string, name?: string) => parse(text, name).document?.meta;
const field = (line: string) => parse(`---\ntitle: T\n${line}\n---\n\nText.\n`);

describe("number and title", () => {
  test("the file's name gives the number, where no field does", () => {
    expect(meta("# Tokens\n\nText.\n")).toMatchObject({ number: 7, title: "Tokens", status: "", authors: [] });
    expect(parse("# Tokens\n\nText.\n").diagnostics).toEqual([]);
  });

  test.each([
    ["[7](https://x.example/pull/7)", 7],
    ["XIP-0007", 7],
    ["[XIP-7](0007-use-the-thing.md)", 7],
    ["**7**", 7],
  ])("the number %j", (text, number) => {
    expect(meta(`# T\n\n- XIP: ${text}\n- Status: Draft\n`)?.number).toBe(number);
  });

  test.each([
    ["# XIP-0007: Tokens\n", "Tokens"],
    ["# XIP 7 - Tokens\n", "Tokens"],
    ["# XIP-7：代币\n", "代币"],
    ["# 7. Tokens\n", "Tokens"],
    ["# F# RFC XIP-7 - Tokens\n", "Tokens"],
    ["# Support XIP-7 in tokens\n", "Support XIP-7 in tokens"],
    ["- Title: Changes for \\$XIP\n", "Changes for $XIP"],
    ["# XIP: Tokens\n", "Tokens"],
    ["Tokens\n======\n", "Tokens"],
    ["XIP-07\n======\n\nTokens and more\n---------------\n", "Tokens and more"],
    ["## Summary\n", "Use the thing"],
    ["# Summary\n\n# Motivation\n", "Use the thing"],
    ["# Calling `f` **now**\n", "Calling `f` now"],
    ["Text.\n", "Use the thing"],
    ["# 5 things\n", "5 things"],
    ["# Unsafe[Mutable][Raw]Pointer: more methods\n", "Unsafe[Mutable][Raw]Pointer: more methods"],
    ["# Use [Rust][] and [Go][go]\n", "Use Rust and Go"],
    ["# Publish packages <!-- omit in toc -->\n", "Publish packages"],
    ["# Feature Name: `tokens`\n", "`tokens`"],
    ["# Title: Tokens\n", "Tokens"],
    ["# Feature name resolution\n", "Feature name resolution"],
  ])("the title of %j is %j", (text, title) => {
    expect(meta(`${text}\nText.\n`)?.title).toBe(title);
  });

  test.each([
    "XIP-7 - ",
    "XIP-7: XIP-0007: ",
    "[XIP-7] ",
    "(XIP-7) ",
    "0007 – ",
    "7. ",
  ])("a field does not repeat the number: %j", (label) => {
    expect(meta(`---\ntitle: "${label}5 Tokens"\n---\n\nText.\n`)?.title).toBe("5 Tokens");
  });

  test.each([
    ["= XIP-0007: Tokens =\n\n==A==\n", "Tokens"],
    ["<!-- x -->\n=Calling '''now'''=\n", "Calling now"],
    ["== Motivation ==\n", "Use the thing"],
    ["# Tokens\n", "Use the thing"],
  ])("the title of %j in MediaWiki is %j, and is not shown twice", (text, title) => {
    const wiki = { ...series, files: "{number}-{slug}.mediawiki" };
    const { document } = parseProposal(`${text}\nText.\n`, "0007-use-the-thing.mediawiki", wiki);
    expect(document?.meta.title).toBe(title);
    expect(document?.outline.map((heading) => heading.text)).not.toContain(title);
  });
});

describe("status", () => {
  test.each([
    ["Draft", "draft", undefined],
    ["**Implemented (5.9)**", "implemented", "5.9"],
    ["last call", "last-call", undefined],
    ["`Accepted`", "accepted", undefined],
    ["[Accepted](https://x.example)", "accepted", undefined],
    ["Accepted, with changes", "accepted", "with changes"],
    ["Accepted ([Discussion](https://x.example/1))", "accepted", undefined],
    ["Draft.", "draft", undefined],
    ["Accepted - with changes", "accepted", "with changes"],
    ["Accepted: see below", "accepted", "see below"],
    ["Accepted in May", "accepted", "in May"],
    ["Superseded (superseded by XIP-9)", "superseded", "superseded by XIP-9"],
    ["Superseded XIP-9", "superseded", "XIP-9"],
    ["**Accepted June 21...27**", "accepted", "June 21...27"],
    ["**Status: Accepted**", "accepted", undefined],
    ["Superceded by [9. Nine](0009-nine.md)", "superseded", "by 9. Nine"],
    ["~~Accepted~~ **Superseded** by XIP-9", "superseded", "by XIP-9"],
    ["Implemented (alpha)", "implemented", "alpha"],
  ])("%j", (written, status, reason) => {
    const { document, diagnostics } = field(`status: "${written}"`);
    expect([document?.meta.status, document?.meta.statusReason]).toEqual([status, reason]);
    expect(diagnostics).toEqual([]);
  });

  test("a folder keeps it where the series says so", () => {
    const inFolder = { ...series, files: "{status}/{number}-{slug}.md" };
    const { document } = parseProposal("# T\n", "last-call/0007-x.md", inFolder);
    expect(document?.meta.status).toBe("last-call");
    const { diagnostics } = parseProposal("---\nstatus: Accepted\n---\n\n# T\n", "last-call/0007-x.md", inFolder);
    expect(diagnostics.map(({ code }) => code)).toEqual(["status-mismatch"]);
  });

  test.each([
    ["Supercedes XIP-9", "supersedes"],
    ["**Superseded** by [9](0009-nine.md)", "supersededBy"],
    ["Accepted, amends XIP-9", "updates"],
    ["Accepted, clarified by XIP-9", "updatedBy"],
  ] as const)("%s is a relation", (written, relation) => {
    const { document } = field(`status: "${written}"`);
    expect(document?.meta[relation].map(({ number }) => number)).toEqual([9]);
  });

  test.each(["superceded-by", "updates", "amends", "clarifies", "updated-by"])("%s is a field of relations", (key) => {
    const { document } = field(`${key}: 9`);
    const { supersededBy, updates, updatedBy } = document?.meta ?? {};
    expect([supersededBy, updates, updatedBy].flat().map((reference) => reference?.number)).toEqual([9]);
  });
});

describe("category", () => {
  const keyed = seriesOf({
    legacy: { until: 99 },
    series: [
      {
        ...xip,
        category: { from: "field", keys: ["category", "type"], values: ["Core", "Standards Track"] },
      },
    ],
  });
  const read = (...lines: string[]) => {
    const { document, diagnostics } = parseProposal(`---\n${lines.join("\n")}\n---\n`, "0007-x.md", keyed);
    return [document?.meta.category, ...diagnostics.map(({ code, line }) => `${code} ${line}`)];
  };

  test("is that of the first key which is there", () => {
    expect(read("type: Standards Track", "category: Core")).toEqual(["core"]);
    expect(read("type: Standards Track")).toEqual(["standards-track"]);
    expect(read("type: Standards Track", "category:")).toEqual(["standards-track"]);
    expect(read("type: Other", "category: '[Core](/core.md)'")).toEqual(["core"]);
  });

  test("is the first of several, which are its tags, in the register's order or with other marks", () => {
    const { document } = parseProposal("---\ncategory: Standards Track, Core\n---\n", "0007-x.md", keyed);
    expect([document?.meta.category, document?.meta.tags]).toEqual(["standards-track", ["standards-track", "core"]]);
    expect(read("category: Core / Standards Track")).toEqual(["core"]);
    expect(read("category: Standards / Track")).toEqual(["standards-track"]);
    expect(read("category: Core, Storage")).toEqual(["core", "category-unknown 2"]);
  });

  test("is that of the next one where the first is unknown, which is reported", () => {
    expect(read("type: Standards Track", "category: Storage")).toEqual(["standards-track", "category-unknown 3"]);
    expect(read("type: Other", "category: Storage")).toEqual(["Storage", "category-unknown 3"]);
  });
});

describe("references", () => {
  test.each([
    ["XIP-20", [["XIP", 20]]],
    ["[XIP-20](https://x.example/a)", [["XIP", 20]]],
    ["[it](https://x.example/eip-20)", [["EIP", 20]]],
    ["[it](https://x.example/0020-x.md)", [[undefined, 20]]],
    ["[it](../0020-x/README.md)", [[undefined, 20]]],
    ["[Document](https://hackmd.io/oWSw18DLTYCmHi_ty_gYvg?view)", [[undefined, undefined]]],
    ["[the pull request](https://x.example/pull/12)", [[undefined, undefined]]],
    ["[Xip PR #12](https://x.example/pull/12)", [[undefined, undefined]]],
    ["[Issue 7](https://x.example/issues/7)", [[undefined, undefined]]],
    ["https://x.example/pull/12", [[undefined, undefined]]],
    ["<https://x.example/eip-20>", [["EIP", 20]]],
    [
      "[XIP 36](../0036-x/README.md), [XIP 37](../0037-x/README.md), etc.",
      [
        ["XIP", 36],
        ["XIP", 37],
      ],
    ],
    ["/keps/sig-node/1287-in-place-update", [[undefined, 1287]]],
    ["keps/sig-node/1287-in-place-update/README.md", [[undefined, 1287]]],
    ["etc.", []],
    ["20/21", []],
    ["FIP-OO35", []],
  ])("%s", (written, expected) => {
    const { document, diagnostics } = field(`requires: "${written}"`);
    expect(document?.meta.requires.map(({ label, number }) => [label, number])).toEqual(expected);
    expect(diagnostics.map(({ code }) => code)).toEqual(expected.length > 0 ? [] : ["reference-invalid"]);
  });
});

describe("what a template asks", () => {
  const own = seriesOf({ series: [{ ...input, fields: [{ key: "Component", show: true }] }] });
  const keys = ["Status", "Author", "Date", "Requires", "Supersedes", "Discussion", "Component"];

  test.each([
    "(leave this empty)",
    "(fill me in with today's date, YYYY-MM-DD)",
    "Leave blank. This will be filled in when the proposal is accepted.",
    '(put "N/A" unless it replaces one, then link it)',
    "_(leave blank)_",
  ])("and nobody replaced, %s, is an empty field", (question) => {
    const lines = keys.map((key) => `- ${key}: ${question}\n`).join("");
    const { document, diagnostics } = parseProposal(`# T\n\n${lines}\nText.\n`, "0007-x.md", own);
    expect(diagnostics).toEqual([]);
    expect(document?.meta).toMatchObject({ status: "", authors: [], requires: [], supersedes: [], discussions: [] });
    expect([document?.meta.date, document?.meta.ownFields]).toEqual([undefined, undefined]);
  });
});

describe("dates", () => {
  test.each([
    ["03-Mar-2022", "2022-03-03"],
    ["22-JUN-2016", "2016-06-22"],
    ["25-OCT-22", "2022-10-25"],
    ["30 Oct 18", "2018-10-30"],
    ["March 3, 2022", "2022-03-03"],
    ["(2022-03-03)", "2022-03-03"],
    ["[2022-03-03]", "2022-03-03"],
    ["2022年3月3日", "2022-03-03"],
    ["2022년 3월 3일", "2022-03-03"],
    ["Mar 3rd 2022", "2022-03-03"],
    ["23 July 2019", "2019-07-23"],
    ["Sept. 1, 2020", "2020-09-01"],
    ["Tue, 3 March 2022", "2022-03-03"],
    ["2022 March 3", "2022-03-03"],
    ["2022/5/2", "2022-05-02"],
    ["2022-03-03T10:00:00.000Z", "2022-03-03"],
    ["5/5/2022", "2022-05-05"],
  ])("%j is %s", (text, iso) => {
    expect(readDate(text)).toEqual({ iso });
    expect(field(`date: "${text}"`).document?.meta.date).toBe(iso);
  });
});

describe("authors", () => {
  const authors = (line: string) =>
    field(`author: ${JSON.stringify(line)}`).document?.meta.authors.map(({ key: _, ...author }) => author);

  test.each([
    ["Ada (ada@x.example)", [{ name: "Ada", email: "ada@x.example" }]],
    ["ada@x.example", [{ name: "ada@x.example", email: "ada@x.example" }]],
    ["Ada <@ada>", [{ name: "Ada", handle: "ada" }]],
    ["Ada<ada@x.example>", [{ name: "Ada", email: "ada@x.example" }]],
    ["Ada @ada", [{ name: "Ada", handle: "ada" }]],
    ["[Ada](https://github.com/ada)", [{ name: "Ada", handle: "ada" }]],
    ["Ada ([@ada](https://github.com/ada))", [{ name: "Ada", handle: "ada" }]],
    ["Ada ([ada@x.example](mailto:ada@x.example))", [{ name: "Ada", email: "ada@x.example" }]],
    ["[Ada](https://ada.example)", [{ name: "Ada", url: "https://ada.example" }]],
    ["Ada and Bob", [{ name: "Ada" }, { name: "Bob" }]],
    ["Ada, Bob, and Eve", [{ name: "Ada" }, { name: "Bob" }, { name: "Eve" }]],
    ["Ada; Bob <b@x.example>", [{ name: "Ada" }, { name: "Bob", email: "b@x.example" }]],
    ["Ada (@ada), et al.", [{ name: "Ada", handle: "ada" }]],
    ["[Ada](mailto@ada@x.example)", [{ name: "Ada" }]],
    ["Ada (R and D) & Bob Lee", [{ name: "Ada (R and D)" }, { name: "Bob Lee" }]],
    ["Ada & Co", [{ name: "Ada & Co" }]],
    ["** [@ada](https://github.com/ada)", [{ name: "ada", handle: "ada" }]],
    ["Ada, (@ada), Bob (@bob), (@eve)", ["Ada", "Bob", "eve"].map((name) => ({ name, handle: name.toLowerCase() }))],
  ])("%j", (line, expected) => {
    expect(authors(line)).toEqual(expected);
  });
});

describe("discussions", () => {
  const discussions = (...lines: string[]) => field(lines.join("\n")).document?.meta.discussions;

  test.each([
    ["https://a.example/1", [["", "https://a.example/1"]]],
    [
      "https://a.example/1, https://b.example",
      [
        ["", "https://a.example/1"],
        ["", "https://b.example"],
      ],
    ],
    [
      "https://a.example/1 https://b.example",
      [
        ["", "https://a.example/1"],
        ["", "https://b.example"],
      ],
    ],
    [
      "Forum: https://a.example/1; list (https://b.example).",
      [
        ["Forum", "https://a.example/1"],
        ["list", "https://b.example"],
      ],
    ],
    ["see [the forum](https://a.example/1)", [["the forum", "https://a.example/1"]]],
    ["TBD", []],
  ])("%j", (text, expected) => {
    expect(discussions(`discussion: ${JSON.stringify(text)}`)?.map(({ label, url }) => [label, url])).toEqual(expected);
  });
});
