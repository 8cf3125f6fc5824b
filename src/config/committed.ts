/**
 * Loads a config file from a commit and not from the disk. A review runs the configuration of the base: the checkout,
 * which may be a stranger's pull request, must not affect it, so files are imported only from the commit. Packages are those that are installed
 * in the checkout, as long as the change does not touch what is installed.
 */
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, Plugin } from "esbuild";
import { diagnose } from "../diagnostics/codes.js";
import { bundle } from "../runtime/bundler.js";
import type { Result } from "../shared/diagnostic.js";
import { configFileNames } from "./find.js";
import { configProblems, parseJson, selfImport } from "./load.js";
import { placeInText } from "./locate.js";
import { withRedirectsFile } from "./redirects.js";
import { resolveConfig, type SiteConfig } from "./resolve.js";
import { packageTexts, runBundle } from "./run-bundle.js";
import { withCode } from "./site-functions.js";

/** The files that a configuration is made of, by path relative to the site's root. */
interface ConfigFiles {
  has(path: string): boolean;
  read(paths: readonly string[]): Promise<Uint8Array[]>;
}

/** The packages that are installed in the checkout, and what a change does to them. */
interface InstalledPackages {
  /** Absolute path of the site in the checkout. */
  root: string;
  /** Paths of the files that the change touches. */
  touched: readonly string[];
}

/** Files that say which packages are installed, and the folders of packages themselves. */
const packageFiles =
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.\w+|\.pnp\.[\w.]+)$|(^|\/)(node_modules|\.yarn|patches)(\/|$)/;

/**
 * @param place name of the commit in messages.
 * @returns the configuration and the name of its file, or undefined with diagnostics.
 */
export async function loadCommittedConfig(
  files: ConfigFiles,
  place: string,
  installed?: InstalledPackages,
): Promise<Result<{ config: SiteConfig; file: string } | undefined>> {
  const file = configFileNames.find((name) => files.has(name));
  if (!file) {
    const help = `The configuration is read from there, so that no code of a change runs. Looked for ${configFileNames.join(", ")}.`;
    const missing = diagnose("config-missing", `there is no cipgen.config.ts in ${place}`, { help });
    return { value: undefined, diagnostics: [missing] };
  }
  const [bytes = new Uint8Array()] = await files.read([file]);
  const text = Buffer.from(bytes).toString("utf8");
  try {
    const packages = new Set<string>();
    const bundling = file.endsWith(".json") ? undefined : bundleCommitted(files, file, place, packages, installed);
    const code = await bundling;
    const input = code === undefined ? parseJson(bytes) : await runBundle(Buffer.from(code), "/");
    const { value: resolved, diagnostics: problems } = resolveConfig(input, file);
    const read = async (path: string) => (files.has(path) ? (await files.read([path]))[0] : undefined);
    const whole = resolved && (await withRedirectsFile(resolved, file, read));
    const value = whole?.value;
    const diagnostics = [...problems, ...(whole?.diagnostics ?? [])];
    const texts = () => packageTexts([...packages].sort(), installed?.root ?? "/");
    const config = value && code !== undefined ? await withCode(value, input, code, "/", texts) : value;
    return { value: config && { config, file }, diagnostics: placeInText(text, file, diagnostics) };
  } catch (error) {
    return { value: undefined, diagnostics: placeInText(text, file, configProblems(file, error)) };
  }
}

/** @param packages gets the paths of the modules that Node.js loads. */
async function bundleCommitted(
  files: ConfigFiles,
  entry: string,
  place: string,
  packages: Set<string>,
  installed: InstalledPackages | undefined,
): Promise<string> {
  const result = await bundle({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [selfImport, committedImports(files, place, packages, installed)],
    sourcemap: "inline",
    logLevel: "silent",
    tsconfigRaw: {},
    // A file that the config itself opens would be that of the checkout: so it is not found, and the config fails.
    define: {
      "import.meta.dirname": JSON.stringify(`/${place}`),
      "import.meta.url": JSON.stringify(pathToFileURL(`/${place}/${entry}`).href),
    },
  });
  return result.outputFiles[0]?.text ?? "";
}

/** For imports that are looked up among the packages of the checkout. */
const installedOnly = "installed";

const extensions = ["", ".ts", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];
const loaders: Record<string, Loader> = { ".ts": "ts", ".mts": "ts", ".js": "js", ".mjs": "js", ".json": "json" };

function committedImports(
  files: ConfigFiles,
  place: string,
  packages: Set<string>,
  installed: InstalledPackages | undefined,
): Plugin {
  return {
    name: "cipgen-committed",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, kind, importer, pluginData }) => {
        if (pluginData === installedOnly) return undefined;
        if (kind === "entry-point") return { path, namespace: "committed" };
        if (isBuiltin(path)) return { path, external: true };
        if (!/^\.{1,2}(\/|$)/.test(path)) {
          const refused = (why: string) => ({ errors: [{ text: `the configuration imports "${path}", ${why}` }] });
          const touched = installed?.touched.find((one) => packageFiles.test(one));
          if (touched !== undefined)
            return refused(
              `and the change touches ${touched}: what is installed may be the change's, so no package is loaded; change packages in a change of their own`,
            );
          const outside = `and a review runs only files of ${place}: move the code that it needs into a file beside it`;
          if (!installed) return refused(outside);
          const options = { kind, resolveDir: installed.root, pluginData: installedOnly };
          const found = await build.resolve(path, options);
          if (found.errors.length > 0) return refused("which is not installed here: install the packages first");
          // A link into the repository leads to files of the change, and Node.js loads no other languages.
          const isPackage = /[\\/]node_modules[\\/]/.test(found.path) && /\.[cm]?js$/.test(found.path);
          if (!isPackage) return refused(outside);
          packages.add(found.path);
          return { path: pathToFileURL(found.path).href, external: true };
        }
        const wanted = posix.join(posix.dirname(importer), path);
        const candidates = [wanted, wanted.replace(/\.([mc]?)js$/, ".$1ts")];
        const found = candidates
          .flatMap((name) => extensions.map((end) => name + end))
          .find((name) => isFile(files, name));
        return found
          ? { path: found, namespace: "committed" }
          : { errors: [{ text: `there is no ${wanted} in ${place}` }] };
      });
      build.onLoad({ filter: /.*/, namespace: "committed" }, async ({ path }) => ({
        contents: await readText(files, path),
        loader: loaders[posix.extname(path)] ?? "text",
      }));
    },
  };
}

/** A folder is not a module; the reader knows both by name. */
function isFile(files: ConfigFiles, path: string): boolean {
  return posix.extname(path) in loaders && files.has(path);
}

async function readText(files: ConfigFiles, path: string): Promise<string> {
  const [bytes = new Uint8Array()] = await files.read([path]);
  return Buffer.from(bytes).toString("utf8");
}
