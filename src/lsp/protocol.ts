/** Loads the library of the Language Server Protocol, which only `cipgen lsp` needs. */
import { createRequire } from "node:module";
import { distFolder } from "../runtime/package-root.js";

type Library = typeof import("./library.js");

let library: Library | undefined;

/** The library: its connection, and the numbers that the protocol has for kinds of things. */
export function protocol(): Library {
  if (!distFolder) throw new Error("the language server runs from dist/: npm run build:js");
  library ??= createRequire(import.meta.url)("../bin/load.cjs").loadScript("languageserver") as Library;
  return library;
}
