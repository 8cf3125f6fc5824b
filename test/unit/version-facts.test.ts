/** A version says what its page of that day said, in every form, and versions that are read one after the other do not mix. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Series } from "../../src/config/index.js";
import { profiles } from "../../src/config/profiles/index.js";
import { seriesSchema } from "../../src/config/schema.js";
import { readVersion, versionReader } from "../../src/content/parse/version-facts.js";
import { runs } from "../support/runs.js";

const { isLenient, lint: _, ...profile } = profiles.eip;
const own = { formats: [], isLenient };
const eip = { ...seriesSchema.parse({ ...profile, source: "x" }), ...own } as unknown as Series;
const lists = {
  ...seriesSchema.parse({ ...profile, source: "x", metadata: "list" }),
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
      const read = versionReader();
      for (const { path, text, series } of versions)
        expect(read({ path, text }, series)).toEqual(readVersion({ path, text }, series));
    }),
    { numRuns: runs(500) },
  );
});
