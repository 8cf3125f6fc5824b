/** Loads large libraries that only some commands need. Each is a separate script in dist/ (`esbuild.config.js`), which other commands need not read. */
import { createRequire } from "node:module";
import { nativeImport } from "./native-import.js";
import { distFolder } from "./package-root.js";

/** The name of each script, and the packages in it. */
const libraries = {
  parser: ["acorn", "@sveltejs/acorn-typescript"],
  prompts: ["@clack/prompts"],
  languageserver: ["vscode-languageserver/node.js", "vscode-languageserver-textdocument"],
} as const;

/** @returns the packages' exports. */
export async function loadLibrary<Library>(name: keyof typeof libraries): Promise<Library> {
  if (!distFolder) return Object.assign({}, ...(await Promise.all(libraries[name].map(nativeImport))));
  return createRequire(import.meta.url)("../bin/load.cjs").loadScript(name);
}
