/** Runs a bundled configuration, in the thread that loads it and in those that call its functions. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { importCode } from "../platform/native-import.js";
import { adviceForThrown, ConfigFailure, locationOfThrown, thrownText } from "./site-errors.js";
import { formatPath } from "./wording.js";

/** The bundler's name for the module with the imports. */
const entryPath = "<stdin>";

/** The texts of the packages that a configuration imports, on which the results of its functions depend. @param modules absolute paths. @returns the texts of these modules and of all that they import, as far as the bundler can follow. */
export async function packageTexts(modules: readonly string[], root: string): Promise<string[]> {
  if (modules.length === 0) return [];
  // Threads that call a function of the configuration do not load the bundler.
  const { bundle } = await import("../platform/bundler.js");
  // The bundler would leave out the plain import of a package without side effects.
  const contents = modules.map((path, index) => `export * as m${index} from ${JSON.stringify(path)};`).join("\n");
  const paths = await bundle({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    outdir: root,
    platform: "node",
    format: "esm",
    absWorkingDir: root,
    loader: { ".node": "empty" },
    logLevel: "silent",
  }).then(
    ({ metafile }) => Object.keys(metafile.inputs).filter((path) => path !== entryPath),
    () => modules,
  );
  return Promise.all(paths.toSorted().map((path) => readFile(resolve(root, path), "utf8")));
}

/** Runs a bundled config. @param root absolute. @returns what it exports, without getters. */
export async function runBundle(contents: Uint8Array | number[], root: string): Promise<unknown> {
  const bytes = Buffer.from(contents);
  try {
    const module = await importCode<{ default?: unknown }>(bytes);
    const value = await module.default;
    if (value === undefined) {
      const help = "Write export default defineConfig({ ... }).";
      throw new ConfigFailure("the configuration has no default export", { line: 1, column: 1, help });
    }
    return plainValue(value, [], []);
  } catch (error) {
    if (error instanceof ConfigFailure) throw error;
    const location = locationOfThrown(error, bytes.toString("utf8"), root) ?? { line: 1, column: 1 };
    const help = adviceForThrown(error);
    throw new ConfigFailure(`the configuration stopped with an error: ${thrownText(error)}`, { ...location, help });
  }
}

/**
 * Copies plain objects and lists, but no other values. Getters then run here, where their errors are caught, and nothing
 * contains itself.
 */
function plainValue(value: unknown, path: PropertyKey[], around: readonly object[]): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  if (around.includes(value)) {
    const help = "Write a copy of what it needs.";
    throw new ConfigFailure(`${formatPath(path)}: this contains itself`, { help });
  }
  const within = [...around, value];
  if (Array.isArray(value)) return value.map((item, index) => plainValue(item, [...path, index], within));
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, plainValue((value as Record<string, unknown>)[key], [...path, key], within)]),
  );
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
