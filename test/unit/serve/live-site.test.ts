/** The site in memory, while one plan follows another. */
import { expect, test } from "vitest";
import type { SitePlan } from "../../../src/pipeline/pipeline.js";
import { LiveSite } from "../../../src/serve/live-site.js";
import { textOf } from "../../../src/serve/respond.js";

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
  return file && (await textOf(file));
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
