/**
 * What a configuration of a commit may import. A review runs the configuration of the base: the checkout, which may be a stranger's pull request, must
 * not affect it, so its files are those of the commit alone. Packages are those that are installed in the checkout, as long as the change does not touch
 * what is installed.
 */
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { pathBelow } from "../platform/path-below.js";

/** Where a configuration of a commit is, and what it may import. All paths are absolute. */
export interface CommittedConfig {
  /** Name of the commit in messages. */
  origin: string;
  /** The folder that has files of the commit and nothing else. */
  top: string;
  /** Writes the files there whose paths below it begin so, scripts and data. */
  provide(start: string): Promise<void>;
  /** The site in the checkout. */
  checkout: string;
  /** Paths of the files that the change touches. */
  touched: readonly string[];
  /** Whether packages of the commit are in its own folders, as with `workspaces` or `file:`. */
  hasLocalPackages(): Promise<boolean>;
}

/** Files that say which packages are installed, and the folders of packages themselves. */
const packageFiles =
  /(^|\/)(package\.(json5?|yaml)|deno\.(jsonc?|lock)|\.?bunfig\.toml|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.\w+|\.pnp\.[\w.]+)$|(^|\/)(node_modules|\.yarn|patches)(\/|$)/;

/** What a package in a folder of the repository may consist of. */
const codeOrArchive = /\.([cm]?[jt]sx?|json[5c]?|node|wasm|tgz|tar|gz|zip)$|(^|\/)[^.]+$/i;

/** The address of a file in its own code: what it opens there would be no file of the commit, so it finds nothing. */
export const addressIn = ({ origin, top }: CommittedConfig, path: string) => join("/", origin, pathBelow(top, path));

/** Writes the files that a path may mean: the extension of an import may be missing, or that of the compiled file. */
export const provideFile = ({ top, provide }: CommittedConfig, path: string) =>
  provide(pathBelow(top, path).replace(/\.\w+$/, ""));

/** @param packages gets the paths of the modules that Node.js loads. */
export function committedImports(commit: CommittedConfig, packages: Set<string>): Plugin {
  const { origin, top, checkout, touched } = commit;
  // A package may import others, and its files may be links to, or copies of, those of the checkout.
  const installedFrom = async () =>
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
        const installed = isFile ? undefined : await installedFrom();
        if (installed !== undefined)
          return refused(
            `and the change touches ${installed}: what is installed may be the change's, so no package is loaded; change packages in a change of their own`,
          );
        const resolution = await resolve(path, {
          kind,
          resolveDir: isFile ? resolveDir : checkout,
          pluginData: "resolved",
        });
        if (resolution.errors.length > 0)
          return isFile ? resolution : refused("which is not installed here: install the packages first");
        if (isFile) return pathBelow(top, resolution.path).startsWith("..") ? refused(outside) : resolution;
        // A link into the repository leads to files of the change, and Node.js loads no other languages.
        if (!/[\\/]node_modules[\\/]/.test(resolution.path) || !/\.[cm]?js$/.test(resolution.path))
          return refused(outside);
        packages.add(resolution.path);
        return { path: pathToFileURL(resolution.path).href, external: true };
      });
    },
  };
}
