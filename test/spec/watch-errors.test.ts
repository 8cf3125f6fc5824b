/** The watched site while some of its texts are wrong: what is wrong is said where it is, and hides nothing else. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { LiveMessage } from "../../src/shared/live.js";
import { ask } from "../support/http.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText } from "../support/site.js";
import { untilClean, type Watched, watchSite } from "../support/watch.js";

let watched: Watched;
afterEach(() => watched.close());

const pathOf = (number: number) => `content/cip/cbc/cip-${number}.md`;
const pageOf = (number: number) => `/cip/cbc/cip-${number}`;
const start = {
  [pathOf(1)]: proposalText(1, { date: "2021-02-03" }, "First of one.\n"),
  [pathOf(2)]: proposalText(2, { date: "2021-02-03" }, "First of two.\n"),
  [pathOf(3)]: proposalText(3, { requires: 2 }, "See [two](./cip-2.md).\n"),
  "content/i18n/de-DE/cip/cbc/cip-2.md": proposalText(2, { title: "Zwei" }),
};
const config = { locales: { "en-US": {}, "de-DE": {} } };

const save = (path: string, text: string) => {
  writeFileSync(join(watched.root, `${path}.tmp`), text);
  renameSync(join(watched.root, `${path}.tmp`), join(watched.root, path));
};

const see = async (path: string) => (await ask(watched.server.port, path, { accept: "text/html" })).body.toString();

/** What a tab is told when it comes to a page: after its styles, that all is well, or what is wrong. */
async function told(page: string): Promise<LiveMessage> {
  const tab = await watched.tab(page);
  let message = await tab.next();
  while (message.type === "css") message = await tab.next();
  tab.close();
  return message;
}

const ok = { type: "ok" };
const wrong = (...parts: string[]) => ({
  type: "error",
  isOfPage: true,
  html: expect.stringMatching(new RegExp(parts.join("[^]*"))),
});

test("a bad date in one proposal: an edit of another is shown, lists have both, and only the page of the bad one says so", async () => {
  watched = await watchSite(makeSite(start, config));
  save(pathOf(2), proposalText(2, { date: "2021-02-30" }, "Second of two.\n"));
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 0);
  save(pathOf(1), proposalText(1, { title: "Another title" }, "Second of one.\n"));
  const { diagnostics } = await watched.rebuilt();
  expect(diagnostics).toMatchObject([{ code: "date-invalid", file: pathOf(2), line: 4, column: 7 }]);
  expect(await see(pageOf(1))).toContain("Second of one.");
  expect(await see(pageOf(2))).toContain("First of two.");
  const list = await see("/cip");
  expect(list).toContain("Another title");
  expect(list).toContain("Proposal 2");
  expect(await told(pageOf(2))).toMatchObject(wrong(`${pathOf(2)}:4:7`));
  for (const page of [pageOf(1), pageOf(3), "/cip", "/"]) expect(await told(page)).toEqual(ok);
  save(pathOf(2), proposalText(2, { date: "2021-02-03" }, "Third of two.\n"));
  expect(await untilClean(watched)).toEqual([]);
  expect(await told(pageOf(2))).toEqual(ok);
});

test("two bad texts have each its own message, and one that is fixed is shown while the other is bad", async () => {
  watched = await watchSite(makeSite(start, config));
  save(pathOf(1), proposalText(1, { date: "never" }));
  await watched.rebuilt();
  save(pathOf(2), "---\ncip: 2\n---\nNo title.\n");
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 1);
  expect(await told(pageOf(1))).toMatchObject({ html: expect.not.stringContaining("cip-2.md") });
  expect(await told(pageOf(2))).toMatchObject({ html: expect.not.stringContaining("cip-1.md") });
  save(pathOf(1), proposalText(1, {}, "Fixed.\n"));
  await watched.rebuilt(({ diagnostics }) => diagnostics.every(({ file }) => file === pathOf(2)));
  expect(await see(pageOf(1))).toContain("Fixed.");
  expect(await told(pageOf(1))).toEqual(ok);
  expect(await told(pageOf(2))).toMatchObject(wrong("cip-2.md"));
});

test("a new text that was never good is left out and hides nothing, and its address says why", async () => {
  watched = await watchSite(makeSite(start, config));
  save(pathOf(4), proposalText(4, { date: "2021-02-30" }));
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 0);
  save(pathOf(1), proposalText(1, {}, "See [the new one](./cip-4.md).\n"));
  await watched.rebuilt();
  expect(await see(pageOf(1))).toContain("the new one");
  expect(await told(pageOf(1))).toEqual(ok);
  expect(await told(pageOf(4))).toMatchObject(wrong(`${pathOf(4)}:4:7`));
  // The number of another text: that one keeps its page.
  save(pathOf(4), proposalText(1, { title: "A thief" }));
  await watched.rebuilt(({ diagnostics }) => diagnostics.some(({ code }) => code.startsWith("number-")));
  expect(await see(pageOf(1))).toContain("the new one");
  expect(await see("/cip")).not.toContain("A thief");
});

test("a site that begins with a bad file to copy, bad strings and a bad text shows its other pages, and each says what is wrong", async () => {
  const clash = { "content/static/cip/cbc/cip-1/index.html": "mine" };
  const bad = { "locales/en-US/ours.json": "{", [pathOf(4)]: proposalText(4, { date: "never" }), ...clash };
  for (const files of [
    { ...start, ...bad },
    { ...start, ...clash },
  ]) {
    watched = await watchSite(makeSite(files, config));
    expect(await see(pageOf(2))).toContain("First of two.");
    expect(await told(pageOf(2))).toMatchObject({ isOfPage: false, html: expect.stringContaining("cip-1/index.html") });
    save(pathOf(2), proposalText(2, {}, "Second of two.\n"));
    await watched.rebuilt();
    expect(await see(pageOf(2))).toContain("Second of two.");
    if (pathOf(4) in files) await watched.close();
  }
});

test("an error of the configuration or of a template concerns every page", async () => {
  watched = await watchSite(makeSite(start, config));
  writeFileSync(join(watched.root, "cipgen.config.json"), '{"titel": "x"}');
  await watched.rebuilt(({ diagnostics }) => diagnostics.length > 0);
  for (const page of ["/", pageOf(1)]) expect(await told(page)).toMatchObject({ type: "error", isOfPage: false });
});

test("whatever texts are bad in turn, each page is of its text's last good state, and in the end the site is that of a clean build", async () => {
  const numbers = [1, 2, 3];
  watched = await watchSite(makeSite(Object.fromEntries(numbers.map((n) => [pathOf(n), proposalText(n)])), {}));
  const step = fc.record({ number: fc.constantFrom(...numbers), isGood: fc.boolean() });
  let version = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const good = new Map<number, string>();
      for (const { number, isGood } of steps) {
        const body = `Version ${++version}.`;
        save(pathOf(number), proposalText(number, isGood ? {} : { date: "never" }, `${body}\n`));
        if (isGood) good.set(number, body);
        await watched.rebuilt();
        for (const [one, text] of good) await expect.poll(() => see(pageOf(one))).toContain(text);
      }
      for (const number of numbers) {
        good.set(number, `Version ${++version}.`);
        save(pathOf(number), proposalText(number, {}, `${good.get(number)}\n`));
      }
      expect(await untilClean(watched)).toEqual([]);
    }),
    { numRuns: runs(1) },
  );
});
