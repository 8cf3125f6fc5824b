/** The bundler is a program of its own (esbuild), for one system and processor: it is loaded where something is bundled, and may be missing or unable to start. */
import type { build } from "esbuild";
import { BrokenInstallation } from "./broken-installation.js";

/** esbuild's `build`. @throws its `BuildFailure` for code that cannot be bundled, and `BrokenInstallation` if it cannot run. */
export const bundle: typeof build = async (options) => {
  try {
    const esbuild = await import("esbuild");
    return await esbuild.build(options);
  } catch (error) {
    if (Array.isArray((error as { errors?: unknown }).errors)) throw error;
    throw new BrokenInstallation("esbuild", error);
  }
};
