/** The configuration of a commit: what is in the checkout, which may be a stranger's change, takes no part in it. */
import { writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { loadCommittedConfig } from "../../src/config/loading.js";
import { linkSite } from "../../src/pipeline/link.js";
import { emptyState } from "../../src/pipeline/state.js";
import { commitReader } from "../../src/read/commit-reader.js";
import { Repository } from "../support/git.js";
import { proposalText } from "../support/site.js";

const day = "2020-01-01T00:00:00Z";
const config = (title: string) =>
  `export default { title: ${title}, url: "https://x.example", series: [{ profile: "cip" }] };\n`;

async function load(files: Record<string, string>, checkout: Record<string, string> = {}, prefix = "") {
  const repository = new Repository().commit(day, files);
  for (const [path, text] of Object.entries(checkout)) writeFileSync(join(repository.root, path), text);
  const commit = repository.git(["rev-parse", "HEAD"]).trim();
  const reader = await commitReader(repository.place, prefix, commit);
  return { repository, reader, loaded: await loadCommittedConfig(reader, "the base") };
}

test("its own files are imported, of whatever kind; those of the checkout never", async () => {
  const files = {
    "cipgen.config.ts": `import { defineConfig } from "cipgen";\nimport { sep } from "node:path";\nimport { title } from "./parts/title.js";\n${config("title + sep").replace("default ", "default defineConfig(").replace("};", "});")}`,
    "parts/title.ts": 'import words from "./words.json";\nexport const title: string = words.title;\n',
    "parts/words.json": '{ "title": "base" }',
  };
  const foreign = { "parts/title.ts": 'throw new Error("run");', "parts/words.json": '{ "title": "head" }' };
  const { loaded } = await load(files, foreign);
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.value).toMatchObject({ file: "cipgen.config.ts", config: { title: `base${sep}` } });
});

test("a package is refused, with the way out: it would be the checkout's", async () => {
  const { loaded } = await load({ "cipgen.config.mjs": `import x from "esbuild";\n${config("x")}` });
  expect(loaded.diagnostics).toMatchObject([
    {
      code: "config-syntax",
      file: "cipgen.config.mjs",
      line: 1,
      message: expect.stringContaining('imports "esbuild"'),
    },
  ]);
  expect(loaded.diagnostics[0]?.message).toContain("move the code that it needs into a file beside it");
});

test("what is missing or wrong in it is said of the commit", async () => {
  expect((await load({ "a.md": "" }, { "cipgen.config.ts": config('"x"') })).loaded.diagnostics).toMatchObject([
    { code: "config-missing", message: "there is no cipgen.config.ts in the base" },
  ]);
  const lacking = await load({ "cipgen.config.ts": 'import "./gone.js";\nexport default {};\n' });
  expect(lacking.loaded.diagnostics[0]?.message).toContain("there is no gone.js in the base");
  const wrong = await load({ "cipgen.config.json": '{\n  "titel": "x"\n}' }, { "cipgen.config.json": "{}" });
  expect(wrong.loaded.diagnostics).toContainEqual(
    expect.objectContaining({ code: "config-unknown-key", line: 2, column: 3 }),
  );
});

test("a site of a subfolder is linked as it is in the commit, whatever the checkout holds", async () => {
  const files = {
    "site/cipgen.config.ts": config('"x"'),
    "site/content/cip/cbc/cip-1.md": proposalText(1, { title: "Committed" }, "[a](./cip-2.md)\n"),
  };
  const { reader, repository, loaded } = await load(files, {}, "site/");
  writeFileSync(join(repository.root, "site/content/cip/cbc/cip-1.md"), "changed");
  if (!loaded.value) throw new Error("no configuration");
  const { config: value, file } = loaded.value;
  const root = join(repository.root, "site");
  const linked = await linkSite({ root, config: value, configFile: file, state: emptyState(), reader });
  expect(linked.value.site.registers[0]?.proposals.map(({ meta }) => meta.title)).toEqual(["Committed"]);
  expect(linked.diagnostics).toMatchObject([{ code: "broken-markdown-link", file: "content/cip/cbc/cip-1.md" }]);
});
