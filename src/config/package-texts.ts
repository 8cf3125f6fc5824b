/** The code of packages that a configuration imports, which Node.js loads: what its functions return depends on it. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { bundle } from "../runtime/bundler.js";

const start = "<stdin>";

/** @param modules absolute paths. @returns the texts of these modules and of all that they import, as far as the bundler can follow them. */
export async function packageTexts(modules: readonly string[], root: string): Promise<string[]> {
  if (modules.length === 0) return [];
  // A plain import of a package without side effects would be left out.
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
    ({ metafile }) => Object.keys(metafile.inputs).filter((path) => path !== start),
    () => modules,
  );
  return Promise.all(paths.toSorted().map((path) => readFile(resolve(root, path), "utf8")));
}
