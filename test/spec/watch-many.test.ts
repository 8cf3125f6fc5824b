/** Many texts at once in a watched site: what an author's checkout, a script or a paste of a folder does. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask } from "../support/http.js";
import { makeSite, proposalText } from "../support/site.js";
import { untilClean, type Watched, watchSite } from "../support/watch.js";

let watched: Watched;
afterEach(() => watched.close());

const start = {
  "content/cip/cbc/cip-20.md": proposalText(20),
  "content/cip/cbc/cip-21.md": proposalText(21, { requires: 20 }),
  "content/docs/cip.md": "---\ntitle: Start\n---\nText.\n",
};
const config = {
  docs: { mainDocId: "cip" },
  locales: { "en-US": {}, "de-DE": {} },
  search: { provider: "local" } as const,
};

/** As editors save: a new file is moved over the old one. */
const save = (path: string, text: string) => {
  const file = join(watched.root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
};

/** What a browser gets at an address. */
const see = async (path: string) => (await ask(watched.server.port, path, { accept: "text/html" })).body.toString();

test("after a burst of 100 new files, and their end", async () => {
  watched = await watchSite(makeSite(start, { docs: config.docs }));
  for (let number = 1000; number < 1100; number++) save(`content/cip/cbc/cip-${number}.md`, proposalText(number));
  expect(await untilClean(watched)).toEqual([]);
  expect((await ask(watched.server.port, "/cip/cbc/cip-1099")).status).toBe(200);
  for (let number = 1000; number < 1100; number++) rmSync(join(watched.root, `content/cip/cbc/cip-${number}.md`));
  expect(await untilClean(watched)).toEqual([]);
  expect(watched.rebuilds.length).toBeLessThan(20);
});

describe("when more than 100 texts change at once", () => {
  const others = Array.from({ length: 110 }, (_, index) => 300 + index);
  const pathOf = (number: number) => `content/cip/cbc/cip-${number}.md`;
  /** In one go of this thread, in which the watcher lives: it sees all or nothing. */
  const fill = (body: string, metadata: Record<number, Record<string, string>> = {}) => {
    for (const number of others) save(pathOf(number), proposalText(number, metadata[number], body));
  };

  beforeEach(async () => {
    const many = others.map((number) => [pathOf(number), proposalText(number, {}, "Before.\n")]);
    watched = await watchSite(makeSite({ ...start, ...Object.fromEntries(many) }, config));
  });

  test("a tab has its page before the others are looked at: what is wrong with those does not hide it", async () => {
    const tab = await watched.tab("/cip/cbc/cip-333");
    await Promise.all([tab.next(), tab.next()]);
    fill("After.\n", { 404: { date: "2021-02-30" } });
    expect((await tab.next()).type).toBe("reload");
    expect(await see("/cip/cbc/cip-333")).toContain("After.");
    const { diagnostics } = await watched.rebuilt((rebuild) => rebuild.diagnostics.length > 0);
    expect(diagnostics).toMatchObject([{ file: pathOf(404), line: 4, column: 7 }]);
    expect(await see("/cip/cbc/cip-404")).toContain("Before.");
    tab.close();
  });
});
