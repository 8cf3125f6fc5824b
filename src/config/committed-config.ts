/**
 * Limits the imports of a configuration that a review runs. It is the configuration of the base commit, and the checkout, which may be a stranger's pull
 * request, must not affect it. So it may import only files of that commit, and packages that are installed in the checkout, unless the change touches
 * what is installed.
 */
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { pathBelow } from "../platform/path-below.js";

/** A configuration of a commit, and what it may import. Paths of folders are absolute. */
export interface CommittedConfig {
  /** The commit, as messages name it. */
  origin: string;
  /** A folder that contains nothing but files of the commit. */
  top: string;
  /** Writes the files of the commit whose paths begin with `start` into `top`. */
  provide(start: string): Promise<void>;
  /** The site in the checkout. */
  checkout: string;
  /** Paths of the files that the change touches. */
  touched: readonly string[];
  /** Whether the commit may have packages in its own folders, as with `workspaces` or `file:`. */
  hasLocalPackages(): Promise<boolean>;
}

/** Files that decide which packages are installed, and the folders of packages. */
const packageFiles =
  /(^|\/)(package\.(json5?|yaml)|deno\.(jsonc?|lock)|\.?bunfig\.toml|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.\w+|\.pnp\.[\w.]+)$|(^|\/)(node_modules|\.yarn|patches)(\/|$)/;

/** Files that a package in a folder of the repository may consist of. */
const codeOrArchive = /\.([cm]?[jt]sx?|json[5c]?|node|wasm|tgz|tar|gz|zip)$|(^|\/)[^.]+$/i;

/** The address that a file's code sees as its own (`import.meta.url`). It does not exist, so the code cannot read files of the checkout beside it. */
export const addressIn = ({ origin, top }: CommittedConfig, path: string) => join("/", origin, pathBelow(top, path));

/** Writes the files that an import may mean: its extension may be missing, or that of the compiled file. */
export const provideFile = ({ top, provide }: CommittedConfig, path: string) =>
  provide(pathBelow(top, path).replace(/\.\w+$/, ""));

/** The plugin that resolves and refuses imports. @param packages gets the paths of the modules that Node.js loads. */
export function committedImports(commit: CommittedConfig, packages: Set<string>): Plugin {
  const { origin, top, checkout, touched } = commit;
  // One touched file suffices: packages import each other, and may be links to, or copies of, folders of the checkout.
  const touchedPackageFile = async () =>
    touched.find((path) => packageFiles.test(path)) ??
    ((await commit.hasLocalPackages()) ? touched.find((path) => codeOrArchive.test(path)) : undefined);
  return {
    name: "cipgen-committed",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === "entry-point" || pluginData === "resolved") return undefined;
        if (isBuiltin(path)) return { path, external: true };
        const refused = (why: string) => ({ errors: [{ text: `the configuration imports "${path}", ${why}` }] });
        const outside = `and a review runs only files of ${origin}: move the code that it needs into a file beside it`;
        const isFile = /^\.{1,2}(\/|$)/.test(path);
        if (isFile) await provideFile(commit, join(resolveDir, path));
        const touchedFile = isFile ? undefined : await touchedPackageFile();
        if (touchedFile !== undefined)
          return refused(
            `but the change touches ${touchedFile}, so an installed package may be the change's: change packages in a change of their own`,
          );
        const resolution = await resolve(path, {
          kind,
          resolveDir: isFile ? resolveDir : checkout,
          pluginData: "resolved",
        });
        if (resolution.errors.length > 0)
          return isFile ? resolution : refused("which is not installed here: install the packages first");
        if (isFile) return pathBelow(top, resolution.path).startsWith("..") ? refused(outside) : resolution;
        // A link into the repository leads to files of the change, and Node.js loads JavaScript only.
        if (!/[\\/]node_modules[\\/]/.test(resolution.path) || !/\.[cm]?js$/.test(resolution.path))
          return refused(outside);
        packages.add(resolution.path);
        return { path: pathToFileURL(resolution.path).href, external: true };
      });
    },
  };
}
