/** Single fields of a proposal, in every form that authors write them. */
import { describe, expect, test } from "vitest";
import { readDate } from "../../src/content/parse/dates.js";
import { parseProposal, placed, seriesOf, xip } from "../support/parse.js";

/** A valid proposal with some more lines of front matter; they begin on line 4. */
const proposal = (...lines: string[]) => parseProposal(`---\ncip: 20\ntitle: Token\n${lines.join("\n")}\n---\nText.\n`);

describe("dates", () => {
  test.each([
    ["2021-01-02", "2021-01-02"],
    ["2021-1-2", "2021-01-02"],
    ["2021/01/02", "2021-01-02"],
    ["2021.01.02", "2021-01-02"],
    ["2021 01 02", "2021-01-02"],
    ["2021\u201101\u201102", "2021-01-02"],
    ["2021-01-02T23:59:59-11:00", "2021-01-02"],
    ["2021-01-02 10:00", "2021-01-02"],
    ["2024-02-29", "2024-02-29"],
    [" 2021-01-02 ", "2021-01-02"],
    ["2021年1月2日10:00", "2021-01-02"],
  ])("%j is the day %s in every time zone", (text, day) => {
    expect(readDate(text)).toEqual({ iso: day });
  });

  test.each([
    "September 1981",
    "Sep. 1981",
    "1981-09",
    "1981 September",
  ])("%j is a month, whose first day stands for it", (text) => {
    expect(readDate(text)).toEqual({ iso: "1981-09-01", isMonth: true });
  });

  test.each([
    "2021-02-30",
    "2021-02-29",
    "2021-13-01",
    "2021-00-10",
    "2021-01-00",
    "2021-01-32",
    "2021-01-02T25:00:00Z",
    "2021-01-02T2500",
    "2021-01-02 9:61",
    "2021-01-02T10:00:00+25:00",
    "5 May 2021, 24:01",
    "05/05/2021 at 30:00",
    "0000-00-00",
    "21-01-02",
    "2021-13",
    "30-30-2021",
    "2021-01/02",
    "Smarch 2021",
    "32 March 2021",
    "30 February 2021",
    "2021-01-02x",
    "yesterday",
    "",
  ])("%j is no day", (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  test("an impossible date names line and column of the value", () => {
    const { diagnostics } = proposal("date: 2021-02-30");
    expect(diagnostics.map(placed)).toEqual(["date-invalid 4:7"]);
    expect(diagnostics[0]).toMatchObject({ severity: "error", length: 10, file: "content/cip/cbc/cip-20.md" });
  });

  test("a quoted date is a date; an empty one is none", () => {
    expect(proposal("date: '2021-01-02'").document?.meta.date).toBe("2021-01-02");
    expect(proposal("date:")).toMatchObject({ diagnostics: [], document: { meta: { date: undefined } } });
  });
});

describe("requires", () => {
  const requires = (...lines: string[]) =>
    proposal(...lines).document?.meta.requires.map(({ label, number }) => `${label ?? ""}${number}`);

  test.each([
    ["a number", "requires: 165", ["165"]],
    ["several in a line", "requires: 20, 165", ["20", "165"]],
    ["with a label", "requires: cip-165", ["CIP165"]],
    ["with a label and a space", "requires: CIP 165", ["CIP165"]],
    ["with a hash", "requires: '#165'", ["165"]],
    ["with leading zeros", "requires: 0165", ["165"]],
    ["a list in brackets", "requires: [20, cip-165]", ["20", "CIP165"]],
    ["Markdown links", "requires: '[CIP-165](./cip-165.md), [CIP-20](../a,b.md)'", ["CIP165", "CIP20"]],
    ["a remark in brackets", "requires: 165 (in part), CIP-20 (its fees)", ["165", "CIP20"]],
    ["nothing", "requires:", []],
    ["a word for nothing", "requires: none", []],
    ["another register", "requires: EIP-1559", ["EIP1559"]],
  ])("%s", (_, line, expected) => {
    expect(requires(line)).toEqual(expected);
  });

  test("what is not a number is reported at its place", () => {
    expect(proposal("requires: 20, twenty").diagnostics.map(placed)).toEqual(["reference-invalid 4:11"]);
    const titled = proposal("requires: 20, Introduce cross-chain updates").diagnostics;
    expect(titled.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning reference-invalid"]);
    const number = proposal("requires: see EIP 20x of others").diagnostics;
    expect(number.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error reference-invalid"]);
    expect(proposal("requires:", "  - 20", "  - twenty").diagnostics.map(placed)).toEqual(["reference-invalid 6:5"]);
  });
});

describe("number", () => {
  const number = (line: string, path?: string) => parseProposal(`---\n${line}\ntitle: Token\n---\n`, path);

  test.each(["cip: 20", "cip: '20'", "CIP: 20", "cip: CIP-20", "cip: 0020"])("%s is 20", (line) => {
    expect(number(line)).toMatchObject({ diagnostics: [], document: { meta: { number: 20 } } });
  });

  test.each([
    ["cip: abc", "number-invalid 2:6"],
    ["cip: 20.5", "number-invalid 2:6"],
    ["cip: -20", "number-invalid 2:6"],
    ["cip: 1e3", "number-invalid 2:6"],
    ["cip: 0x14", "number-invalid 2:6"],
    ["cip: 12345678901", "number-invalid 2:6"],
    ["cip: [20, 21]", "field-type 2:6"],
    ["cip: 21", "number-mismatch 2:6"],
    ["cip:", "field-missing 2:1"],
    ["number: 20", "field-missing 1:1"],
  ])("%s is an error with line and column", (line, where) => {
    expect(number(line).diagnostics.map(placed)).toContain(where);
    expect(number(line).diagnostics.every(({ severity, help }) => severity === "error" && help)).toBe(true);
  });
});

describe("title, category, status", () => {
  test("a missing title is blamed on the line of the number, one without words on its own", () => {
    expect(parseProposal("---\ncip: 20\n---\n# A heading\n").diagnostics.map(placed)).toEqual(["field-missing 2:1"]);
    expect(parseProposal("---\ncip: 20\ntitle: ''\n---\n").diagnostics.map(placed)).toEqual(["field-missing 3:1"]);
  });

  test("fields below a comment are reported, and the text stays", () => {
    const series = seriesOf({ series: [xip] });
    const text = "<!-- licence -->\n---\ntitle: Token\n---\n";
    const { document, diagnostics } = parseProposal(text, "20-token.md", series);
    expect(document?.meta.number).toBe(20);
    expect(diagnostics.map(placed)).toContain("front-matter-missing 2:1");
  });

  test("a folder that is no category suggests the one that was meant", () => {
    const { diagnostics } = parseProposal("---\ncip: 20\ntitle: T\n---\n", "informatinal/cip-20.md");
    expect(diagnostics.map(placed)).toEqual(["category-unknown 1:1"]);
    expect(diagnostics[0]?.help).toBe('Did you mean "informational"?');
  });

  test.each([
    ["status: Last Call", "last-call", undefined],
    ["status: last-call", "last-call", undefined],
    ["status: FINAL", "final", undefined],
    ["status: Withdrawn (no interest)", "withdrawn", "no interest"],
    ["status: [draft]", "draft", undefined],
    ["status: Withdrawn\nstatus-reason: See [CIP-21](cip-21.md)", "withdrawn", "See CIP-21"],
    ["", "draft", undefined],
  ])("%j is a status", (line, status, statusReason) => {
    expect(proposal(line).document?.meta).toMatchObject({ status, ...(statusReason && { statusReason }) });
    expect(proposal(line).diagnostics).toEqual([]);
  });

  test("an unknown status is an error with a suggestion", () => {
    const { diagnostics } = proposal("status: Finall");
    expect(diagnostics.map(placed)).toEqual(["status-unknown 4:9"]);
    expect(diagnostics[0]?.help).toBe('Did you mean "final"?');
  });

  test("statuses are configurable", () => {
    const series = seriesOf({
      series: [{ profile: "cip", statuses: [{ id: "hot", label: "Very hot", tone: "draft", aliases: ["warm"] }] }],
    });
    const status = (text: string) =>
      parseProposal(`---\ncip: 20\ntitle: T\nstatus: ${text}\n---\n`, undefined, series).document?.meta.status;
    expect([status("very hot"), status("WARM"), status("hot")]).toEqual(["hot", "hot", "hot"]);
  });
});

describe("tags, keywords, discussions", () => {
  test("tags are a list or a line, each kept once; without any the category is the tag", () => {
    expect(proposal("tags: [a, b, a]").document?.meta.tags).toEqual(["a", "b"]);
    expect(proposal("tags: a, b").document?.meta.tags).toEqual(["a", "b"]);
    expect(proposal("").document?.meta.tags).toEqual(["cbc"]);
  });

  test.each([
    ["heading:title", []],
    ["alpine:3.20", []],
    ["mailto:a@x.example", ["mailto:a@x.example"]],
    ["gopher://x.example", "url-unsafe"],
    ["javascript:alert(1)", "url-unsafe"],
    ["vbscript:x", "url-unsafe"],
  ])("a field of the register's own may have %s", (value, expected) => {
    const fields = [{ key: "own", label: "own", show: true, required: false }];
    const text = `---\ncip: 20\ntitle: Token\nown: ["${value}"]\n---\nText.\n`;
    const { document, diagnostics } = parseProposal(text, undefined, { ...seriesOf(), fields });
    if (typeof expected === "string") expect(diagnostics.map(({ code }) => code)).toEqual([expected]);
    else {
      expect(diagnostics).toEqual([]);
      expect(document?.meta.ownFields).toMatchObject([{ text: value, links: expected.map((url) => ({ url })) }]);
    }
  });

  test("a discussion whose text is its URL is one link", () => {
    const { document } = proposal('discussions-to: "[https://x.example/1](https://x.example/1)"');
    expect(document?.meta.discussions).toEqual([{ label: "", url: "https://x.example/1" }]);
  });

  test("a discussion that would run code is an error and not kept", () => {
    const { document, diagnostics } = proposal("discussions-to: 'javascript:alert(1)'");
    expect(diagnostics.map(placed)).toEqual(["url-unsafe 4:17"]);
    expect(document?.meta.discussions).toEqual([]);
  });
});

describe("fields with nothing in them", () => {
  test("are as if they were not there, in YAML's way and in that of people", () => {
    const nothing = [
      "description: null",
      "author: ~",
      "tags: NULL",
      "date: N/A",
      "updated: ~",
      "last-call-deadline: none",
    ];
    const { document, diagnostics } = proposal(...nothing);
    expect(diagnostics).toEqual([]);
    const empty = proposal().document?.meta;
    expect(document?.meta).toEqual(empty);
  });
});
