/** Starts the bundler, esbuild. Its program is installed for one system and processor and may be missing, so it is loaded only where something is bundled. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { build, Plugin } from "esbuild";
import { BrokenInstallation } from "./native-import.js";
import { distFolder } from "./package-root.js";

/** Loads esbuild's script, of which dist/ has a copy (esbuild.config.js). */
async function loadBundler(): Promise<{ build: typeof build }> {
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
 * Makes a plugin that notes which files a bundle depends on, and changes nothing. It must come before others that resolve these files.
 * @param files gets the absolute path of every file that is read outside `node_modules`, and of every missing file that
 * a relative import names.
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
        if (pluginData === selfCall || namespace !== "file" || isInstalled(resolveDir)) return undefined;
        const resolution = await resolve(path, { importer, resolveDir, kind, namespace, pluginData: selfCall });
        if (resolution.errors.length > 0) files.add(join(resolveDir, path));
        return undefined;
      });
    },
  };
}

/** Marks the plugin's own call of `resolve`, which would otherwise call the plugin again without end. */
const selfCall = "cipgen-files";
