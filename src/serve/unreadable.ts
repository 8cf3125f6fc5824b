/** Reports the unreadable inputs of a watched site: without them, it would look as if they had been removed. */
import { unreadable } from "../diagnostics/codes.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { partsOf, type SitePlace } from "./places.js";

/** @param found the system's name of the reason, by absolute path. */
export function unreadableInputs(
  found: ReadonlyMap<string, string> = new Map(),
  places: readonly SitePlace[],
  root: string,
): Diagnostic[] {
  return [...found].flatMap(([path, reason]) => {
    if (partsOf(path, places).every((part) => part === "history")) return [];
    return [unreadable(pathBelow(root, path), reason)];
  });
}
