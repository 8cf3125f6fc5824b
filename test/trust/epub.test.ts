/** The books of public registers from ../shared, judged by the checker of the W3C (Debian's epubcheck). Without either of them these tests say so and pass. */
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { epubcheck, hasEpubcheck, readBook } from "../support/book.js";
import { build, makeFolder, makeSite, repositoryRoot } from "../support/site.js";

const corpora = join(repositoryRoot, "../shared/corpora");
const isThere = hasEpubcheck && existsSync(corpora);

it.runIf(!hasEpubcheck)("epubcheck is not installed (apt-get install epubcheck): no book is checked by it", () => {
  expect(hasEpubcheck).toBe(false);
});

const registers: [corpus: string, series: NonNullable<ConfigInput["series"]>[number], chapters: number][] = [
  ["core-cip", { profile: "cip", source: "content/core-cip/cip" }, 31],
  ["simds", { profile: "simd", source: "content/simds/proposals" }, 118],
  ["bips", { profile: "bip", source: "content/bips" }, 54],
  ["eips", { profile: "eip", source: "content/eips/EIPS" }, 949],
];

it.runIf(isThere).each(registers)(
  "%s: a book without an error or a warning",
  async (corpus, series, chapters) => {
    const root = makeSite({}, { series: [series], outputs: ["epub"], checks: { brokenLinks: "warn" } });
    cpSync(join(corpora, corpus), join(root, "content", corpus), { recursive: true });
    const { files } = await build(root);
    const bytes = files.get(`${series.profile}.epub`) as Uint8Array;
    const { problems, pages } = readBook(bytes);
    expect(problems).toEqual([]);
    expect(pages).toHaveLength(chapters + 2);
    const file = join(makeFolder(), "register.epub");
    writeFileSync(file, bytes);
    // It does not know `ipfs:`, which a CIP has.
    expect(epubcheck(file).filter((line) => !line.includes("HTM-025"))).toEqual([]);
  },
  300_000,
);
