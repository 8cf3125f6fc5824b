/** A version says what its page of that day said, in every form, and versions that are read one after the other do not mix. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Series } from "../../src/config/index.js";
import { profiles } from "../../src/config/profiles/index.js";
import { seriesSchema } from "../../src/config/schema.js";
import { parseDocument } from "../../src/parse/document.js";
import { readVersion, versionReader } from "../../src/parse/version-facts.js";
import { sourceFile } from "../../src/read/sources.js";
import { runs } from "../support/runs.js";

const own = { formats: [] };
const eip = { ...seriesSchema.parse({ ...profiles.eip, source: "x" }), ...own } as unknown as Series;
const lists = {
  ...seriesSchema.parse({ ...profiles.eip, source: "x", metadata: "list" }),
  ...own,
} as unknown as Series;

const front = fc.constantFrom(
  "---\neip: 1\ntitle: One\nstatus: Draft\nauthor: Ada (@ada)\n---\n",
  "---\neip: 1\ntitle: One\nstatus: Final\nauthor: Ada (@ada)\n---\n",
  "---\r\neip: 1\r\ntitle: One\r\nstatus: Review\r\nauthor: Bob\r\n---\r\n",
  "---\neip: 1\ntitle: One\nauthor: Ada (@ada)\n---\n",
  "---\neip: 1\n---\n",
  "---\neip: 1\ntitle: EIP-1\nstatus: Draft\n---\n",
  "---\neip: [1\ntitle: One\nstatus: Draft\n---\n",
  "---\neip: 1\ntitle: One\nstatus: Draft\n",
  "---\n---\n",
  "",
);
const body = fc.constantFrom(
  "",
  "# EIP-1: One of them\n\nText.\n",
  "Text.\n",
  "- EIP: 2\n- Title: Two\n- Status: Review\n- Author: Eve\n\nText.\n",
  "| EIP | 3 |\n|---|---|\n| Title | Three |\n| Status | Final |\n",
  "---\n\n## Status\n\nFinal\n",
  "\n## Status\n\nDraft\n",
);
const version = fc.record({
  path: fc.constantFrom("eip-1.md", "eip-1.mediawiki", "2.md"),
  text: fc.tuple(front, body).map((parts) => parts.join("")),
  series: fc.constantFrom(eip, lists, undefined),
});

test("a version is read as if it were the only one", () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1, maxLength: 6 }), (versions) => {
      const read = versionReader([]);
      for (const { path, text, series } of versions)
        expect(read({ path, text }, series)).toEqual(readVersion({ path, text }, series, []));
    }),
    { numRuns: runs(500) },
  );
});

const fields = fc.record({
  number: fc.constantFrom("7", "0007", "EIP-7", "[EIP-7](eip-7.md)"),
  title: fc.constantFrom(
    "Tokens",
    "**Tokens** for `all`",
    "EIP-7: Tokens",
    "[Tokens](https://x.example)",
    "~~Old~~ new",
  ),
  // As Swift Evolution, Aries, Rust, SIMDs and decision records write them.
  status: fc.constantFrom(
    "Draft",
    "**Accepted**",
    "**Implemented (5.9)**",
    "**Active review (June 1...9)****",
    "[ACCEPTED](/README.md#accepted)",
    "Final ([Discussion](https://x.example/1))",
    "Superseded by [EIP-5](eip-5.md)",
    "`Review`",
    "\u2705 Final",
    "last call",
    "Drfat",
    "**Rejected** [Rationale](https://x.example)",
    "[Deferred]",
    "Adopted and [merged](https://x.example)",
    "**Deferred** [Rationale](https://x.example)",
    "Abandoned, for now",
    "-",
    "",
  ),
  author: fc.constantFrom(
    "Ada (@ada)",
    "[Ada Lovelace](https://github.com/ada), Bob <bob@x.example>",
    "* [Ada](https://x.example) and **Bob**",
    "",
  ),
});

const forms: ((rows: (readonly [string, string])[]) => string)[] = [
  (rows) => `---\n${rows.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join("\n")}\n---\n\nText.\n`,
  (rows) => `<pre>\n${rows.map(([key, value]) => `  ${key}: ${value}`).join("\n")}\n</pre>\n\nText.\n`,
  (rows) => `# A heading\n\n${rows.map(([key, value]) => `* ${key}: ${value}`).join("\n")}\n\n## Motivation\n\nText.\n`,
  (rows) =>
    `| Key | Value |\n|---|---|\n${rows.map(([key, value]) => `| **${key}** | ${value} |`).join("\n")}\n\nText.\n`,
  (rows) => `# Preamble\n\n${rows.map(([key, value]) => `${key}: ${value}`).join("\n\n")}\n\n# Abstract\n\nText.\n`,
  (rows) =>
    `# A heading\n\n${rows.map(([key, value]) => `## ${key}\n\n${value}`).join("\n\n")}\n\n## Context\n\nText.\n`,
];

const lenient = {
  ...seriesSchema.parse({ ...profiles.eip, source: "x", onBadField: "warn", fields: [] }),
  ...own,
} as unknown as Series;
const byFolder = {
  ...seriesSchema.parse({
    ...profiles.eip,
    source: "x",
    files: "{category}/{status}/eip-{number}.md",
    category: { from: "folder", values: ["Core", "ERC"] },
    onBadField: "warn",
    fields: [],
  }),
  ...own,
} as unknown as Series;

test("a version says what its page of that day said, whatever its form", () => {
  fc.assert(
    fc.property(
      fields,
      fc.constantFrom(...forms),
      fc.constantFrom(["eip-7.md", lenient], ["core/final/eip-7.md", byFolder], ["erc/draft/eip-7.md", byFolder]),
      fc.boolean(),
      ({ number, title, status, author }, form, [relativePath, series], isNumbered) => {
        const rows = Object.entries({ ...(isNumbered && { eip: number }), title, status, author });
        const text = form(rows);
        const path = `x/${relativePath}`;
        const options = { mentionLabels: [], linkSchemes: [], maxFileSize: 1e6 };
        const parsed = parseDocument(sourceFile(path, text), { kind: "proposal", series, relativePath }, options);
        const meta = parsed.value?.facts.kind === "proposal" ? parsed.value.facts.meta : undefined;
        // In another folder then, and moved since.
        const version = readVersion({ path: `old/${relativePath}`, text }, series, []);
        expect({
          number: version.number,
          title: version.title ?? "",
          status: version.status ?? "",
          category: version.category ?? "",
          authors: version.authors ?? [],
        }).toEqual({
          number: meta?.number,
          title: meta?.title,
          status: meta?.status,
          category: meta?.category,
          authors: meta?.authors.map(({ name }) => name),
        });
        expect(version.status ?? "").not.toMatch(/[*`[\]]/);
      },
    ),
    { numRuns: runs(500) },
  );
});
