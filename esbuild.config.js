/**
 * Makes dist/: the command line and the program with its libraries as two scripts, which start several times faster than the hundreds of files
 * that they are made of, and what every site gets as it is, the package's templates and the browser's files.
 * What stays outside has files of its own to find (esbuild's binary) or is rarely needed and large (the diagram library).
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, posix, resolve } from "node:path";
import { build, context } from "esbuild";
import { asFunction } from "./bin/load.cjs";

const dist = resolve(import.meta.dirname, "dist");
const bundlerScript = "node_modules/esbuild/lib/main.js";

/** Source of a library that is bundled with a change; a change that finds nothing to change is an error. */
function edited(name, filter, edit) {
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path }) => {
        const code = await readFile(path, "utf8");
        const contents = edit(code);
        if (contents === code) throw new Error(`${name} no longer matches ${path}`);
        return { contents, loader: "js" };
      });
    },
  };
}

/**
 * markdown-it is published with its class fields lowered to a helper that goes through Object.defineProperty. A build makes millions of
 * tokens, so they are given plain assignments again.
 */
const plainTokenFields = edited("plain-token-fields", /markdown-it[\\/]dist[\\/]markdown-it\.mjs$/, (code) =>
  code.replace(/_defineProperty\(\s*this,(?:\s*\/\*[\s\S]*?\*\/)?\s*"(\w+)",/g, "(this.$1 ="),
);

/**
 * Parts of libraries that are loaded with them and never called: gray-matter is given its YAML reader, no style attribute is let through, no
 * command is a program of its own, zod's messages are English, and the server of the Model Context Protocol gets a validator.
 */
const neverCalled = {
  name: "never-called",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(js-yaml|postcss|\.\/ajvProvider-\w+\.mjs)$/ }, ({ path }) => ({
      path: path.replace(/\.mjs$/, ""),
      namespace: "never-called",
    }));
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer }) =>
      /[\\/]zod[\\/]/.test(importer) ? { path, namespace: "never-called" } : undefined,
    );
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: "never-called" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "never-called" }, ({ path }) => ({
      contents: `const fail = () => { throw new Error("${path} is not part of this program"); };
        module.exports = { parse: fail, safeLoad: fail, safeDump: fail, spawn: fail };`,
    }));
  },
};

/**
 * The command line and what other code imports are scripts of their own: help, the version and mistakes need nothing else, and are there sooner. What
 * they import when it is wanted is in the program, which gives out its modules by their paths below src/.
 */
const loadsProgram = ["cli/cli.ts", "cli/commands/index.ts", "index.ts", "cli/mcp/program.ts"].map((path) =>
  resolve(import.meta.dirname, "src", path),
);
/** A command that has a script of its own: its library is a third as large as the program, and over a built site it needs nothing else. */
const ownScripts = { "./cli/commands/mcp.js": "mcp" };
const twoScripts = {
  name: "two-scripts",
  async setup({ onResolve, onLoad }) {
    const resolveDir = resolve(import.meta.dirname, "src");
    const pathOf = (importer, path) =>
      `./${posix.join(posix.relative(slashed(resolveDir), slashed(dirname(importer))), path)}`;
    onResolve({ filter: /^program$/ }, ({ path }) => ({ path, namespace: "program" }));
    onLoad({ filter: /^program$/, namespace: "program" }, async () => {
      const paths = new Set();
      for (const file of loadsProgram)
        for (const [, path] of (await readFile(file, "utf8")).matchAll(/\bimport\("([^"]+)"\)/g))
          paths.add(pathOf(file, path));
      const contents = `export * from "./cli/entry.ts";\n${exporting([...paths].filter((path) => !ownScripts[path]))}`;
      return { contents, resolveDir };
    });
    onResolve({ filter: /^own-script:/ }, ({ path }) => ({ path, namespace: "own-script" }));
    onLoad({ filter: /.*/, namespace: "own-script" }, ({ path }) => {
      const own = Object.keys(ownScripts).filter((module) => path === `own-script:${ownScripts[module]}`);
      return { contents: exporting(own), resolveDir };
    });
    onResolve({ filter: /^\./ }, ({ path, importer, kind }) =>
      kind === "dynamic-import" && loadsProgram.includes(importer)
        ? { path: pathOf(importer, path), namespace: "in-program" }
        : undefined,
    );
    onResolve({ filter: /load\.cjs$/, namespace: "in-program" }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: "in-program" }, ({ path }) => ({
      contents: `module.exports = require("../bin/load.cjs").loadScript(${JSON.stringify(ownScripts[path] ?? "program")}).modules[${JSON.stringify(path)}]();`,
    }));
  },
};

