/** The output under everything that can happen to it: kills at any moment, in the program as its users run it, and readers who never rest. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { cipgenProcess } from "../support/cli.js";
import { killFirst, killInFolder } from "../support/kills.js";
import { rebuildUnderReaders } from "../support/readers.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";
import { digestsOf } from "../support/tree.js";
import { note } from "../support/tried.js";

test("an emission that is killed before any of its acts on the file system", async () => {
  const { before, within, after } = await killInFolder(1);
  note("kills of an emission before the change-over", before);
  note("kills of an emission inside the change-over", within);
  note("kills of an emission after the change-over", after);
  expect(within).toBeGreaterThanOrEqual(20);
  note("kills of a first emission", await killFirst(2));
});

test("two readers during 100 rebuilds", async () => {
  const { polls, missing, torn } = await rebuildUnderReaders(100, 2);
  note("readings during 100 rebuilds", polls, missing + torn);
  expect([missing, torn]).toEqual([0, 0]);
  expect(polls).toBeGreaterThan(10_000);
});

test("builds of the program that are killed: 30 at any moment, 20 inside the change-over", async () => {
  const numbers = Array.from({ length: 120 }, (_, index) => index + 1);
  const site = (title: string, from: number) => {
    const texts = numbers.map((number) => [`content/cip/cbc/cip-${number + from}.md`, proposalText(number + from)]);
    return makeSite(Object.fromEntries(texts), { title });
  };
  const roots = [site("One", 0), site("Two", 5)];
  const wholes = await Promise.all(
    roots.map(async (root) => {
      const out = join(makeFolder(), "whole");
      expect((await cipgenProcess(["build", "--root", root, "--out", out])).code).toBe(0);
      return digestsOf(out);
    }),
  );
  const out = join(makeFolder(), "site");
  const changing = join(out, ".cipgen/staging/manifest");
  await cipgenProcess(["build", "--root", roots[0] ?? "", "--out", out]);
  mkdirSync(join(out, "cip/mine"));
  writeFileSync(join(out, "cip/mine/notes.txt"), "mine");
  const foreign = { "cip/mine/notes.txt": createHash("sha256").update("mine").digest("hex") };
  const start = performance.now();
  await cipgenProcess(["build", "--root", roots[1] ?? "", "--out", out]);
  // Kills are spread over the time that a build takes here.
  const longest = Math.ceil(performance.now() - start);
  const kills = { anywhere: 0, inside: 0 };

  for (let round = 1; kills.anywhere < 30 || kills.inside < 20; round++) {
    expect(round, "enough of the builds were killed inside the change-over").toBeLessThan(150);
    const args = [join(repositoryRoot, "bin/cipgen.js"), "build", "--root", roots[round % 2] ?? "", "--out", out];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const exit = once(child, "exit");
    // Every other one is killed as soon as the change-over can be seen.
    const aims = kills.anywhere >= 30 || (round % 2 === 0 && kills.inside < 20);
    if (aims) await seen(changing, child, round % 5);
    else await wait((round * 37) % longest);
    child.kill("SIGKILL");
    const [, signal] = await exit;
    if (existsSync(changing)) kills.inside++;
    else if (signal === "SIGKILL") kills.anywhere++;

    const tree = digestsOf(out);
    for (const [path, digest] of Object.entries(tree)) {
      const versions = [...wholes.map((whole) => whole[path]), (foreign as Record<string, string>)[path]];
      expect(versions, path).toContain(digest);
    }
    for (const path of Object.keys(wholes[0] ?? {}))
      if (path in (wholes[1] ?? {})) expect(tree, path).toHaveProperty([path]);
    expect(tree).toMatchObject(foreign);
    if (round % 10 !== 0) continue;
    expect((await cipgenProcess(["build", "--root", roots[round % 2] ?? "", "--out", out])).code).toBe(0);
    expect(digestsOf(out)).toEqual({ ...wholes[round % 2], ...foreign });
    expect(readdirSync(join(out, ".cipgen"))).toEqual(["manifest.json"]);
  }
  note("kills of the program at any moment", kills.anywhere);
  note("kills of the program inside the change-over", kills.inside);
});

/** Waits until a file is there, and some turns more, or until the process has ended. */
async function seen(file: string, child: ChildProcess, turns: number): Promise<void> {
  while (!existsSync(file) && child.exitCode === null) await turn();
  for (let count = 0; count < turns; count++) await turn();
}
