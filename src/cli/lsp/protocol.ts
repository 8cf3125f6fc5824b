/** The library of the Language Server Protocol, which only `cipgen lsp` needs. */
import { loadLibrary } from "../../platform/library.js";

type Library = typeof import("./library.js");

let library: Library | undefined;

/** Loads the library. It must resolve before `protocol` is called. */
export async function loadProtocol(): Promise<Library> {
  library ??= await loadLibrary<Library>("languageserver");
  return library;
}

/** The loaded library. @throws if it is not loaded yet. */
export function protocol(): Library {
  if (!library) throw new Error("the library of the protocol is not loaded yet");
  return library;
}
