/**
 * Bundles the program with its libraries into dist/: one file starts several times faster than the hundreds that it is made of.
 * What stays outside has files of its own to find (esbuild's binary) or is rarely needed and large (the diagram library).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { build, context } from "esbuild";

/**
 * markdown-it is published with its class fields lowered to a helper that goes through Object.defineProperty. A build makes millions of
 * tokens, so they are given plain assignments again.
 */
const plainTokenFields = {
  name: "plain-token-fields",
  setup({ onLoad }) {
    onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const field = /_defineProperty\(\s*this,(?:\s*\/\*[\s\S]*?\*\/)?\s*"(\w+)",/g;
      return { contents: code.replace(field, "(this.$1 ="), loader: "js" };
    });
  },
};

const options = {
  entryPoints: {
    cli: "src/cli.ts",
    index: "src/index.ts",
    "write-worker": "src/emit/write-worker.ts",
    "parse-worker": "src/pipeline/parse-worker.ts",
    "index-worker": "src/search/index/index-worker.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: ["esbuild", "beautiful-mermaid", "satori", "@resvg/resvg-js"],
  banner: {
    js: 'import { createRequire as cipgenRequire } from "node:module"; const require = cipgenRequire(import.meta.url);',
  },
  plugins: [plainTokenFields],
  legalComments: "none",
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
};

/** Serves this repository's site with the program as it is now: it follows content, templates, styles and strings by itself, but not its own code. */
const serve = {
  name: "serve",
  setup(build) {
    let program;
    const stop = async () => {
      if (!program || program.exitCode !== null || !program.kill()) return;
      await once(program, "exit");
    };
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      await stop();
      program = spawn(process.execPath, ["bin/cipgen.js", "serve", "--watch"], { stdio: "inherit" });
    });
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop().then(() => process.exit()));
  },
};

if (process.argv.includes("--watch")) {
  await (await context({ ...options, plugins: [...options.plugins, serve] })).watch();
} else {
  const { metafile } = await build({ ...options, metafile: true });
  // Only afterwards, so that a program that starts in between finds its files; the types in dist/types are the compiler's.
  const written = new Set(Object.keys(metafile.outputs).map((path) => path.replace("dist/", "")));
  const stale = (await readdir("dist")).filter((name) => name.endsWith(".js") && !written.has(name));
  await Promise.all(stale.map((name) => rm(`dist/${name}`)));
}
