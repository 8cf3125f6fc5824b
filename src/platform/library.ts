/** Large libraries that only some commands need. Each is a script of its own in dist/ (`esbuild.config.js`), so that no other command reads it. */
import { createRequire } from "node:module";
import { nativeImport } from "./native-import.js";
import { distFolder } from "./package-root.js";

/** The name of each script, and the packages in it. */
const libraries = {
  parser: ["@babel/parser"],
  prompts: ["@clack/prompts"],
  languageserver: ["vscode-languageserver/node.js", "vscode-languageserver-textdocument"],
} as const;

/** @returns the packages' exports. */
export async function loadLibrary<Library>(name: keyof typeof libraries): Promise<Library> {
  if (!distFolder) return Object.assign({}, ...(await Promise.all(libraries[name].map(nativeImport))));
  return createRequire(import.meta.url)("../bin/load.cjs").loadScript(name);
}
