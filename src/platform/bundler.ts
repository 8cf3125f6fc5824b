/** The bundler is a program of its own (esbuild), for one system and processor: it is loaded where something is bundled, and may be missing or unable to start. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { build, Plugin } from "esbuild";
import { BrokenInstallation } from "./native-import.js";
import { distFolder } from "./package-root.js";

/** dist/ has the bundler's script; see esbuild.config.js. Its program starts in the folder that is the working directory when the script is loaded. */
export async function loadBundler(): Promise<{ build: typeof build }> {
  return distFolder ? createRequire(import.meta.url)("./esbuild/lib/main.js") : import("esbuild");
}

/** esbuild's `build`. @throws its `BuildFailure` for code that cannot be bundled, and `BrokenInstallation` if it cannot run. */
export const bundle: typeof build = async (options) => {
  try {
    const { build } = await loadBundler();
    return await build(options);
  } catch (error) {
    if (Array.isArray((error as { errors?: unknown }).errors)) throw error;
    throw new BrokenInstallation("esbuild", error);
  }
};

/** Installed packages do not change while a program runs. */
const isInstalled = (path: string) => /[\\/]node_modules[\\/]/.test(path);

/**
 * A plugin that only observes. It must be the first in the list.
 * @param files gets the absolute path of every file that is read outside `node_modules`, and of relative imports of
 * missing files.
 */
export function noteFiles(files: Set<string>): Plugin {
  return {
    name: "cipgen-files",
    setup({ onLoad, onResolve, resolve }) {
      onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        if (!isInstalled(path)) files.add(path);
        return undefined;
      });
      onResolve({ filter: /^\.{1,2}\// }, async ({ path, importer, resolveDir, kind, namespace, pluginData }) => {
        if (pluginData === noted || namespace !== "file" || isInstalled(resolveDir)) return undefined;
        const resolution = await resolve(path, { importer, resolveDir, kind, namespace, pluginData: noted });
        if (resolution.errors.length > 0) files.add(join(resolveDir, path));
        return undefined;
      });
    },
  };
}

const noted = "noted";
