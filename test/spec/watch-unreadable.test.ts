/** `serve --watch` where something below its folders cannot be read: it says so, goes on, and sees when it can. Not as root, who reads everything. */
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { afterEach, expect, test } from "vitest";
import type { LiveMessage } from "../../src/shared/live.js";
import { ask, listen } from "../support/http.js";
import { type Serving, serve } from "../support/serve.js";
import { makeSite, proposalText, replaceFile, repositoryRoot } from "../support/site.js";

const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
const cbc = "content/cip/cbc";

let serving: Serving;
let root: string;
afterEach(async () => {
  await serving.stop("SIGKILL");
});

function own(path: string): void {
  if (nobody !== undefined) chownSync(path, nobody, nobody);
}

async function start(): Promise<void> {
  root = makeSite({
    [`${cbc}/cip-20.md`]: proposalText(20),
    [`${cbc}/cip-21.md`]: proposalText(21),
    "content/docs/start.md": "---\ntitle: Start\n---\n",
    "content/static/a.txt": "a",
    "locales/en-US/own.json": "{}",
  });
  for (const path of await fastGlob("**", { cwd: root, onlyFiles: false, dot: true })) own(join(root, path));
  own(root);
  serving = await serve(root, ["--watch", "--port", "0"], {}, repositoryRoot, nobody);
}

const write = (path: string, text: string) => {
  replaceFile(join(root, path), text, own);
};

/** What was said after an action. */
async function after(action: () => void, pattern: RegExp): Promise<void> {
  const before = serving.said().length;
  action();
  for (;;) {
    const said = serving.said().slice(before);
    if (pattern.test(said)) return;
    await serving.says(new RegExp(`^[\\s\\S]{${serving.said().length + 1},}`));
  }
}

const text = async () => (await ask(serving.port, "/cip/cbc/cip-20", { accept: "text/html" })).body.toString();

test.each([
  ["a folder that may not be looked into", cbc, 0o000, /cip\/cbc/],
  // The first of its files whose change is heard.
  ["a folder whose files may be listed but not reached", cbc, 0o400, /cip-\d+\.md/],
  ["a proposal", `${cbc}/cip-20.md`, 0o000, /cip-20\.md/],
  ["a folder of docs", "content/docs", 0o000, /content\/docs/],
  ["a folder of strings", "locales/en-US", 0o000, /locales\/en-US/],
])("%s: it is said and shown, the last good site stays, and it recovers by itself", async (_, path, mode, place) => {
  await start();
  const shown = listen<LiveMessage>(serving.port, "/__cipgen/events?page=/cip/cbc/cip-20&has=");
  // It shows no version of the page yet, and knows it from here on.
  expect(await shown.next()).toEqual({ type: "reload" });
  await after(() => chmodSync(join(root, path), mode), /EACCES/);
  expect(serving.said()).toMatch(place);
  let overlay = await shown.next();
  while (overlay.type !== "error") overlay = await shown.next();
  expect(overlay.html).toMatch(/EACCES/);
  shown.close();
  expect(await text()).toContain("Proposal 20");
  await after(() => chmodSync(join(root, path), 0o755), /changed: .*\d+ pages?,/);
  await after(() => write(`${cbc}/cip-20.md`, proposalText(20, { title: "New words" })), /changed: .*\d+ pages?,/);
  // The report may be of a change before.
  await expect.poll(text).toContain("New words");
});

test("a proposal that cannot be read hides no other, and is shown as it was", async () => {
  await start();
  await after(() => chmodSync(join(root, `${cbc}/cip-20.md`), 0o000), /EACCES/);
  write(`${cbc}/cip-21.md`, proposalText(21, { title: "New words" }));
  await expect.poll(async () => (await ask(serving.port, "/cip/cbc/cip-21")).body.toString()).toContain("New words");
  expect(await text()).toContain("Proposal 20");
});
