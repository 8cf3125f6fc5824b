/** A build that has nothing to do repeats the diagnostics of the last one: they are those of a clean build. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { build } from "../../src/api/build.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

let root = "";
let out = "";
const path = (name: string) => join(root, name);
const built = async () => (await build({ root, out, cacheDir: join(out, "../cache") })).diagnostics;
const cleanly = async () => (await build({ root, out: join(out, "../clean"), cache: false })).diagnostics;

beforeAll(() => {
  const text = proposalText(20, {}, "[notes](../../../notes.txt), [readme](../../../parts/README.md)\n");
  root = makeSite(
    { "content/cip/cbc/cip-20.md": text },
    {
      checks: { brokenLinks: "warn", brokenMarkdownLinks: "warn" },
      navbar: { items: [{ type: "link", position: "left", label: "Gone", to: "/gone" }] },
    },
  );
  out = join(makeFolder(), "site");
});

const config = "cipgen.config.json";
const changes: Record<string, () => void> = {
  nothing: () => {},
  "a file that a broken link names is there": () => writeFileSync(path("notes.txt"), "Notes"),
  "it is gone again": () => rmSync(path("notes.txt")),
  "a folder of such a file is there": () => makeFolder({ "README.md": "Read" }, path("parts")),
  "lines more in the configuration": () => writeFileSync(path(config), `\n\n${readFileSync(path(config), "utf8")}`),
};

test.each(Object.keys(changes))("after %s", async (name) => {
  await built();
  changes[name]?.();
  expect(await built()).toEqual(await cleanly());
});

test("and if nothing changed, no page is made", async () => {
  await built();
  const again = await build({ root, out, cacheDir: join(out, "../cache") });
  expect(again.cached).toBe(again.pages);
});
