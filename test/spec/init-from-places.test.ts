/** `cipgen init --from` where some texts of a register are in another place, or have another name, than most. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeRepository } from "../../src/tools/scaffold/from/from.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

const text = (n: number, status = "Draft") => `---\ntitle: Thing ${n}\nauthor: Ann\nstatus: ${status}\n---\n\nText.\n`;

async function configured(files: Record<string, string>) {
  const root = repository(files);
  const { value, diagnostics } = await describeRepository(root);
  writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
  return { site: await build(root), config: value?.config, series: value?.series, diagnostics };
}

test.each([
  ["a template above it", { "0000-template.md": text(0) }],
  ["folders of the same numbers", { ...numbered(2, (n) => `rfcs/a/00${n}-x.md`, text) }],
  ["one exception", { "rfcs/more/0050-x.md": text(50) }],
])("a series is in its folder, and not in another one, with %s", async (_, others) => {
  const { series } = await configured({ ...numbered(12, (n) => `rfcs/00${n}-x.md`, text), ...others });
  expect(series?.[0]).toMatchObject({ source: "rfcs", files: "{number}-{slug}.md" });
});

test("texts that are named by days are no proposals beside numbered ones, and are named", async () => {
  const { site, series, diagnostics } = await configured({
    ...numbered(6, (n) => `xips/000${n}-x.md`, text),
    ...numbered(
      3,
      (n) => `xips/2023-0${n}-14_y.md`,
      (n) => `# Thing ${n}\n\nText.\n`,
    ),
  });
  expect(series).toMatchObject([{ files: "{number}-{slug}.md", proposals: 6, read: { number: 6 } }]);
  expect(site.json<{ total: number }>("proposal/register.json").total).toBe(6);
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ["file-ignored", "xips/2023-01-14_y.md"],
    ["file-ignored", "xips/2023-02-14_y.md"],
    ["file-ignored", "xips/2023-03-14_y.md"],
  ]);
});

test.each([
  ["md", "![a](../res/one/a.png)"],
  ["mediawiki", "[[Image:/res/one/a.png|A]]"],
])("a folder outside the series is published, however a %s text names its files: %s", async (extension, picture) => {
  const write = (n: number) =>
    extension === "md"
      ? `${text(n)}\n${picture}\n`
      : `<pre>\n  Title: Thing ${n}\n  Author: Ann\n</pre>\n\n${picture}\n`;
  const { site, config, diagnostics } = await configured({
    ...numbered(3, (n) => `xips/xip-${n}.${extension}`, write),
    "res/one/a.png": "x",
  });
  expect(config).toContain('assets: ".."');
  expect(diagnostics).toEqual([]);
  const page = site.text("xip/xip-1/index.html");
  const [, src = ""] = /<img[^>]*\ssrc="([^"]+)"/.exec(page) ?? [];
  expect(site.has(src.replace(/^\//, ""))).toBe(true);
});
