/** An old configuration in JavaScript or TypeScript is read as data: what its author wrote is there, and nothing of it runs. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readScript } from "../../src/tools/scaffold/from/script-data.js";
import { runs } from "../support/runs.js";

const dataIn = async (text: string) => (await readScript(text)).value;

describe("what is written has its value", () => {
  test.each([
    [
      "export default { title: 'CIP', n: -1.5, on: true, none: null };",
      { title: "CIP", n: -1.5, on: true, none: null },
    ],
    ["const title = `a$" + "{'b'}`; module.exports = { title: title + 'c' };", { title: "abc" }],
    [
      "const a = { x: 1, y: 2 }; const list = [1, 2]; export default { ...a, y: 3, list: [...list, 1] };",
      { x: 1, y: 3, list: [1, 2, 1] },
    ],
    [
      "export default { url: process.env.URL || 'https://x.example', base: process.env['BASE'] ?? '/' };",
      { url: "https://x.example", base: "/" },
    ],
    [
      "const config: Config = { a: 'b' as const, c: [1] satisfies number[], d: e! }; const e = 'f'; export default config;",
      { a: "b", c: [1], d: "f" },
    ],
    ["import { defineConfig } from 'somewhere'; export default defineConfig({ title: 'T' });", { title: "T" }],
    ["export default { n: 1 + 1, text: `a$" + "{null}` + 1 };", { n: 2, text: "anull1" }],
    ["export default () => ({ title: 'T' });", { title: "T" }],
    ["export default async function createConfig() { return { title: 'T' }; }", { title: "T" }],
    ["export = { title: 'T', 'quoted-key': 1, ['computed']: 2 };", { title: "T", "quoted-key": 1, computed: 2 }],
  ])("%s", async (text, value) => {
    expect(await dataIn(text)).toEqual(value);
  });

  test("any data is read as it was written", async () => {
    const key = fc.string({ minLength: 1 }).filter((name) => name !== "__proto__");
    const data = fc.object({ key, values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] });
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        expect(await dataIn(`export default ${JSON.stringify(value)};`)).toEqual(value);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("nothing runs", () => {
  test.each([
    ["throws", "throw new Error('ran'); export default { title: 'T' };"],
    ["prints", "console.log('ran'); process.stdout.write('ran'); export default { title: 'T' };"],
    ["loops", "for (;;) {} export default { title: 'T' };"],
    ["ends the process", "process.exit(7); export default { title: 'T' };"],
    ["changes the environment", "process.env.RAN = 'yes'; globalThis.ran = true; export default { title: 'T' };"],
    ["imports what is not there", "import './gone.js'; require('./gone.cjs'); export default { title: 'T' };"],
    ["has a getter", "export default { title: 'T', get url() { throw new Error('ran'); } };"],
  ])("of a file that %s", async (_, text) => {
    const print = vi.spyOn(console, "log");
    expect(await dataIn(text)).toEqual({ title: "T" });
    expect([print.mock.calls, process.env.RAN, "ran" in globalThis]).toEqual([[], undefined, false]);
    print.mockRestore();
  });

  test("a variable of the environment never has its value", async () => {
    vi.stubEnv("SECRET", "hidden");
    const { value } = await readScript(
      "export default { a: process.env.SECRET || 'default', b: `$" + "{process.env.SECRET}`, c: process.env };",
    );
    expect(value).toEqual({ a: "default" });
    vi.unstubAllEnvs();
  });

  test("any text gives an answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(..."{}[]()`$'\"=>.,:;ab export default const function".split("")) }),
        async (text) => {
          expect(await readScript(text)).toHaveProperty("unread");
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
