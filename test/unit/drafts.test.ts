/** Texts that are not saved, in place of files of a site. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withDrafts } from "../../src/read/drafts.js";
import { diskReader } from "../../src/read/reader.js";
import { makeFolder } from "../support/site.js";

describe("a site with texts that are not saved", () => {
  const root = makeFolder();
  writeFileSync(join(root, "a.md"), "saved a");
  writeFileSync(join(root, "b.md"), "saved b");
  const drafts = new Map([
    ["b.md", Buffer.from("typed b")],
    ["new/c.md", Buffer.from("typed c")],
    ["other.txt", Buffer.from("")],
  ]);
  const reader = withDrafts(diskReader(root), drafts);

  test("has them where their files are, and where there is no file yet", async () => {
    expect(await reader.list("", ["**/*.md"])).toEqual(["a.md", "b.md", "new/c.md"]);
    expect(await reader.list("new", ["*.md"])).toEqual(["c.md"]);
    expect(await reader.list("", ["**/*.md"], ["new/**"])).toEqual(["a.md", "b.md"]);
  });

  test("has their bytes and the folders that they are in", async () => {
    const wanted = ["new/c.md", "a.md", "b.md"];
    expect((await reader.read(wanted)).map(String)).toEqual(["typed c", "saved a", "typed b"]);
    expect(await reader.sizes(wanted)).toEqual([7, 7, 7]);
    expect(["new", "new/c.md", "a.md", "ne"].map((path) => reader.has(path))).toEqual([true, true, true, false]);
  });
});
