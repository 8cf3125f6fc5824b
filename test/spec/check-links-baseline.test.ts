/** `check-links --baseline`: old findings are accepted, new ones are reported. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkLinks } from "../../src/index.js";
import { cipgen } from "../support/cli.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const proposal = "content/cip/cbc/cip-20.md";
const name = "cipgen-links-baseline.json";

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

test("the baseline may have another name, and is needed by name for a folder that is built", async () => {
  const root = makeSite({ [proposal]: proposalText(20, {}, "[a](/old)\n") });
  const baseline = join(makeFolder(), "links.json");
  expect((await cipgen(["check-links", "--root", root, "--baseline", baseline])).code).toBe(3);
  expect((await checkLinks({ root, baseline, updateBaseline: true })).ok).toBe(true);
  expect([existsSync(join(root, name)), JSON.parse(readFileSync(baseline, "utf8")).findings]).toEqual([
    false,
    [expect.objectContaining({ file: proposal, code: "broken-link", count: 1 })],
  ]);
  expect(await checkLinks({ root, baseline })).toMatchObject({
    ok: true,
    notes: [expect.stringContaining("1 finding")],
  });
  const site = makeFolder({ "index.html": '<!doctype html><html lang="en"><title>A</title><a href="/b">b</a>' });
  expect((await checkLinks({ site, updateBaseline: true })).diagnostics).toEqual([
    expect.objectContaining({ code: "config-invalid", message: expect.stringContaining("--update-baseline") }),
  ]);
  expect((await checkLinks({ site, baseline, updateBaseline: true })).ok).toBe(true);
  expect((await checkLinks({ site, baseline })).ok).toBe(true);
});

test("what keeps the site from being checked is never accepted", async () => {
  const root = makeSite({ "cipgen.config.json": "{" });
  expect((await cipgen(["check-links", "--root", root, "--update-baseline"])).code).toBe(3);
  expect(existsSync(join(root, name))).toBe(false);
});
