/**
 * The README and the manual are true: links lead somewhere, commands run, configurations load, templates render, and what is made from the program is as
 * the program is. `UPDATE_FIXTURES=1` writes the latter.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { loadConfig } from "../../src/config/loading.js";
import * as library from "../../src/index.js";
import { cipgen } from "../support/cli.js";
import { brokenLinks, codeBlocks, generatedParts, pages, textOfPage, withPart } from "../support/manual.js";
import { build, makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const docs = pages.filter((page) => page === "README.md" || page.startsWith("docs/"));
const blocks = (language: string) => docs.flatMap((page) => codeBlocks(page, language));

test.each(pages)("every link of %s leads somewhere", (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test("the README is short, and the manual has no page that its index does not name", () => {
  expect(textOfPage("README.md").split("\n").length).toBeLessThanOrEqual(121);
  const index = textOfPage("docs/README.md");
  const unnamed = pages.filter((page) => page.startsWith("docs/") && !index.includes(`(${page.slice(5)})`));
  expect(unnamed).toEqual(["docs/README.md"]);
});

test.each(["docs/architecture.md", "CONTRIBUTING.md"])("files of the program that %s names are there", (page) => {
  const all = ["src", "client", "templates"].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" }).map(
      (path) => `/${folder}/${path.split(sep).join("/")}`,
    ),
  );
  const named = [...textOfPage(page).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = ""]) => path);
  const ofTests = /^(?:test\/|x|vitest)|\.test\.ts$/;
  expect(named.filter((path) => !ofTests.test(path) && !all.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test.each(Object.entries(generatedParts()))("the %s of the manual is the program's", (name, { page, text }) => {
  const expected = withPart(page, name, text);
  if (process.env.UPDATE_FIXTURES) writeFileSync(join(repositoryRoot, page), expected);
  expect(textOfPage(page)).toBe(expected);
});

describe("commands", () => {
  const shown = blocks("sh").flatMap(({ code }) =>
    [...code.matchAll(/^npx cipgen (.+?)(?:\s+#.*)?$/gm)].map(([, line = ""]) => line),
  );
  const inText = docs.flatMap((page) =>
    [...textOfPage(page).matchAll(/`cipgen ([a-z-]+ [^`]*)`/g)].map(([, line = ""]) => line),
  );

  test("every option that is shown is one of its command", async () => {
    const options = new Map<string, Set<string>>();
    for (const line of [...shown, ...inText]) {
      const [command = ""] = line.split(" ");
      const known = options.get(command) ?? new Set<string>();
      options.set(command, known);
      for (const [option] of line.matchAll(/--[a-z][a-z-]*/g)) known.add(option);
    }
    for (const [command, used] of options) {
      const { code, stdout } = await cipgen([command, "--help"]);
      expect(code, command).toBe(0);
      expect(
        [...used].filter((option) => !stdout.includes(option)),
        command,
      ).toEqual([]);
    }
  });

  const eip = (number: number) =>
    `---\neip: ${number}\ntitle: Thing ${number}\ndescription: A thing.\nauthor: Ada (@ada)\ndiscussions-to: https://ethereum-magicians.org/t/1\nstatus: Draft\ntype: Meta\ncreated: 2022-01-01\n---\n\n## Abstract\n\nText.\n`;
  const adr = (number: number) =>
    `# ${number}. Use thing ${number}\n\nDate: 2022-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n\n## Decision\n\nText.\n\n## Consequences\n\nText.\n`;
  const numbers = [1, 2, 3, 4];
  const eips = Object.fromEntries(numbers.map((number) => [`EIPS/eip-${number}.md`, eip(number)]));
  const adrs = Object.fromEntries(
    numbers.map((number) => [`docs/adr/000${number}-use-thing-${number}.md`, adr(number)]),
  );

  /** A block of commands, in a folder with these files. */
  test.each<[page: string, block: number, files: Record<string, string>]>([
    ["README.md", 1, eips],
    ["docs/first-site.md", 0, {}],
    ["docs/first-site.md", 2, eips],
    ["docs/switching.md", 0, eips],
    ["docs/switching.md", 1, adrs],
  ])("those of %s (block %i) run one after the other", async (page, block, files) => {
    let folder = makeFolder(files, join(makeFolder(), "cip"));
    const lines = codeBlocks(page, "sh")[block]?.code.split("\n") ?? [];
    expect(lines.length).toBeGreaterThan(1);
    // test/package installs the program.
    for (const line of lines.filter((text) => text && !/^npm install|\bnpm pack/.test(text))) {
      const [, moved] = /^cd (.+)$/.exec(line) ?? [];
      if (moved) {
        folder = join(folder, moved);
        continue;
      }
      const words = /^(?:npx cipgen|node bin\/cipgen\.js) ([^#]+)/.exec(line)?.[1]?.trim() ?? "";
      const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      const env = args[0] === "init" ? withoutNpm() : {};
      const { code, stderr } = await cipgen(args, { cwd: folder, env });
      // What lint finds in somebody's texts is no problem of the command.
      expect(code, `${line}\n${stderr}`).toBeLessThanOrEqual(args[0] === "lint" ? 2 : 0);
    }
  });

  test("the first site shows the configuration that init writes", async () => {
    const folder = makeFolder();
    expect((await cipgen(["init", "my-register"], { cwd: folder, env: withoutNpm() })).code).toBe(0);
    const [shown] = codeBlocks("docs/first-site.md", "ts");
    expect(shown?.code.trim()).toBe(readFileSync(join(folder, "my-register/cipgen.config.ts"), "utf8").trim());
  });
});

