/** Every form in which registers write metadata gives the same fields, at their places, and leaves the text without them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldValue } from "../../../src/content/metadata/entries.js";
import { readMetadata } from "../../../src/content/metadata/forms.js";
import { normalizeKey } from "../../../src/content/metadata/keys.js";
import { sourceFile } from "../../../src/content/read/sources.js";

const keys = [
  "xip",
  "title",
  "author",
  "authors",
  "status",
  "created",
  "discussions-to",
  "working-group",
  "start-date",
];
const known = new Set(keys.map(normalizeKey));
const read = (text: string) => readMetadata(sourceFile("a.md", text), known);

function plain(value: FieldValue): unknown {
  if (value.kind === "text") return value.text;
  if (value.kind === "list") return value.items.map(plain);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
}

const fields = (text: string) =>
  Object.fromEntries((read(text).entries ?? []).map(({ key, value }) => [key, plain(value)]));

/** Every text value is in the file where its position says. */
function expectPlaces(text: string): void {
  const lines = text.split("\n");
  const check = (value: FieldValue): void => {
    if (value.kind === "list") value.items.forEach(check);
    else if (value.kind === "map") for (const { value: inner } of value.entries) check(inner);
    else if (value.text !== "") {
      const { line, column } = value.position;
      const first = value.text.split("\n")[0] ?? "";
      expect(lines[line - 1]?.slice(column - 1)).toSatisfy((rest: string) => rest.startsWith(first));
    }
  };
  for (const { key, keyPosition, value } of read(text).entries ?? []) {
    expect(lines[keyPosition.line - 1]?.slice(keyPosition.column - 1).startsWith(key)).toBe(true);
    check(value);
  }
}

const expected = { XIP: "7", Title: "Tokens", Author: "Ada <a@x.example>", Status: "Draft" };
const rows = Object.entries(expected);
const examples: [form: string, text: string][] = [
  ["yaml", `---\n${rows.map(([key, value]) => `${key}: ${value}`).join("\n")}\n---\n\nText.\n`],
  ["preamble", `<pre>\n${rows.map(([key, value]) => `  ${key}: ${value}`).join("\n")}\n</pre>\n\nText.\n`],
  [
    "preamble",
    `<source lang="text">\n${rows.map(([key, value]) => `${key}: ${value}`).join("\n")}\n</source>\n\nText.\n`,
  ],
  [
    "preamble",
    `<SyntaxHighlight lang=text>\n${rows.map(([k, v]) => `${k}: ${v}`).join("\n")}\n</syntaxhighlight>\n\nText.\n`,
  ],
  ["preamble", `## Preamble\n\n\`\`\`\n${rows.map(([k, v]) => `${k}: ${v}`).join("\n")}\n\`\`\`\n\nText.\n`],
  ["preamble", `Some notes.\n\n\`\`\`\n${rows.map(([k, v]) => `${k}: ${v}`).join("\n")}\n\`\`\`\n\nText.\n`],
  ["preamble", `${rows.map(([key, value]) => `${key}: ${value}`).join("\n")}\n\nText.\n`],
  ["preamble", `# Tokens\n\n${rows.map(([key, value]) => `${key}:   ${value}`).join("\n")}\n\nText.\n`],
  ["preamble", `::\n\n${rows.map(([key, value]) => `    ${key}: ${value}`).join("\n")}\n\n# Tokens\n\nText.\n`],
  ["list", `# Tokens\n\n${rows.map(([key, value]) => `- ${key}: ${value}`).join("\n")}\n\nText.\n`],
  ["list", `${rows.map(([key, value]) => `* **${key}**: ${value}`).join("\n")}\n\nText.\n`],
  ["list", `# Tokens\n\n---\n\n${rows.map(([key, value]) => `- ${key}: ${value}`).join("\n")}\n\n---\n\nText.\n`],
  ["list", `# Tokens\n${rows.map(([key, value]) => `* **${key}:** ${value}`).join("\n")}\n\nText.\n`],
  [
    "list",
    `# Tokens\n\n${rows.map(([key, value]) => `* ${key}: ${value}`).join("\n")}\n\n${"- https://x.example/1\n".repeat(9)}\nText.\n`,
  ],
  [
    "list",
    `# Meta\n[meta]: #meta\n${rows.map(([key, value]) => `- ${key}: ${value}`).join("\n")}\n\n# Summary\n\nText.\n`,
  ],
  [
    "table",
    `| XIP | 7 |\n|:---|:--|\n${rows
      .slice(1)
      .map(([k, v]) => `| **${k}** | ${v} |`)
      .join("\n")}\n\nText.\n`,
  ],
  [
    "table",
    `XIP | 7\n:--|:--\n${rows
      .slice(1)
      .map(([k, v]) => `${k} | ${v}`)
      .join("\n")}\n\nText.\n`,
  ],
  ["table", `# T\n\n| | |\n|---|---|\n${rows.map(([k, v]) => `| ${k} | ${v} |`).join("\n")}\n\nText.\n`],
  [
    "table",
    `|  ${rows.map(([k]) => k).join(" | ")}\n|--|--|--|--|\n| ${rows.map(([, v]) => v).join(" | ")} |\n\nText.\n`,
  ],
  ["paragraphs", `# Preamble\n\n${rows.map(([k, v]) => `${k}: ${v}`).join("\n\n")}\n\n# Abstract\n\nText.\n`],
  ["paragraphs", `# T\n\n${rows.map(([k, v]) => `**${k}** ${v}`).join("\n\n")}\n\n# Abstract\n\nText.\n`],
  ["preamble", `# T\n\n${rows.map(([k, v]) => `**${k}** ${v}`).join("  \n")}\n\nText.\n`],
];

