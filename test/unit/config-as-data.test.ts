/** A configuration that is read and not run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataIn } from "../../src/config/as-data.js";
import { readConfigAsData } from "../../src/config/loading.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

test("literals are read, also those that constants of the file name", () => {
  const text = `import { defineConfig } from "cipgen";
    import fs from "node:fs";
    const usual = { label: "CIP", width: 4 }; // a comment, { "of": braces }
    const title = 'It\\'s';
    export default defineConfig({
      title, url: "https://a.example", on: true, none: null, size: -1_000,
      series: [{ ...usual, id: "cip", read: () => 1 }, usual],
      computed: fs.readFileSync("x"), sum: "a" + "b", filled: \`a\${title}\`, plain: \`b\`,
      method() { return 1; },
    });`;
  expect(dataIn(text)).toEqual({
    title: "It's",
    url: "https://a.example",
    on: true,
    none: null,
    size: -1000,
    series: [
      { label: "CIP", width: 4, id: "cip" },
      { label: "CIP", width: 4 },
    ],
    plain: "b",
  });
});

test("nothing of the file runs", async () => {
  const root = makeFolder();
  const code = `process.env.CIPGEN_RAN = "yes"; export default { title: "A", url: "https://a.example", series: [{ profile: "cip" }] };`;
  writeFileSync(join(root, "cipgen.config.ts"), code);
  const { value } = await readConfigAsData(root);
  expect([value?.title, value?.series[0]?.label]).toEqual(["A", "CIP"]);
  expect(process.env.CIPGEN_RAN).toBeUndefined();
});

test("this register's own configuration can be read", async () => {
  const { value, files } = await readConfigAsData(repositoryRoot);
  expect(value?.series.map(({ id }) => id)).toEqual(["cip"]);
  expect(files).toEqual([join(repositoryRoot, "cipgen.config.ts")]);
});
