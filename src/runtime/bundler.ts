/** The bundler is a program of its own (esbuild), for one system and processor: it is loaded where something is bundled, and may be missing or unable to start. */
import { createRequire } from "node:module";
import type { build } from "esbuild";
import { BrokenInstallation } from "./broken-installation.js";
import { distFolder } from "./package-root.js";

/** dist/ has the bundler's script; see esbuild.config.js. */
async function load(): Promise<{ build: typeof build }> {
  return distFolder ? createRequire(import.meta.url)("./esbuild/lib/main.js") : import("esbuild");
}

/** esbuild's `build`. @throws its `BuildFailure` for code that cannot be bundled, and `BrokenInstallation` if it cannot run. */
export const bundle: typeof build = async (options) => {
  try {
    const { build } = await load();
    return await build(options);
  } catch (error) {
    if (Array.isArray((error as { errors?: unknown }).errors)) throw error;
    throw new BrokenInstallation("esbuild", error);
  }
};
