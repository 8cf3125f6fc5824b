/** Extensions: parts of configurations that packages publish. What they bring is as if the site had it; what is wrong in them is said of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/cli/api/build.js";
import { lint } from "../../src/cli/api/lint.js";
import { review } from "../../src/cli/api/review.js";
import { loadConfig } from "../../src/config/loading.js";
import { Repository } from "../support/git.js";
import { makeSite, proposalText } from "../support/site.js";

const site = (more: string, before = "") => `import { defineConfig } from "cipgen";
${before}
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  search: { provider: "none" },
  series: [{ profile: "cip" }],
  ${more}
});
`;

const acme = `import { defineExtension } from "cipgen";
export const acme = ({ team }) => defineExtension({
  name: "acme",
  tagline: "By Acme",
  pageSize: 5,
  colorMode: { default: "dark", respectSystem: false },
  styles: [new URL("./theme.css", import.meta.url).href],
  head: [{ tag: "meta", name: "team", content: team }],
  footer: { columns: [{ title: "Acme", links: [{ label: "Acme", to: "https://acme.example" }] }] },
  lint: { rules: { "title-length": ["error", { max: 5, min: 2 }], "html-comments": "warn" } },
  outputs: [{ name: "teams", paths: ["teams.txt"], files: () => [{ path: "teams.txt", content: team }] }],
  checks: [{
    id: "no-x", severity: "error", summary: "X", help: "X.", scope: "texts",
    check: ({ lines }) => lines.flatMap((text, at) => text.includes("XX") ? [{ message: "XX", line: at + 1, column: 1 }] : []),
  }],
});
`;

const files = (config: string, more: Record<string, string> = {}) => ({
  "cipgen.config.ts": config,
  "acme/index.ts": acme,
  "acme/theme.css": ".acme{color:red}\n",
  "content/cip/cbc/cip-20.md": proposalText(20, {}, "XX\n"),
  ...more,
});
const importing = 'import { acme } from "./acme/index.js";';

async function configOf(more: string, before = importing) {
  const { value, diagnostics } = await loadConfig(makeSite(files(site(more, before))));
  expect(diagnostics).toEqual([]);
  if (!value) throw new Error("no configuration");
  return value;
}

describe("what an extension has", () => {
  test("are defaults: the site's own values win, objects are merged, lists joined, the extension's first", async () => {
    const value = await configOf(`
      extensions: [acme({ team: "Ledger" })],
      pageSize: 7,
      colorMode: { respectSystem: true },
      head: [{ tag: "meta", name: "own", content: "site" }],
      lint: { rules: { "title-length": ["warn", { max: 60 }] } },
      checks: { brokenLinks: "warn" },
    `);
    expect(value).toMatchObject({
      tagline: "By Acme",
      pageSize: 7,
      colorMode: { default: "dark", respectSystem: true },
      head: [{ name: "team", content: "Ledger" }, { name: "own" }],
      lint: { rules: { "title-length": ["warn", { max: 60 }], "html-comments": "warn" } },
      checks: { brokenLinks: "warn", brokenAnchors: "warn", rules: [{ id: "no-x" }] },
      extensions: [{ name: "acme" }],
    });
  });

  test("is built and checked like the site's own, with its files beside its code", async () => {
    const root = makeSite(files(site('extensions: [acme({ team: "Ledger" })],', importing)));
    const { ok, out, diagnostics } = await build({ root });
    expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
    expect(readFileSync(join(out, "teams.txt"), "utf8")).toBe("Ledger");
    const page = readFileSync(join(out, "index.html"), "utf8");
    expect(page).toContain('<meta name="team" content="Ledger"');
    const [sheet = ""] = /assets\/site-\w+\.css/.exec(page) ?? [];
    expect(readFileSync(join(out, sheet), "utf8")).toContain(".acme{color:red}");
    const found = (await lint({ root })).diagnostics.filter(({ code }) => code === "no-x");
    expect(found).toMatchObject([{ file: "content/cip/cbc/cip-20.md" }]);
    // A change of its files and of its code is a change of the site.
    writeFileSync(join(root, "acme/theme.css"), ".acme{color:blue}\n");
    writeFileSync(join(root, "acme/index.ts"), acme.replace("content: team }]", 'content: "2" }]'));
    await build({ root });
    expect(readFileSync(join(out, "teams.txt"), "utf8")).toBe("Ledger");
    expect(readFileSync(join(out, "index.html"), "utf8")).toContain('<meta name="team" content="2"');
    expect(readFileSync(join(out, "index.html"), "utf8")).not.toContain(sheet);
  });
});

describe("what is wrong in an extension is said of it, at the place where the site names it", () => {
  const brought = (keys: string) => `extensions: [{ name: "acme", ${keys} }],`;
  test.each([
    [
      "outputs",
      brought('outputs: [{ name: "a", paths: ["../a"], files: () => [] }]'),
      "extensions[0].outputs[0].paths[0]: a path is below the site",
      true,
    ],
    ["a value", brought('pageSize: "many"'), 'extensions[0].pageSize: this must be a number, but it is "many"', true],
    ["an unknown key", brought("pagesize: 5"), "extensions[0].pagesize: there is no such key", true],
    ["a check", brought('checks: [{ id: "A" }]'), "extensions[0].checks[0].id: a name has lower-case letters", true],
    [
      "the site's own, after the extension's",
      `${brought('head: [{ tag: "meta", name: "a", content: "b" }]')} head: [{ tag: "script" }],`,
      "head[0]: a script needs src",
      false,
    ],
    ["a missing name", "extensions: [{ tagline: 'x' }],", "extensions[0].name: this is missing", false],
    ["no object", "extensions: ['acme'],", 'extensions[0]: this must be an object with keys, but it is "acme"', false],
    [
      "no list",
      "extensions: { name: 'acme' },",
      "extensions: this must be a list, but it is an object with keys",
      false,
    ],
    [
      "the same twice",
      "extensions: [{ name: 'acme' }, { name: 'acme' }],",
      'extensions[1].name: there is another extension "acme"',
      false,
    ],
    [
      "extensions of its own",
      brought("extensions: []"),
      "extensions[0].extensions: an extension has no extensions of its own",
      false,
    ],
  ])("%s", async (_what, keys, message, isNamed) => {
    const { value, diagnostics } = await loadConfig(makeSite(files(site(keys))));
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({
      message: expect.stringContaining(message),
      file: "cipgen.config.ts",
      line: 8,
    });
    expect(diagnostics[0]?.message.endsWith('(in the extension "acme")')).toBe(isNamed);
  });
});

test("a link of an extension to an anchor that its page lacks is reported there", async () => {
  const columns = "footer: { columns: [{ title: 'A', links: [{ label: 'A', to: '/cip#no' }] }] }";
  const { diagnostics } = await build({ root: makeSite(files(site(`extensions: [{ name: "acme", ${columns} }],`))) });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'extensions[0].footer.columns[0].links[0].to: the page /cip has no anchor #no (in the extension "acme")',
  ]);
});

describe("from a package", () => {
  const published = {
    "node_modules/cipgen-extension-acme/package.json":
      '{ "name": "cipgen-extension-acme", "type": "module", "main": "index.js" }',
    "node_modules/cipgen-extension-acme/index.js": acme.replace(/^import.*\n/, "").replace("defineExtension(", "("),
    "node_modules/cipgen-extension-acme/theme.css": ".acme{color:red}\n",
    "package.json": "{}\n",
    ".gitignore": "node_modules\nbuild\n.cipgen\n",
  };
  const importPackage = 'import { acme } from "cipgen-extension-acme";';
  const config = site('extensions: [acme({ team: "Ledger" })],', importPackage);
  const changed = (change: Record<string, string>) => {
    const repository = new Repository(makeSite(files(config, published)));
    repository.commit("2024-01-01T00:00:00Z");
    repository.git(["branch", "base"]);
    return repository.commit("2024-01-02T00:00:00Z", {
      "content/cip/cbc/cip-21.md": proposalText(21, {}, "XX\n"),
      ...change,
    });
  };

  test("it is built with its own files", async () => {
    const { ok, out } = await build({ root: makeSite(files(config, published)) });
    expect(ok).toBe(true);
    expect(readFileSync(join(out, "teams.txt"), "utf8")).toBe("Ledger");
  });

  test("its checks run in the review of a change that touches no packages", async () => {
    const { root } = changed({});
    const { diagnostics } = await review({ root, base: "base" });
    expect(diagnostics.filter(({ code }) => /^(no-x|config)/.test(code))).toMatchObject([
      { code: "no-x", file: "content/cip/cbc/cip-21.md" },
    ]);
  });
});
