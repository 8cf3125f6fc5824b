/** The sites that the search benches look at, and the program's own modules as one file for plain Node. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const repository = resolve(import.meta.dirname, "../../..");
export const corpora = join(repository, "../shared/corpora");

export function makeWork() {
  return mkdtempSync(join(tmpdir(), "cipgen-bench-"));
}

/** @returns the path of the bundle. It lies where packages are found. */
export async function bundleProgram() {
  const outfile = join(repository, "node_modules", ".cache", `cipgen-bench-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "corpus.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; globalThis.require = requireFrom(import.meta.url);',
    },
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** @returns the site's root, here and below. */
export function coreCip(work) {
  const root = join(work, "core-cip");
  cpSync(join(corpora, "core-cip"), join(root, "content"), { recursive: true });
  cpSync(join(repository, "cipgen.config.ts"), join(root, "cipgen.config.ts"));
  return root;
}

export function eips(work) {
  const root = join(work, "eips");
  mkdirSync(join(root, "content"), { recursive: true });
  cpSync(join(corpora, "eips/EIPS"), join(root, "content/eips"), { recursive: true });
  const series = [{ profile: "eip", source: "content/eips" }];
  // The corpus has no pictures.
  const checks = { brokenLinks: "ignore", brokenMarkdownLinks: "ignore", brokenAnchors: "ignore" };
  const config = { title: "EIPs", url: "https://example.org", series, checks };
  writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
  return root;
}
