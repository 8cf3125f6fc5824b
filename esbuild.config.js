/**
 * Bundles the program with its libraries into dist/: one file starts several times faster than the hundreds that it is made of.
 * What stays outside has files of its own to find (esbuild's binary) or is rarely needed and large (the diagram library).
 */
import { readdir, rm } from "node:fs/promises";
import { build, context } from "esbuild";

const options = {
  entryPoints: {
    cli: "src/cli.ts",
    index: "src/index.ts",
    "write-worker": "src/emit/write-worker.ts",
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
  legalComments: "none",
  logLevel: "warning",
};

if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  const { metafile } = await build({ ...options, metafile: true });
  // Only afterwards, so that a program that starts in between finds its files; the types in dist/types are the compiler's.
  const written = new Set(Object.keys(metafile.outputs).map((path) => path.replace("dist/", "")));
  const stale = (await readdir("dist")).filter((name) => name.endsWith(".js") && !written.has(name));
  await Promise.all(stale.map((name) => rm(`dist/${name}`)));
}
