/** Small things that a first hour with cipgen meets: what is typed in haste works, or is told what would. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initFrom } from "../../src/api/init.js";
import { loadConfig, resolveConfig } from "../../src/config/loading.js";
import { buildJson, cipgen } from "../support/cli.js";
import { numbered, repository } from "../support/repository.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const config = (more: string, url = '"https://x.example"') =>
  `import { defineConfig } from "cipgen";\nexport default defineConfig({\n  title: "A",\n  url: ${url},\n  ${more}\n  series: [{ profile: "cip" }],\n});\n`;

test("an address that is a variable which is not set is reported at its line", async () => {
  const root = makeFolder({ "cipgen.config.ts": config("", "process.env.CIPGEN_NOT_SET") });
  const { diagnostics } = await loadConfig(root);
  expect(diagnostics).toMatchObject([{ message: "url: this is missing", line: 4, column: 3 }]);
  expect(diagnostics[0]?.help).toContain("variable of the environment that is not set");
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

const eip = (n: number) =>
  `---\neip: ${n}\ntitle: Thing ${n}\ndescription: A thing\nauthor: Ada (@ada)\ndiscussions-to: https://ethereum-magicians.org/t/x/${n}\nstatus: Draft\ntype: Meta\nlicense: CC0\ncreated: 2024-01-0${n}\n---\n\n## Abstract\n\nText.\n`;

test("init --from writes no key that no text has, and who edits by CODEOWNERS and the list of editors", async () => {
  const texts = numbered(3, (n) => `EIPS/eip-${n}.md`, eip);
  const owned = repository({ ...texts, CODEOWNERS: "# all\n* @ada @org/team @our-bot # us\n" });
  expect((await initFrom({ folder: owned })).ok).toBe(true);
  const written = readFileSync(join(owned, "cipgen.config.ts"), "utf8");
  expect(written).toContain('editors: { "*": ["@ada"] }');
  expect(written).toContain("editors from CODEOWNERS");
  expect(written).toContain('{ key: "license", show: true }');
  expect(written).not.toContain('withdrawal-reason"');
  const listed = repository({ ...texts, "config/eip-editors.yml": "governance:\n  - zed\nmeta:\n  - bob\n" });
  expect((await initFrom({ folder: listed })).ok).toBe(true);
  expect((await loadConfig(listed)).value?.series[0]?.process?.editors).toEqual({ meta: ["@bob"] });
});