describe("code", () => {
  const configurations = blocks("ts");
  const ofSeries = /^\s*(process|statuses|fields|sections|keys|rewrites):/;

  const wholeConfiguration = (code: string) => {
    if (code.includes("defineConfig(")) return code;
    const fragment = ofSeries.test(code) ? `series: [{ profile: "cip", ${code} }],` : code;
    const needed = { title: '"A"', url: '"https://a.example"', series: '[{ profile: "cip" }]' };
    const absent = Object.entries(needed).filter(([key]) => !new RegExp(`^${key}:`, "m").test(fragment));
    return `import { defineConfig } from "cipgen";
      const toMarkdown = (text: string) => text;
      export default defineConfig({ ${absent.map(([key, value]) => `${key}: ${value},`).join(" ")} ${fragment} });
      export { toMarkdown };`;
  };

  test.each(configurations)("the configuration in $page loads: $code", async ({ code }) => {
    const { value, diagnostics } = await loadConfig(makeFolder({ "cipgen.config.ts": wholeConfiguration(code) }));
    expect(diagnostics).toEqual([]);
    expect(value?.series.length).toBeGreaterThan(0);
  });

  test.each(blocks("tsx"))("the template or page in $page renders: $code", async ({ code, before }) => {
    const [file = ""] = [...before.matchAll(/(?:templates|pages)\/[\w/]+\.tsx/g)].map(([name]) => name).slice(-1);
    // A page may lead to one that another block makes.
    const checks = { brokenLinks: "ignore" as const };
    const root = makeSite(
      { [file]: code, "content/cip/core/cip-1.md": proposalText(1, { author: "Ada" }) },
      { checks },
    );
    const built = await build(root);
    expect(built.diagnostics).toEqual([]);
    if (file.startsWith("pages/")) {
      const page = built.page(code.includes("paths(") ? "/people/ada" : "/people");
      expect(page.querySelector("main .prose li")?.textContent).toMatch(/Ada|Proposal 1/);
      return;
    }
    // Its own words.
    const [, words] = />([A-Z][\w, ]+)</.exec(code) ?? /label: "(\w+)"/.exec(code) ?? [];
    expect(built.text("index.html")).toContain(`>${words}<`);
  });

  test.each(blocks("js"))("what $page imports from the package is there: $code", ({ code }) => {
    expect(transformSync(code, { loader: "js", format: "esm" }).warnings).toEqual([]);
    const names = [...code.matchAll(/import \{ ([^}]+) \} from "cipgen"/g)].flatMap(([, list = ""]) =>
      list.split(", "),
    );
    expect(names.filter((name) => !(name in library))).toEqual([]);
  });

  test.each(blocks("yaml"))("the workflow in $page is YAML", ({ code }) => {
    expect(parseAllDocuments(code).flatMap(({ errors }) => errors)).toEqual([]);
  });

  test("everything has the types that the package publishes, the examples of its functions too", () => {
    const entry = readFileSync(join(repositoryRoot, "src/index.ts"), "utf8");
    const examples = [...entry.matchAll(/@example\n([\s\S]*?) \*\/\nexport async function (\w+)/g)];
    const functions = [...entry.matchAll(/export async function (\w+)/g)].map(([, name]) => name);
    expect(examples.map(([, , name]) => name)).toEqual(functions);
    const wrong = 'import { build } from "cipgen";\nexport default (await build()).pagess;\n';
    const files = {
      ...named("templates/block", "tsx", blocks("tsx")),
      ...named(
        "configuration",
        "ts",
        configurations.map(({ code }) => ({ code: wholeConfiguration(code) })),
      ),
      ...named("program", "mts", blocks("js")),
      ...named("client", "mts", blocks("mts")),
      ...named(
        "example",
        "mts",
        examples.map(([, text = "", name]) => ({
          code: `import { ${name} } from "cipgen";\n${text.replace(/^ \* ?/gm, "")}\nexport {};\n`,
        })),
      ),
      "wrong.mts": wrong,
    };
    const types = join(repositoryRoot, "dist/types");
    const modules = join(repositoryRoot, "node_modules");
    const root = makeFolder(files);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      jsx: "react-jsx",
      module: "preserve",
      target: "es2023",
      lib: ["es2024", "dom"],
      types: ["node"],
      typeRoots: [join(modules, "@types")],
      rootDirs: [join(root, "templates"), join(types, "templates")],
      paths: {
        cipgen: [join(types, "src/index.d.ts")],
        "cipgen/templates/*": [join(types, "templates/*.d.ts")],
        "*": [join(modules, "@types/*"), join(modules, "*")],
      },
    };
    writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.*ts", "**/*.tsx"] }));
    const compiler = join(modules, "typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false"], { cwd: root, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual([expect.stringMatching(/^wrong\.mts\(2,\d+\): error .*pagess/)]);
  });
});

/** A new register packs the program, which takes npm seconds: test/spec/init.test.ts looks at that. */
const withoutNpm = () => ({ PATH: makeFolder() });

/** The code of blocks as files. */
const named = (name: string, end: string, codes: readonly { code: string }[]) =>
  Object.fromEntries(codes.map(({ code }, index) => [`${name}-${index}.${end}`, code]));
