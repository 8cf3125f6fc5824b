/** Rebuilds of a site under the eyes of readers in processes of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { emit } from "./emit.js";
import { makeFolder } from "./site.js";
import { treeOf } from "./tree.js";

export interface Readings {
  polls: number;
  /** How often a file that both versions have was not there. */
  missing: number;
  /** How often one was neither the old nor the new. */
  torn: number;
}

const filler = "lorem ipsum dolor sit amet ".repeat(300);

/** A site of which every page changes with the version, and some come and go. */
function siteOf(version: number, pages: number): Record<string, string> {
  const numbers = Array.from({ length: pages }, (_, index) => index + (version % 2) * 3);
  const texts = numbers.map((number): [string, string] => [
    `cip/${number}/index.html`,
    `${version % 2} ${number} ${filler}`,
  ]);
  return { ...Object.fromEntries(texts), "index.html": `${version % 2} ${filler}`, "same.css": filler };
}

export async function rebuildUnderReaders(rebuilds: number, readers: number): Promise<Readings> {
  const out = join(makeFolder(), "site");
  const versions = [siteOf(0, 60), siteOf(1, 60)];
  await emit(versions[0] ?? {}, out);
  const task = join(makeFolder(), "task.json");
  writeFileSync(task, JSON.stringify({ folder: out, versions }));
  const reading = await Promise.all(Array.from({ length: readers }, () => startReader(task)));
  for (let version = 1; version <= rebuilds; version++) {
    const { diagnostics } = await emit(versions[version % 2] ?? {}, out);
    expect(diagnostics).toEqual([]);
  }
  const readings = await Promise.all(reading.map((stop) => stop()));
  expect(treeOf(out)).toEqual(versions[rebuilds % 2]);
  const sum = (of: (reading: Readings) => number) => readings.reduce((total, reading) => total + of(reading), 0);
  return { polls: sum(({ polls }) => polls), missing: sum(({ missing }) => missing), torn: sum(({ torn }) => torn) };
}

/** @returns what ends the reader, and resolves to what it has seen. */
async function startReader(task: string): Promise<() => Promise<Readings>> {
  const program = join(import.meta.dirname, "reader.mjs");
  const child = spawn(process.execPath, [program, task], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("reading");
  return async () => {
    const exit = once(child, "exit");
    child.stdin.end();
    const outcome = JSON.parse((await lines.next()).value);
    await exit;
    return outcome;
  };
}
