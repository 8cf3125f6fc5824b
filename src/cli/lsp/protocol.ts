/** The library of the Language Server Protocol, which only `cipgen lsp` needs. */
import { loadLibrary } from "../../platform/library.js";

type Library = typeof import("./library.js");

let library: Library | undefined;

/** To be awaited before anything of the library is used. */
export async function loadProtocol(): Promise<Library> {
  library ??= await loadLibrary<Library>("languageserver");
  return library;
}

/** The numbers that the protocol has for kinds of things. */
export function protocol(): Library {
  if (!library) throw new Error("the library of the protocol is not loaded yet");
  return library;
}
