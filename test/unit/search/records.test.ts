/** The records of a site: one for every place, under the size that hosted search accepts, the same in every build. */
import { describe, expect, test } from "vitest";
import { linkSite } from "../../../src/build/link.js";
import { emptyState } from "../../../src/build/state.js";
import { pageRecords, searchRecords } from "../../../src/cli/api/push-index.js";
import { loadConfig } from "../../../src/config/loading.js";
import { maxRecordBytes } from "../../../src/output/search/page.js";
import type { SearchRecord } from "../../../src/shared/search.js";
import { searchPage } from "../../support/search.js";
import { makeSite, proposalText } from "../../support/site.js";

/** The records of a site's first locale. */
async function recordsOf(files: Record<string, string>): Promise<SearchRecord[]> {
  const { contexts, bodies } = await siteOf(files);
  return contexts.flatMap((context) => searchRecords(context, bodies));
}

async function siteOf(files: Record<string, string>) {
  const root = makeSite(files, { docs: { mainDocId: "cip" } });
  const { value: config } = await loadConfig(root);
  if (!config) throw new Error("the configuration is wrong");
  const { value } = await linkSite({ root, config, configFile: "cipgen.config.json", state: emptyState() });
  return { contexts: value.contexts.slice(0, 1), bodies: value.bodies };
}

const body =
  "Intro.\n\n## Motivation\n\nWhy.\n\n### Details\n\nHow.\n\n## Motivation\n\nAgain why.\n\n### Deep\n\nDown.\n";
const files = {
  "content/cip/cbc/cip-20.md": proposalText(20, { title: "Token", description: "A standard" }, body),
  "content/docs/cip.md": "---\ntitle: Docs\n---\nText of the docs.\n",
};
const bytes = (record: SearchRecord) => Buffer.byteLength(JSON.stringify(record));

describe("records of a register", () => {
  test("a text beside a proposal has its own, below the register", async () => {
    const records = await recordsOf({
      ...files,
      "content/cip/cbc/cip-20/annex.md": "# The annex\n\n## Part\n\nWords.\n",
    });
    const own = records.filter(({ url }) => url.includes("/cip-20/annex"));
    expect(own.map(({ hierarchy, content }) => [hierarchy.lvl1, hierarchy.lvl2, content])).toContainEqual([
      "CIP-20: The annex",
      "Part",
      "Words.",
    ]);
  });

  test("are the page, its description, each heading and the text below it, in order", async () => {
    const records = (await recordsOf(files)).filter(({ docusaurus_tag }) => docusaurus_tag === "default");
    expect(records.map(({ type, anchor, content }) => [type, anchor, content])).toEqual([
      ["lvl1", "", null],
      ["content", "", "A standard"],
      ["content", "", "Intro."],
      ["lvl2", "motivation", null],
      ["content", "motivation", "Why."],
      ["lvl3", "details", null],
      ["content", "details", "How."],
      ["lvl2", "motivation-1", null],
      ["content", "motivation-1", "Again why."],
      ["lvl3", "deep", null],
      ["content", "deep", "Down."],
    ]);
    expect(records.map(({ weight }) => weight.position)).toEqual(records.map((_, index) => index));
    expect(records.at(-1)?.hierarchy).toEqual({
      lvl0: "CIP Register: Contract standards",
      lvl1: "CIP-20: Token",
      lvl2: "Motivation",
      lvl3: "Deep",
      lvl4: null,
      lvl5: null,
      lvl6: null,
    });
    expect(records.map(({ weight }) => weight.level)).toEqual([100, 0, 0, 90, 0, 80, 0, 90, 0, 80, 0]);
    expect(records[5]?.url).toBe("https://register.example/cip/cbc/cip-20#details");
  });

  test("of a proposal that moved elsewhere keep its number to be found by", async () => {
    const moved = proposalText(
      30,
      { title: undefined, status: "Moved" },
      "This file was moved to https://elsewhere.example\n",
    );
    const records = await recordsOf({ ...files, "content/cip/cbc/cip-30.md": moved });
    const own = records.filter(({ url }) => url.endsWith("cip-30"));
    expect(own.map(({ type }) => type)).toContain("lvl1");
    expect(own[0]?.hierarchy.lvl1).toMatch(/^CIP-30: \S/);
  });
});

describe("the size of a record", () => {
  test("stays below the limit, whatever the description, the text and the headings are", () => {
    const texts = [
      "word ".repeat(20_000),
      "x".repeat(50_000),
      "提案".repeat(20_000),
      '"\\\n'.repeat(10_000),
      "👩‍👩‍👧‍👦".repeat(3_000),
      "\u0001".repeat(9_000),
    ];
    const heading = "Überschrift ".repeat(200);
    for (const text of texts) {
      const page = searchPage({
        number: 1,
        description: text,
        sections: [
          { id: "a", level: 2, heading, text },
          { id: "b-".repeat(100), level: 6, heading, text: "short" },
        ],
      });
      const records = pageRecords(page, `https://site.example${page.href}`, "en-US");
      expect(Math.max(...records.map(bytes))).toBeLessThan(maxRecordBytes);
      expect(new Set(records.map(({ objectID }) => objectID)).size).toBe(records.length);
    }
  });
});
