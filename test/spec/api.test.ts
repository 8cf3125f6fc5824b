/** The package's functions, as another program imports them: what the commands do, with results in place of text. */
import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as cipgen from "../../src/index.js";
import { Register, text } from "../support/review.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const path = "content/cip/cbc/cip-20.md";
const broken = proposalText(20, {}, "[nowhere](/cip/nowhere)\n");

test("build writes a site, and says what it wrote", async () => {
  const root = makeSite({ [path]: proposalText(20) });
  const stages = new Set<string>();
  const result = await cipgen.build({ root, cache: false, onStage: (stage) => stages.add(stage) });
  expect(result).toMatchObject({ ok: true, out: join(root, "build"), diagnostics: [] });
  expect(result.pages).toBeGreaterThan(5);
  expect(result.files).toBeGreaterThan(result.pages);
  expect(existsSync(join(result.out, "cip/cbc/cip-20/index.html"))).toBe(true);
  expect([...stages]).toEqual(expect.arrayContaining(["read", "parse", "render", "write"]));
});

test("build of wrong content writes nothing and names the place", async () => {
  const root = makeSite({ [path]: broken });
  const result = await cipgen.build({ root, out: join(root, "public"), cache: false });
  expect(result).toMatchObject({ ok: false, files: 0 });
  expect(result.diagnostics).toMatchObject([{ code: "broken-link", severity: "error", file: path, line: 5 }]);
  expect(existsSync(join(root, "public/index.html"))).toBe(false);
});

test("checkLinks looks at a site in memory, or at a folder that holds one", async () => {
  const root = makeSite({ [path]: broken });
  const result = await cipgen.checkLinks({ root });
  expect(result.ok).toBe(false);
  expect(result.links).toBeGreaterThan(result.pages);
  expect(result.diagnostics.map(({ code }) => code)).toContain("broken-link");
  const site = makeFolder({ "index.html": '<!doctype html><html lang="en"><title>A</title><a href="/b">B</a></html>' });
  expect(await cipgen.checkLinks({ site })).toMatchObject({ ok: false, pages: 1, links: 1 });
});

test("lint looks at named files, and fixes what is safe to fix", async () => {
  const spaced = proposalText(20, { status: "draft" }, "Text.\n").replace("status: draft", "status: draft \t");
  const root = makeSite({ [path]: spaced, "content/cip/cbc/cip-21.md": proposalText(21) });
  const found = await cipgen.lint({ root, files: [join(root, path)] });
  expect(found.files).toBe(1);
  expect(found.diagnostics.map(({ code }) => code)).toContain("field-spacing");
  const fixed = await cipgen.lint({ root, fix: true });
  expect(fixed.fixed.get(path)).toContain("field-spacing");
  expect(readFileSync(join(root, path), "utf8")).not.toContain(" \t");
});

test("review says what a change does", async () => {
  const register = new Register({ "content/cip/cbc/cip-1.md": text(1, { author: "Ada (@ada)", status: "Draft" }) });
  const head = register.branch({ "content/cip/cbc/cip-2.md": text(2, { author: "Bo (@bo)", status: "Draft" }) });
  const result = await cipgen.review({ root: register.root, base: "main", head, today: "2020-01-10" });
  expect(result.proposals).toMatchObject([{ number: 2, label: "CIP-2", change: "new", status: { to: "draft" } }]);
  expect(result.textOf("content/cip/cbc/cip-2.md")).toContain("Subject 2");
});

test("serve answers until it is closed, with and without watching", async () => {
  const root = makeSite({ [path]: proposalText(20) });
  for (const watch of [false, true]) {
    const { ok, server, diagnostics } = await cipgen.serve({ root, watch, port: 0 });
    expect([ok, diagnostics]).toEqual([true, []]);
    const url = `${server?.url}cip/cbc/cip-20`;
    expect(await (await fetch(url)).text()).toContain("Proposal 20");
    await server?.close();
    await expect(fetch(url)).rejects.toThrow();
  }
  utimesSync(join(root, "build"), 0, 0);
  const { server, diagnostics } = await cipgen.serve({ root, port: 0 });
  await server?.close();
  expect(diagnostics).toMatchObject([
    { code: "output-outdated", message: expect.stringMatching(/^build is older than c/) },
  ]);
  await cipgen.build({ root });
  const rebuilt = await cipgen.serve({ root, port: 0 });
  await rebuilt.server?.close();
  expect(rebuilt.diagnostics).toEqual([]);
});

test("a site that is not there is a diagnostic of every function, and none throws", async () => {
  const root = makeFolder();
  const results: cipgen.Outcome[] = [
    await cipgen.build({ root }),
    await cipgen.checkLinks({ root }),
    await cipgen.lint({ root }),
    await cipgen.review({ root, base: "main" }),
    await cipgen.serve({ root, watch: true, port: 0 }),
  ];
  for (const { ok, diagnostics } of results) {
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ severity: "error", code: expect.stringMatching(/^config-/) }]);
  }
});

test("what is installed has the same functions", async () => {
  const installed = await import(join(repositoryRoot, "dist/index.js"));
  expect(Object.keys(installed).sort()).toEqual(Object.keys(cipgen).sort());
});
