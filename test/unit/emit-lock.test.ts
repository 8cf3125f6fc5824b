/** Two builds into one output: one waits or names the other, and a dead one does not block. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOutput } from "../../src/output/emit/emit.js";
import type { LockHolder } from "../../src/output/emit/lock.js";
import { emit } from "../support/emit.js";
import { disturbedEmission } from "../support/killed.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const site = { "index.html": "x" };
const lockOf = (out: string) => join(out, ".cipgen/lock");

/** Leaves in an output the lock of another build, whose holder is changed as the test wants it. */
async function leaveLock(out: string, change: (holder: LockHolder & { start?: string }) => unknown): Promise<void> {
  await emit({ "index.html": "old" }, out);
  const { value: output } = await openOutput({ out });
  const holder = JSON.parse(readFileSync(lockOf(out), "utf8"));
  output?.close();
  const left = change(holder);
  writeFileSync(lockOf(out), typeof left === "string" ? left : JSON.stringify(left));
}

const out = () => join(makeFolder(), "build");

test("a build that does not wait says which process holds the output, and changes nothing", async () => {
  const place = out();
  const { value: first } = await openOutput({ out: place });
  first?.add([{ path: "index.html", content: "first" }]);
  await expect(emit(site, place)).rejects.toThrow(new RegExp(`process ${process.pid} on .*lock`));
  expect(first?.finish().value?.files).toBe(1);
  first?.close();
  expect(treeOf(place)).toEqual({ "index.html": "first" });
});

test("builds that wait run one after the other, and each learns once which build it waits for", async () => {
  const place = out();
  const holders: number[] = [];
  const builds = Array.from({ length: 8 }, (_, index) =>
    emit({ "index.html": `${index}`, [`only-${index}`]: "x" }, place, {
      lock: { patience: 30_000, onWait: ({ pid }) => holders.push(pid) },
    }),
  );
  const emitted = await Promise.all(builds);
  expect(emitted.every(({ value, diagnostics }) => value?.files === 2 && diagnostics.length === 0)).toBe(true);
  const tree = treeOf(place);
  expect(Object.keys(tree)).toEqual(["index.html", `only-${tree["index.html"]}`]);
  expect(holders).toEqual(Array(7).fill(process.pid));
});

test("builds that begin or end at the same moment do not hinder each other", async () => {
  const place = out();
  const own = JSON.stringify(join(place, ".cipgen"));
  const folder = JSON.stringify(place);
  const emission = await disturbedEmission(site, place);
  const moments = {
    "the other one makes the folders first": `
      if (act === "mkdirSync" && [${folder}, ${own}].includes(path)) fs.mkdirSync(path, { recursive: true });`,
    "the other one fails, and removes the folder that it has made": `
      if (act !== "mkdirSync" || path !== ${own} || once.done) return;
      once.done = true;
      fs.rmdirSync(${folder});`,
  };
  for (const [moment, code] of Object.entries(moments)) {
    rmSync(place, { recursive: true, force: true });
    await emission(code);
    expect(treeOf(place), moment).toEqual(site);
  }
});

test.each<[string, (holder: LockHolder & { start?: string }) => unknown]>([
  ["a process that has ended", (holder) => ({ ...holder, pid: spawnSync(process.execPath, ["--version"]).pid })],
  ["a process whose number another one has by now", (holder) => ({ ...holder, start: "1" })],
])("the lock of %s is taken over at once", async (_, change) => {
  const place = out();
  await leaveLock(place, change);
  expect((await emit(site, place)).value?.written).toBe(1);
  expect(readdirSync(join(place, ".cipgen"))).toEqual(["manifest.json"]);
});

test.each<[string, (holder: LockHolder) => unknown, number, number, RegExp]>([
  [
    "another machine",
    (holder) => ({ ...holder, host: "elsewhere" }),
    30,
    600,
    /another build.* on elsewhere \(.*lock; if that process has ended, remove this file\)$/,
  ],
  ["nobody, because its writer was killed", () => "", 1, 60, /another build.*lock\)$/],
])("the lock of %s counts while it is fresh, and is taken over when it is old", async (_, change, fresh, stale, said) => {
  const place = out();
  await leaveLock(place, change);
  const age = (seconds: number) => utimesSync(lockOf(place), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
  age(fresh);
  await expect(emit(site, place)).rejects.toThrow(said);
  age(stale);
  expect((await emit(site, place)).value?.written).toBe(1);
});

test("a build whose lock was removed changes nothing", async () => {
  const place = out();
  await emit(site, place);
  const { value: output } = await openOutput({ out: place });
  output?.add([{ path: "index.html", content: "other" }]);
  rmSync(lockOf(place));
  expect(() => output?.finish()).toThrow(/lock was removed/);
  output?.close();
  expect(treeOf(place)).toEqual(site);
});