describe("forms", () => {
  test.each(examples)("%s is found by looking: %j", (form, text) => {
    const found = read(text);
    expect([found.form, fields(text)]).toEqual([form, expected]);
    expect(found.body).toContain("Text.");
    expect(found.body).not.toMatch(/Draft|# (?:Meta|Preamble)/);
    expectPlaces(text);
  });

  test.each([
    ["field list", ":Status: Draft\n:Author: Ada\n"],
    ["grid", "+--------+-------+\n| Status | Draft |\n+--------+-------+\n| Author | Ada   |\n+--------+-------+\n"],
    [
      "list-table",
      ".. list-table::\n   :stub-columns: 1\n\n   * - Status\n     - Draft\n   * - **Author**\n     - Ada\n",
    ],
    ["grid with a head", "+--+--+\n|Field|Value|\n+==+==+\n|Status|Draft|\n+--+--+\n|Author|Ada|\n+--+--+\n"],
  ])("a %s of reStructuredText below an inset title after a label", (_, metadata) => {
    const text = ` .. _xip_7:\n\n==========\n     Title\n==========\n\n${metadata}\nText\n`;
    const { entries = [], body } = readMetadata(sourceFile("a.rst", text), known);
    expect(entries.map(({ key, value }) => [key, plain(value)])).toEqual([
      ["Status", "Draft"],
      ["Author", "Ada"],
    ]);
    expect(body).not.toContain("Draft");
    const status = entries[0]?.value;
    expect(
      status?.kind === "text" && text.split("\n")[status.position.line - 1]?.slice(status.position.column - 1),
    ).toMatch(/^Draft/);
  });

  test("a field of a field list may have empty lines", () => {
    const text = "Title\n=====\n\n:Author:\n\n  Ada,\n\n  Bob\n\n:Status: Draft\n\nText\n";
    const { entries = [] } = readMetadata(sourceFile("a.rst", text), known);
    expect(entries.map(({ value }) => plain(value))).toEqual(["Ada,\nBob", "Draft"]);
  });

  test.each([
    "     -\n       * Ada\n       * Bob\n",
    "     - | Ada\n       | Bob\n",
  ])("a cell of a list-table may be a list: %j", (cell) => {
    const text = `Title\n=====\n\n.. list-table::\n\n   * - Status\n     - Draft\n   * - Author\n${cell}\nText\n`;
    const { entries = [] } = readMetadata(sourceFile("a.rst", text), known);
    expect(entries.map(({ value }) => plain(value))).toEqual(["Draft", "Ada\nBob"]);
  });

  test("front matter without its first line ends at its last one, which is in no value and is no rule", () => {
    const { entries, body, bodyLine } = read("XIP: 7\nTitle: Tokens\nCreated: 2024-01-02\n---\n\nText.\n");
    expect(entries?.map(({ value }) => value.kind === "text" && value.text)).toEqual(["7", "Tokens", "2024-01-02"]);
    expect([body.trim(), body.split("\n").indexOf("Text.") + bodyLine]).toEqual(["Text.", 6]);
  });

  test.each([
    ["preamble", (key: string, value: string) => `${key}: ${value}`],
    ["field-list", (key: string, value: string) => `:${key}: ${value}`],
    ["directives", (key: string, value: string) => `.. ${key}:: ${value}`],
  ])("%s of reStructuredText, below its title", (form, line) => {
    const written = rows.map(([key, value]) => line(key, value));
    const text = `.. A comment\n\nTokens\n======\n\n${written.join("\n")}\n  and more\n.. contents::\n\nText.\n`;
    const body = form === "preamble" ? text.replace(".. A comment\n\n", "").replace("\n.. contents::", "") : text;
    const found = readMetadata(sourceFile("a.rst", body), known);
    const values = Object.fromEntries((found.entries ?? []).map(({ key, value }) => [key, plain(value)]));
    expect([found.form, values]).toEqual([form, { ...expected, Status: "Draft\nand more" }]);
    expect(found.body).toContain("Text.");
    expect(found.body).not.toContain("Draft");
    const author = found.entries?.find(({ key }) => key === "Author");
    const at = author?.value.position ?? { line: 0, column: 0 };
    expect(body.split("\n")[at.line - 1]?.slice(at.column - 1)).toBe("Ada <a@x.example>");
  });

  test("front matter without authors has those of a line **By: …** or **Authors: …** below it", () => {
    const text = "---\nxip: 7\ntitle: T\nstatus: Draft\n---\n> Shipped.\n**By: Ada Lovelace and Bob**\n\nText.\n";
    expect(fields(text)).toMatchObject({ author: "Ada Lovelace and Bob" });
    expect(read(text).entries?.at(-1)).toMatchObject({ keyPosition: { line: 7 }, value: { position: { column: 7 } } });
    expect(fields(text.replace("By:", "Authors:"))).toMatchObject({ author: "Ada Lovelace and Bob" });
    expect(fields(text.replace("xip: 7", "xip: 7\nauthors: Eve"))).not.toHaveProperty("author");
  });

  test("words between the lines of front matter are shown in an old text", () => {
    const text = "---\nThis text is older than the process.\n---\n\n# T\n";
    const { entries, body, bodyLine } = readMetadata(sourceFile("a.md", text), known, undefined, true);
    expect([entries, body, bodyLine]).toEqual([[], "This text is older than the process.\n\n\n# T\n", 2]);
  });

  test("what is not metadata keeps its line", () => {
    for (const [, text] of examples) {
      const { body, bodyLine } = read(text);
      expect(body.split("\n").indexOf("Text.") + bodyLine).toBe(text.split("\n").indexOf("Text.") + 1);
    }
  });

  test("rows of an HTML table, with entities and links", () => {
    const text =
      '# T\n\n<table>\n<tr><td> Title </td><td> <code>abi3</code> for all</td>\n<tr><td> Author(s) </td><td> Ada &lt;a@x.example&gt;</td></tr>\n<tr><td>Status</td><td><a href="https://x.example">Approved</a></td></tr>\n</table>\n\nText.\n';
    expect(fields(text)).toEqual({
      Title: "`abi3` for all",
      "Author(s)": "Ada <a@x.example>",
      Status: "[Approved](https://x.example)",
    });
    const author = read(text).entries?.[1];
    expect([author?.keyPosition, author?.value.position]).toEqual([
      { line: 5, column: 10 },
      { line: 5, column: 30 },
    ]);
  });

  const block = "Title: x\nStatus: Draft";
  const frames = [`\`\`\`yaml\n${block}\n\`\`\`\n`, `~~~\n${block}\n~~~\n`, `<pre>\n${block}\n</pre>\n`];
  const tops = ["", "# T\n\n", "T\n=\n\n## Header\n\n", "# T\n\nWords before it.\n\n", "Words before it.\n\n"];
  test.each(frames.flatMap((frame) => tops.map((top) => top + frame)))("%j has a preamble", (text) => {
    expect(fields(`${text}\n## Abstract\n`)).toEqual({ Title: "x", Status: "Draft" });
  });

  test("a record in Nygard's form: a line with the date, a section with the status", () => {
    const text =
      "# 2. Use X\n\nDate: 2020-01-01\n\n## Status\n\nSuperseded by [3. Y](0003-y.md)\n\n## Context\n\nText.\n";
    const found = readMetadata(sourceFile("a.md", text), new Set(["date", "status"]));
    expect(found.form).toBe("sections");
    expect(found.entries?.map(({ key, value }) => [key, plain(value)])).toEqual([
      ["Date", "2020-01-01"],
      ["Status", "Superseded by [3. Y](0003-y.md)"],
    ]);
    expect(found.body).toContain("## Status");
  });

  test.each([
    "```\n~~~\n## Status\n\nRejected\n```",
    "```code``` in a line",
  ])("an example of a status is not its status: %j", (example) => {
    expect(fields(`# T\n\n${example}\n\n## Status\n\nAccepted\n`)).toEqual({ Status: "Accepted" });
  });

  const others = [
    "---\ntitle: Tokens\nauthor: Ada\ncreated: 2024-01-02\n---\n\n",
    "---\ntitle: Tokens\n---\n\n",
    "# Tokens\n\n- Author: Ada\n- Created: 2024-01-02\n\n",
    "# Tokens\n\nAuthor: Ada\nCreated: 2024-01-02\n\n",
    "| XIP | 7 |\n| --- | --- |\n| Author | Ada |\n\n",
    "",
  ];

  test.each(
    others.filter((top) => /^[-|]/m.test(top)),
  )("a sentence in that section is text, and a field counts more: %j", (top) => {
    const sentence = `${top}## Status\n\nThis is a draft of what we want.\n`;
    expect(Object.keys(fields(sentence))).not.toContain("Status");
    const stated = `---\nstage: 1\n---\n\n# Tokens\n\n- Author: Ada\n- Created: 2024-01-02\n\n## Status\n\nDraft\n`;
    expect(Object.keys(fields(stated))).not.toContain("Status");
  });

  test.each([
    "# T\n\n- First: do this\n- Then: do that\n",
    "# T\n\nNote: this is prose\nthat goes on.\n",
    "# T\n\n**Status** of this is that it is\na draft\n",
    "# T\n\n**Status** is not read.\n",
    "# T\n\nText first.\n\n**Author** Ada\n",
    "Text first.\n\n- Status: Draft\n",
    "```\nstatus: 1\nother: 2\n```\n",
    "| a | b | c |\n|---|---|---|\n| Status | x | y |\n",
    "# T\n\n- Status: Draft\n- some other point\n- one more\n",
    "<pre>\nTitle: a\nno field\n</pre>\n",
    "",
  ])("%j is text, all of it", (text) => {
    expect(read(text)).toMatchObject({ entries: undefined, form: undefined, body: text });
  });

  test("a form that the series asks for is the only one that is read", () => {
    const text = "---\nstatus: a\ntitle: b\n---\n# T\n\n- Status: Draft\n";
    const as = (form: "yaml" | "list" | "table") => readMetadata(sourceFile("a.md", text), known, form).form;
    expect([as("yaml"), as("list"), as("table")]).toEqual(["yaml", "list", "yaml"]);
  });

  test("nothing throws, and no line of a text is lost but those of its metadata and the comments between them", () => {
    const piece = fc.constantFrom(
      ...[
        "# T",
        "## Preamble",
        "## Status",
        "Status: Draft",
        "- Status: Draft",
        "* **Title**: x",
        "Title: x",
        "Date: 1",
      ],
      ...["| Title | y |", "|---|---|", "<table>", "<tr><td>Title</td><td>x</td></tr>", "</table>", "<pre>", "</pre>"],
      ...["```", "  more", "", "Text.", "---", "<!-- c", "-->", "==="],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (lines) => {
        const text = lines.join("\n");
        const { body, bodyLine, diagnostics } = read(text);
        const after = body.split("\n");
        if (diagnostics.length === 0) expect(after.length + bodyLine - 1).toBe(lines.length || 1);
        for (const [index, line] of after.entries()) if (line !== "") expect(line).toBe(lines[index + bodyLine - 1]);
        const values = JSON.stringify(read(text).entries ?? []);
        const kept = after.filter((line) => line === "Text.").length + (values.match(/Text\./g) ?? []).length;
        // Comments between the parts of metadata are its template's.
        const shown = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
        if (diagnostics.length === 0)
          expect(kept).toBeGreaterThanOrEqual(shown.filter((line) => line === "Text.").length);
      }),
      { numRuns: 2000, examples: [[["Title: x", "# T", "", "<!-- c", "Text.", "-->", "Date: 1"]]] },
    );
  });
});

describe("front matter that is no YAML", () => {
  const text = `---\ntitle: "A: b"\nauthor: @ada, @bob\nstatus: Draft\n---\n\nText.\n`;

  test("is read by its lines where the series takes texts as they are, and it is said where it is wrong", () => {
    const { entries, body, diagnostics } = readMetadata(sourceFile("a.md", text), known, undefined, true);
    const values = entries?.map(({ key, value }) => [key, value.kind === "text" && value.text]);
    expect(values).toEqual([
      ["title", "A: b"],
      ["author", "@ada, @bob"],
      ["status", "Draft"],
    ]);
    expect(entries?.[1]?.value.position).toEqual({ line: 3, column: 9 });
    expect(body.trim()).toBe("Text.");
    expect(diagnostics).toMatchObject([{ code: "front-matter-yaml", severity: "warning", line: 3 }]);
  });
});
