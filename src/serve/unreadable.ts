/** What a watched site says of inputs that may not be read: without them it would look like one from which they were removed. */
import { relative, sep } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { partsOf, type SitePlace } from "./places.js";

/** @param unreadable the system's name of the reason, by absolute path. */
export function unreadableInputs(
  unreadable: ReadonlyMap<string, string> = new Map(),
  places: readonly SitePlace[],
  root: string,
): Diagnostic[] {
  return [...unreadable].flatMap(([path, reason]) => {
    if (partsOf(path, places).every((part) => part === "history")) return [];
    const file = relative(root, path).split(sep).join("/");
    const help = reason === "EACCES" || reason === "EPERM" ? "Change its permissions, or move it away." : undefined;
    return [diagnose("machine-failure", `this cannot be read (${reason})`, { file, help })];
  });
}