const exporting = (paths) =>
  `export const modules = { ${paths.map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(path)}),`).join("\n")} };`;

const slashed = (path) => path.replaceAll("\\", "/");

/** The script of a thread, from the module of its only job. */
const threads = {
  name: "threads",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^thread:/ }, ({ path }) => ({ path: path.slice("thread:".length), namespace: "thread" }));
    onLoad({ filter: /.*/, namespace: "thread" }, ({ path }) => ({
      contents: `import { run } from ${JSON.stringify(`./${path}`)};
        export const jobs = { ${/(\w+)-worker\.ts$/.exec(path)[1]}: run };`,
      resolveDir: import.meta.dirname,
    }));
  },
};

const options = {
  entryPoints: {
    program: "program",
    cli: "src/cli/cli.ts",
    mcp: "own-script:mcp",
    "thread-history": "thread:src/build/history-worker.ts",
    "thread-index": "thread:src/output/search/index/index-worker.ts",
    "thread-highlight": "thread:src/content/formats/markdown/highlight-worker.ts",
  },
  outdir: dist,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["esbuild"],
  // Its main file finds its parts as it runs, where no bundle has them.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  define: { "import.meta.url": "programUrl" },
  banner: { js: 'const programUrl = require("node:url").pathToFileURL(__filename).href;' },
  // A script has no import of its own; what must be imported goes through src/platform/native-import.ts.
  supported: { "dynamic-import": false },
  plugins: [plainTokenFields, neverCalled, twoScripts, threads],
  // Notices of licences are in dist/licenses.txt.
  legalComments: "none",
  metafile: true,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
  absWorkingDir: import.meta.dirname,
};

/** Libraries of one command each (src/platform/library.ts). No stack trace of ours goes through them, so their names may be short. */
const libraries = {
  ...options,
  entryPoints: {
    parser: "src/tools/scaffold/from/script-parser.ts",
    prompts: "@clack/prompts",
    languageserver: "src/cli/lsp/library.ts",
  },
  minifyIdentifiers: true,
  keepNames: true,
};

const scripts = Object.keys({ ...options.entryPoints, ...libraries.entryPoints });

/** What other code imports. */
const index = {
  entryPoints: { index: "src/index.ts" },
  outdir: dist,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  plugins: [twoScripts],
  absWorkingDir: import.meta.dirname,
};

/** The bundler leaves letters only in regular expressions as they are; a script in ASCII takes half the memory. */
function inAscii(script) {
  return script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The bundler's own script, as it is: it refuses to be bundled, and its package has a script for the installation, for which some package managers
 * end with an error. Its programs are optional dependencies of this package.
 */
async function copyBundler() {
  await mkdir(resolve(dist, "esbuild/lib"), { recursive: true });
  await writeFile(resolve(dist, "esbuild/package.json"), '{ "type": "commonjs" }\n');
  await copyFile(resolve(import.meta.dirname, bundlerScript), resolve(dist, "esbuild/lib/main.js"));
}

/** What is made beside the bundle, once it is there: by a process of its own, which runs the program that was just bundled. */
async function finish({ inputs }) {
  const { metafile } = await build(libraries);
  for (const name of scripts) {
    const script = asFunction(inAscii(await readFile(resolve(dist, `${name}.cjs`), "utf8")));
    await writeFile(resolve(dist, `${name}.cjs`), script);
    const digest = createHash("sha256").update(script).digest("hex").slice(0, 32);
    await writeFile(resolve(dist, `${name}.digest`), `${digest}\n`);
  }
  await build(index);
  await copyBundler();
  // Not as an argument: Windows ends a command line after 32,767 characters.
  const list = resolve(dist, "libraries.json");
  const bundled = Object.keys({ ...inputs, ...metafile.inputs }).filter((path) => path.includes("node_modules"));
  await writeFile(list, JSON.stringify([...bundled, bundlerScript]));
  const code = 'require("./bin/load.cjs").loadScript("program").savePackageFiles(...process.argv.slice(1))';
  const child = spawn(process.execPath, ["-e", code, dist, list], { cwd: import.meta.dirname, stdio: "inherit" });
  const [status] = await once(child, "exit");
  await rm(list);
  if (status !== 0) throw new Error("the package's files could not be made");
}

/** Serves this repository's site with the program as it is now: it follows content, templates, styles and strings by itself, but not its own code. */
const serve = {
  name: "serve",
  setup(build) {
    let program;
    const stop = async () => {
      if (!program || program.exitCode !== null || !program.kill()) return;
      await once(program, "exit");
    };
    build.onEnd(async ({ errors, metafile }) => {
      if (errors.length > 0) return;
      await stop();
      await finish(metafile);
      program = spawn(process.execPath, ["bin/cipgen.js", "serve", "--watch"], { stdio: "inherit" });
    });
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop().then(() => process.exit()));
  },
};

await mkdir(dist, { recursive: true });
if (process.argv.includes("--watch")) {
  await (await context({ ...options, plugins: [...options.plugins, serve] })).watch();
} else {
  const { metafile } = await build(options);
  await finish(metafile);
  // Only afterwards, so that a program that starts in between finds its files; the types in dist/types are the compiler's.
  const names = [...scripts, "templates"].join("|");
  const ofScripts = new RegExp(`^(${names})(\\.cjs|\\.digest|-[^-]+-v[^-]+-\\w+-\\w+\\.cache)$`);
  const others = /^(index\.js|esbuild|live\.js|licenses\.txt|client\.json|config\.schema\.json|types)$/;
  const stale = (await readdir(dist)).filter((name) => !ofScripts.test(name) && !others.test(name));
  await Promise.all(stale.map((name) => rm(resolve(dist, name), { recursive: true })));
}
