/** Single fields of a proposal, in every form that authors write them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDate } from "../../src/parse/dates.js";
import { parseProposal, placed, seriesOf } from "../support/parse.js";
import { runs } from "../support/runs.js";

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
  ])("%j is the day %s in every time zone", (text, day) => {
    expect(readDate(text)).toEqual({ iso: day });
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
    "2021-01",
    "30-30-2021",
    "2021-01/02",
    "March 2021",
    "32 March 2021",
    "30 February 2021",
    "2021-01-02x",
    "yesterday",
    "",
  ])("%j is no day", (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  test("whatever its parts are, a date with a time is read if there is such a time, and only then", () => {
    const two = fc.integer({ min: 0, max: 99 }).map((value) => String(value).padStart(2, "0"));
    const parts = fc.tuple(two, fc.nat({ max: 30 }), two, two, two, fc.constantFrom("Z", "+02:00", ".5Z", ""));
    fc.assert(
      fc.property(parts, ([month, day, hour, minute, second, zone]) => {
        const date = `2021-${month}-${String(day).padStart(2, "0")}`;
        const utc = new Date(`${date}T${hour}:${minute}:${second}Z`);
        // Date knows 31 days in every month.
        const exists = !Number.isNaN(utc.getTime()) && new Date(`${date}T00:00Z`).toISOString().startsWith(date);
        for (const space of ["T", " "]) {
          const read = readDate(`${date}${space}${hour}:${minute}:${second}${zone}`);
          expect(read).toEqual(exists ? { iso: date } : undefined);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test("an impossible time names line and column of the value", () => {
    const { diagnostics } = proposal("date: 2021-01-02T25:00:00Z");
    expect(diagnostics.map(placed)).toEqual(["date-invalid 4:7"]);
    expect(diagnostics[0]).toMatchObject({ severity: "error", length: 20 });
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
  test("each part of a list has its own place", () => {
    const columns = (line: string) =>
      proposal(line).document?.meta.requires.map(({ number, position }) => [number, position.column]);
    expect(columns("requires: CIP-1, CIP-2, 1")).toEqual([
      [1, 11],
      [2, 18],
      [1, 25],
    ]);
    expect(columns("requires: [20, cip-165]")).toEqual([
      [20, 12],
      [165, 16],
    ]);
  });

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

  test("a list of lines, mixed", () => {
    expect(requires("requires:", "  - 20", "  - CIP-165, 777", "  - n/a")).toEqual(["20", "CIP165", "777"]);
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

  test("a title that is a map is an error", () => {
    expect(parseProposal("---\ncip: 20\ntitle: {a: b}\n---\n").diagnostics.map(placed)).toContain("field-type 3:8");
  });

  test("a folder that is no category suggests the one that was meant", () => {
    const { diagnostics } = parseProposal("---\ncip: 20\ntitle: T\n---\n", "informatinal/cip-20.md");
    expect(diagnostics.map(placed)).toEqual(["category-unknown 1:1"]);
    expect(diagnostics[0]?.help).toBe('Did you mean "informational"?');
  });

  test("a category in front matter must be the folder's", () => {
    expect(proposal("category: core").diagnostics.map(placed)).toEqual(["category-mismatch 4:11"]);
    expect(proposal("category: CBC").diagnostics).toEqual([]);
  });

  test.each([
    ["status: Last Call", "last-call", undefined],
    ["status: last-call", "last-call", undefined],
    ["status: FINAL", "final", undefined],
    ["status: Withdrawn (no interest)", "withdrawn", "no interest"],
    ["status: [draft]", "draft", undefined],
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

  test("several discussions keep their order and labels", () => {
    expect(
      proposal("discussions-to:", "  - Forum: https://x.example/1", "  - <https://x.example/2>").document?.meta
        .discussions,
    ).toEqual([
      { label: "Forum", url: "https://x.example/1" },
      { label: "", url: "https://x.example/2" },
    ]);
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

  test("a discussion that would run code is an error and not kept", () => {
    const { document, diagnostics } = proposal("discussions-to: 'javascript:alert(1)'");
    expect(diagnostics.map(placed)).toEqual(["url-unsafe 4:17"]);
    expect(document?.meta.discussions).toEqual([]);
  });

  test("all problems of a file are reported at once", () => {
    const { diagnostics } = parseProposal("---\ncip: 21\ndate: x\nstatus: y\nrequires: z\n---\n", "nope/cip-20.md");
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([
      "category-unknown",
      "date-invalid",
      "field-missing",
      "number-mismatch",
      "reference-invalid",
      "status-unknown",
    ]);
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

describe("a key that is there again", () => {
  const preamble = (...lines: string[]) => {
    const series = seriesOf({ series: [{ profile: "cip", fields: [{ key: "Note", show: true }] }] });
    const text = `<pre>\nCIP: 20\nTitle: T\n${lines.join("\n")}\n</pre>\n\nText.\n`;
    const { document, diagnostics } = parseProposal(text, "cbc/cip-20.md", series);
    return { meta: document?.meta, said: diagnostics.map(placed) };
  };

  test("adds to a field of several values: nothing of it is lost", () => {
    const values = fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(values, fc.boolean(), (numbers, isBetween) => {
        const lines = (key: string, value: (number: number) => string) =>
          numbers.map((number) => `${key}: ${value(number)}`);
        const { meta, said } = preamble(
          ...lines("Author", (number) => `Ada ${number}`),
          ...(isBetween ? ["Status: Draft"] : []),
          ...lines("Requires", String),
          ...lines("Discussions-To", (number) => `https://x.example/${number}`),
          ...lines("Note", (number) => `see ${number}`),
        );
        expect(said).toEqual([]);
        expect(meta?.authors.map(({ name }) => name)).toEqual(numbers.map((number) => `Ada ${number}`));
        expect(meta?.requires.map(({ number }) => number)).toEqual(numbers);
        expect(meta?.discussions.map(({ url }) => url)).toEqual(numbers.map((number) => `https://x.example/${number}`));
        expect(meta?.ownFields?.map(({ text }) => text)).toEqual([numbers.map((number) => `see ${number}`).join(", ")]);
      }),
    );
  });
});
