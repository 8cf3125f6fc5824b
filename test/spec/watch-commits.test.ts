/** The watched site while git changes its sources: branches, commits that come in parts, repositories inside it. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { ask } from "../support/http.js";
import { makeSite, proposalText } from "../support/site.js";
import { untilClean, type Watched, watchSite } from "../support/watch.js";

let watched: Watched;
afterEach(() => watched.close());

const twenty = "content/cip/cbc/cip-20.md";
const page = "/cip/cbc/cip-20";
const start = {
  [twenty]: proposalText(20, { tags: "money" }),
  "content/cip/cbc/cip-21.md": proposalText(21, { requires: 20 }),
  "content/cip/core/cip-98.md": proposalText(98),
};
const config = { locales: { "en-US": {}, "de-DE": {} } };

const write = (path: string, text: string) => writeFileSync(join(watched.root, path), text);

/** What a browser gets at an address. */
const see = async (path: string) => (await ask(watched.server.port, path, { accept: "text/html" })).body.toString();

test("after the checkout of another branch, while the processor is busy", async () => {
  const repository = new Repository(makeSite(start, config));
  repository.commit("2020-01-01T00:00:00Z");
  repository.git(["checkout", "--quiet", "-b", "other"]);
  rmSync(join(repository.root, "content/cip/core"), { recursive: true });
  const others = Array.from({ length: 60 }, (_, index) => 300 + index);
  repository.commit("2021-01-01T00:00:00Z", {
    [twenty]: proposalText(20, { title: "On the other branch" }),
    ...Object.fromEntries(others.map((number) => [`content/cip/cbc/cip-${number}.md`, proposalText(number)])),
  });
  watched = await watchSite(repository.root);
  const busy = new Worker("for (;;);", { eval: true });
  try {
    for (const branch of ["main", "other"]) {
      repository.git(["checkout", "--quiet", branch]);
      expect(await untilClean(watched)).toEqual([]);
      expect((await see(page)).includes("On the other branch")).toBe(branch === "other");
    }
    // A commit changes dates and no file.
    write(twenty, proposalText(20, { title: "Committed" }));
    repository.commit("2022-02-02T00:00:00Z");
    expect(await untilClean(watched)).toEqual([]);
    expect(await see(page)).toContain("2022-02-02");
  } finally {
    await busy.terminate();
  }
});

test("after a commit in a repository of its own below the source folder, also one that came meanwhile", async () => {
  const site = makeSite(start, config);
  const commit = (folder: string, year: number) =>
    new Repository(join(site, "content/cip", folder)).commit(`${year}-02-02T00:00:00Z`);
  new Repository(join(site, "content/cip/cbc")).commit("2020-01-01T00:00:00Z");
  watched = await watchSite(site);
  write(twenty, proposalText(20, { title: "Committed" }));
  await watched.rebuilt();
  commit("cbc", 2022);
  expect(await untilClean(watched)).toEqual([]);
  expect(await see(page)).toContain("2022-02-02");
  new Repository(join(site, "content/cip/core"));
  write("content/cip/core/cip-99.md", proposalText(99));
  await watched.rebuilt();
  commit("core", 2023);
  expect(await untilClean(watched)).toEqual([]);
  expect(await see("/cip/core/cip-99")).toContain("2023-02-02");
});
