/**
 * Loads a config file from a commit and not from the disk. A review runs the configuration of the base: the checkout,
 * which may be a stranger's pull request, must not affect it, so imports are resolved only in the commit.
 */
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { diagnose } from "../diagnostics/codes.js";
import { bundle } from "../runtime/bundler.js";
import type { Result } from "../shared/diagnostic.js";
import { configFileNames } from "./find.js";
import { parseJson, problemsOf, selfImport } from "./load.js";
import { placeInText } from "./locate.js";
import { resolveConfig, type SiteConfig } from "./resolve.js";
import { runBundle } from "./run-bundle.js";
import { withCode } from "./site-functions.js";

/** The files that a configuration is made of, by path relative to the site's root. */
export interface ConfigFiles {
  has(path: string): boolean;
  read(paths: readonly string[]): Promise<Uint8Array[]>;
}

/**
 * @param place name of the commit in messages.
 * @returns the configuration and the name of its file, or undefined with diagnostics.
 */
export async function loadCommittedConfig(
  files: ConfigFiles,
  place: string,
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
    const code = file.endsWith(".json") ? undefined : await bundleCommitted(files, file, place);
    const input = code === undefined ? parseJson(bytes) : await runBundle(Buffer.from(code), "/");
    const { value, diagnostics } = resolveConfig(input, file);
    const config = value && code !== undefined ? await withCode(value, input, code, "/", async () => []) : value;
    return { value: config && { config, file }, diagnostics: placeInText(text, file, diagnostics) };
  } catch (error) {
    return { value: undefined, diagnostics: placeInText(text, file, problemsOf(file, error)) };
  }
}

async function bundleCommitted(files: ConfigFiles, entry: string, place: string): Promise<string> {
  const result = await bundle({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [selfImport, committedImports(files, place)],
    sourcemap: "inline",
    logLevel: "silent",
    tsconfigRaw: {},
    // A file that the config itself opens would be that of the checkout: so it is not found, and the config fails.
    define: { "import.meta.dirname": JSON.stringify(`/${place}`) },
  });
  return result.outputFiles[0]?.text ?? "";
}

const extensions = ["", ".ts", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];
const loaders: Record<string, Loader> = { ".ts": "ts", ".mts": "ts", ".js": "js", ".mjs": "js", ".json": "json" };

function committedImports(files: ConfigFiles, place: string): Plugin {
  return {
    name: "cipgen-committed",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
        if (kind === "entry-point") return { path, namespace: "committed" };
        if (isBuiltin(path)) return { path, external: true };
        if (!/^\.{1,2}(\/|$)/.test(path)) {
          const text = `the configuration imports "${path}", and a review runs only files of ${place}: move the code that it needs into a file beside it`;
          return { errors: [{ text }] };
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
