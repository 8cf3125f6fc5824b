/** The site in memory, while one plan follows another. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SitePlan } from "../../../src/pipeline/plan.js";
import { LiveSite } from "../../../src/serve/live-site.js";
import { servedText } from "../../../src/serve/respond.js";
import { makeFolder } from "../../support/site.js";

const page = "index.html";

/** @param make the page's text. */
function planOf(make: () => Promise<string> | string): SitePlan {
  const file = { paths: [page], route: "/", make: async () => [{ path: page, content: await make() }] };
  const plan = {
    ready: [],
    stylesheets: [],
    searchIndex: [],
    record: { paths: ["build.json"], make: async () => [] },
    rendering: { files: [file], finish: () => undefined },
    linked: { site: { routes: new Map(), files: new Map() } },
  };
  return plan as unknown as SitePlan;
}

const textAt = async (site: LiveSite) => {
  const file = await site.find(page);
  return file && (await servedText(file));
};

test("a page that is requested before the site changes and made after that is the new one, not one from before or none", async () => {
  for (const former of ["older", undefined]) {
    let release: (text: string) => void = () => undefined;
    const slow = planOf(() => new Promise<string>((done) => (release = done)));
    const site = new LiveSite(former === undefined ? slow : planOf(() => former));
    if (former !== undefined) {
      expect(await textAt(site)).toBe(former);
      site.follow(slow);
    }
    const seen = textAt(site);
    site.follow(planOf(() => "new"));
    release("old");
    expect(await seen).toBe("new");
  }
});

test("the digest of a page is that of its own text, though the site has another one by now", async () => {
  const site = new LiveSite(planOf(() => "old"));
  const old = await site.find(page);
  if (!old) throw new Error("no page");
  const digest = await site.pageDigest(old);
  site.follow(planOf(() => "new"));
  expect(await site.pageDigest(old)).toBe(digest);
  const now = await site.find(page);
  expect(now && (await site.pageDigest(now))).not.toBe(digest);
});

const copied = (...files: string[]) =>
  ({
    ...planOf(() => ""),
    ready: files.map((copyOf, index) => ({ path: `${index}.txt`, content: { copyOf } })),
  }) as SitePlan;

test("a large file is sent from disk, and a folder in the place of a file is no file", async () => {
  const folder = makeFolder({ large: Buffer.alloc(5_000_000), small: "a" });
  const site = new LiveSite(copied(join(folder, "large"), join(folder, "small")));
  expect((await site.find("0.txt"))?.body).toEqual({ file: join(folder, "large") });
  await site.find("1.txt");
  rmSync(join(folder, "small"));
  mkdirSync(join(folder, "small"));
  expect(await site.find("1.txt")).toBeUndefined();
});
