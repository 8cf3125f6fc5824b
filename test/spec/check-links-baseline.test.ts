/** `cipgen-baseline.json`: old findings of `lint` and `check-links` are accepted, new ones are reported. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const proposal = "content/cip/cbc/cip-20.md";
const name = "cipgen-baseline.json";

test("what is accepted is not reported again where its line moves, and what is new is", async () => {
  const root = makeSite({ [proposal]: proposalText(20, {}, "[a](/old)\n") });
  const run = (...args: string[]) => cipgen(["check-links", "--root", root, ...args]);
  expect((await run()).code).toBe(2);
  const written = await run("--update-baseline");
  expect([written.code, written.stderr]).toEqual([0, expect.stringContaining(`${name}: 1 finding accepted\n`)]);
  writeFileSync(join(root, proposal), proposalText(20, {}, "More.\n\n[a](/old)\n"));
  const moved = await run();
  expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining(`1 finding is accepted by`)]);
  writeFileSync(join(root, proposal), proposalText(20, {}, "[a](/old)\n\n[b](/new)\n"));
  const { code, stdout } = await run("--format", "json");
  expect(code).toBe(2);
  expect(JSON.parse(stdout).diagnostics).toEqual([
    expect.objectContaining({ code: "broken-link", file: proposal, message: expect.stringContaining("/new") }),
  ]);
  writeFileSync(join(root, proposal), proposalText(20));
  expect((await run()).stderr).toContain(`1 finding is in`);
});

test("each command accepts its own findings, and keeps those of the other", async () => {
  const root = makeSite({ [proposal]: proposalText(20, { status: "finall" }, "[a](/old)\n") });
  for (const command of ["lint", "check-links", "lint"])
    expect((await cipgen([command, "--root", root, "--update-baseline"])).code).toBe(0);
  for (const command of ["lint", "check-links"]) expect((await cipgen([command, "--root", root])).code).toBe(0);
  const { version, lint, "check-links": links } = JSON.parse(readFileSync(join(root, name), "utf8"));
  expect(version).toBe(2);
  expect([lint, links].map((found) => found.map(({ code }: { code: string }) => code))).toEqual([
    expect.arrayContaining(["status-unknown"]),
    expect.arrayContaining(["broken-link"]),
  ]);
});

test("a built folder has no baseline", async () => {
  const site = makeFolder({ "index.html": '<!doctype html><html lang="en"><title>A</title><a href="/b">b</a>' });
  expect((await cipgen(["check-links", "--site", site, "--update-baseline"])).code).toBe(3);
  expect(existsSync(join(site, name))).toBe(false);
});

test("what keeps the site from being checked is never accepted", async () => {
  const root = makeSite({ "cipgen.config.json": "{" });
  expect((await cipgen(["check-links", "--root", root, "--update-baseline"])).code).toBe(3);
  expect(existsSync(join(root, name))).toBe(false);
});
