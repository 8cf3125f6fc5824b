/** `build --url --base-url`: a preview of a pull request has an address of its own, in every file that says one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const site = () =>
  makeSite({
    "content/cip/cbc/cip-1.md": proposalText(1, {}, "See CIP-2.\n"),
    "content/cip/cbc/cip-2.md": proposalText(2),
  });

test("no file names the address of the configuration, and links are below the path", async () => {
  const out = join(makeFolder(), "out");
  const { code } = await cipgen([
    "build",
    "--root",
    site(),
    "--out",
    out,
    "--url",
    "https://preview.example",
    "--base-url",
    "pr-7",
  ]);
  expect(code).toBe(0);
  const texts = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|xml|json|txt)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(texts.filter((text) => text.includes("register.example"))).toEqual([]);
  const page = readFileSync(join(out, "cip/cbc/cip-1/index.html"), "utf8");
  expect(page).toContain('href="https://preview.example/pr-7/cip/cbc/cip-1"');
  expect(page).toContain('href="/pr-7/cip/cbc/cip-2"');
});

test.each([
  [["--url", "https://preview.example/pr-7/"], "--url: the path of the site goes into baseUrl"],
  [["--url", "preview"], "--url: an absolute http(s) URL is needed"],
  [["--base-url", "/a b/"], "--base-url: the base path starts and ends with /"],
])("%j is refused, and nothing is written", async (args, message) => {
  const out = join(makeFolder(), "out");
  const { code, stdout } = await cipgen(["build", "--json", "--root", site(), "--out", out, ...args]);
  expect([code, JSON.parse(stdout).diagnostics[0].message]).toEqual([3, message]);
  expect(() => readdirSync(out)).toThrow();
});
