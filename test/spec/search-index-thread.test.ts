/** The search index of a register that is large enough for a thread to make it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildJson } from "../support/cli.js";
import { build, makeSite, proposalText } from "../support/site.js";

const words = (n: number) => Array.from({ length: 400 }, (_, word) => `word${n}of${word}`).join(" ");
const path = (n: number) => `content/cip/cbc/cip-${n + 1}.md`;
const text = (n: number) => proposalText(n + 1, { title: `About subject${n}` }, `## Why\n\n${words(n)}\n`);
const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [path(n), text(n)]));

/** Edits a text, builds, and looks at the index. */
async function different(root: string, edited: string) {
  const out = join(root, "out");
  writeFileSync(join(root, path(100)), edited);
  const { code } = await buildJson(["--root", root, "--out", out]);
  expect(code).toBe(0);
  const site = await build(root);
  const index = [...site.files.keys()].filter((file) => file.startsWith("search/en-US/"));
  expect(index.length).toBeGreaterThan(3);
  return index.filter((file) => readFileSync(join(out, file), "utf8") !== site.text(file));
}

test("an index that a thread makes has the bytes of one that is made here: of new pages, after an edit, and when the cache has lost the other texts", async () => {
  const root = makeSite(many, { search: { provider: "local" } });
  expect(await different(root, text(100))).toEqual([]);
  expect(await different(root, text(100).replaceAll("word100of2", "another"))).toEqual([]);
  rmSync(join(root, "cache/search-text"), { recursive: true });
  expect(await different(root, text(100).replaceAll("word100of3", "third"))).toEqual([]);
});
