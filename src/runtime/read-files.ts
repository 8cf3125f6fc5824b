/** Collects the files of a bundle, even if it cannot be built: a change of any of them changes the bundle. */
import { join } from "node:path";
import type { Plugin } from "esbuild";

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
        const found = await resolve(path, { importer, resolveDir, kind, namespace, pluginData: noted });
        if (found.errors.length > 0) files.add(join(resolveDir, path));
        return undefined;
      });
    },
  };
}

const noted = "noted";
