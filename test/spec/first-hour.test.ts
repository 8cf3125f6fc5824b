/** Small things that a first hour with cipgen meets: what is typed in haste works, or is told what would. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig, resolveConfig } from "../../src/config/loading.js";
import { buildJson, cipgen } from "../support/cli.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const config = (more: string, url = '"https://x.example"') =>
  `import { defineConfig } from "cipgen";\nexport default defineConfig({\n  title: "A",\n  url: ${url},\n  ${more}\n  series: [{ profile: "cip" }],\n});\n`;

test("an address that is a variable which is not set is reported at its line", async () => {
  const root = makeFolder({ "cipgen.config.ts": config("", "process.env.CIPGEN_NOT_SET") });
  const { diagnostics } = await loadConfig(root);
  expect(diagnostics).toMatchObject([{ message: "url: this is missing", line: 4, column: 3 }]);
  expect(diagnostics[0]?.help).toContain('Write for example "url"');
});

test("a link to a file of the docs is advised the address of its page", async () => {
  const root = makeFolder({
    "cipgen.config.ts": config(
      'navbar: { items: [{ type: "link", label: "x", to: "docs/start.md" }, { type: "link", label: "y", to: "./docs/index.md#a" }] },',
    ),
  });
  const { diagnostics } = await loadConfig(root);
  expect(diagnostics.map(({ help }) => help)).toEqual([
    expect.stringContaining('Write "/docs/start"'),
    expect.stringContaining('Write "/docs#a"'),
  ]);
});

test("a title needs no quotes", async () => {
  const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) });
  const { code, stdout } = await cipgen(["new", "My", "great", "idea", "--root", root]);
  expect([code, readFileSync(stdout.trim(), "utf8")]).toEqual([0, expect.stringContaining("title: My great idea\n")]);
});

test("an empty folder of proposals builds", async () => {
  const root = makeFolder({ "cipgen.config.ts": config(""), "content/cip/.gitkeep": "" });
  expect((await buildJson(["--root", root])).report.ok).toBe(true);
});

test("rewrites are added to those of the profile", () => {
  const { value } = resolveConfig(
    {
      title: "A",
      url: "https://x.example",
      series: [{ profile: "eip", source: "EIPS", rewrites: { "../a.md": "/a" } }],
    },
    "cipgen.config.ts",
  );
  expect(Object.keys(value?.series[0]?.rewrites ?? {})).toEqual(["../LICENSE.md", "../a.md"]);
});
