/**
 * Builds that are killed, before each single act on the file system or before some of them: every file stays whole, none that both versions
 * have is missing, no page leads to one that is not there yet, and the next build makes its site.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { emit } from "./emit.js";
import { mortalEmission } from "./killed.js";
import { makeFolder } from "./site.js";
import { treeOf } from "./tree.js";

/** Pages that only change, so that the change-over is not over at once. */
const pages = (version: string) =>
  Object.fromEntries(["4", "5", "6", "7", "8", "9"].map((number) => [`docs/${number}.html`, `${version} ${number}`]));

const old = {
  ...pages("old"),
  "assets/a.css": "a",
  "cip/1/index.html": "one",
  "cip/2/index.html": "gone",
  "cip/index.html": "list: 1, 2",
  "index.html": "home: 1, 2",
  "same.html": "same",
  "swap/x.html": "x",
  turn: "file",
};
const fresh = {
  ...pages("new"),
  "assets/a.css": "aa",
  "assets/b.css": "b",
  "cip/1/index.html": "one, changed",
  "cip/3/index.html": "new",
  "cip/3/index.json": "{}",
  "cip/index.html": "list: 1, 3",
  "index.html": "home: 1, 3",
  "new/deep/index.html": "new",
  "same.html": "same",
  swap: "file",
  "turn/index.html": "folder",
};
type Site = Record<string, string>;

/** What holds at every moment. */
function expectWhole(tree: Site): void {
  for (const [path, text] of Object.entries(tree))
    expect([(old as Site)[path], (fresh as Site)[path]], path).toContain(text);
  for (const path of Object.keys(old)) if (path in fresh) expect(tree, path).toHaveProperty([path]);
  const isNew = (path: string) => tree[path] === (fresh as Site)[path] && tree[path] !== (old as Site)[path];
  // These lead to everything that is new.
  if (isNew("index.html") || isNew("cip/index.html"))
    for (const path of Object.keys(fresh))
      if (!(path in old) && path.endsWith(".html")) expect(tree, path).toHaveProperty([path]);
  // And these still lead to what goes.
  if (!isNew("index.html") || !isNew("cip/index.html")) expect(tree).toHaveProperty(["cip/2/index.html"]);
}

/** Where the killed builds were. */
export interface Kills {
  /** Nothing had changed yet. */
  before: number;
  /** Inside the change-over. */
  within: number;
  after: number;
}

/** @param step 1 for every act, 3 for every third. */
export async function killInFolder(step: number): Promise<Kills> {
  const root = makeFolder();
  const out = join(root, "build");
  const foreign = join(out, "cip/mine.txt");
  const kill = await mortalEmission(fresh, out);
  const outcomes = { before: 0, within: 0, after: 0 };
  for (let act = 1; ; act += step) {
    rmSync(out, { recursive: true, force: true });
    await emit(old, out);
    writeFileSync(foreign, "mine");
    const wasKilled = await kill(act);
    const { "cip/mine.txt": mine, ...tree } = treeOf(out);
    expect(mine).toBe("mine");
    expectWhole(tree);
    const hasBegun = existsSync(join(out, ".cipgen/staging/manifest"));
    const isNew = tree["index.html"] === fresh["index.html"];
    outcomes[hasBegun ? "within" : isNew ? "after" : "before"]++;
    const next = Math.floor(act / step) % 2 === 0 ? old : fresh;
    expect((await emit(next, out)).diagnostics).toEqual([]);
    expect(treeOf(out)).toEqual({ ...next, "cip/mine.txt": "mine" });
    expect(readdirSync(join(out, ".cipgen"))).toEqual(["manifest.json"]);
    const entries = readdirSync(out, { recursive: true, withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(folders.filter((folder) => readdirSync(folder).length === 0)).toEqual([]);
    if (!wasKilled) break;
  }
  expect(readdirSync(root)).toEqual(["build"]);
  return outcomes;
}

/** First builds: there is no site yet. @returns how many there were. */
export async function killFirst(step: number): Promise<number> {
  const out = join(makeFolder(), "deep/build");
  const kill = await mortalEmission(fresh, out);
  for (let act = 1; ; act += step) {
    rmSync(join(out, ".."), { recursive: true, force: true });
    const wasKilled = await kill(act);
    if (existsSync(out))
      for (const [path, text] of Object.entries(treeOf(out))) expect(text).toBe((fresh as Site)[path]);
    expect((await emit(fresh, out)).diagnostics).toEqual([]);
    expect(treeOf(out)).toEqual(fresh);
    if (!wasKilled) return Math.ceil(act / step);
  }
}
