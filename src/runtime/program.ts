/** Identifies this program: for reports, and for caches that another version must not read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { distFolder, packageRoot } from "./package-root.js";

export function programVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version;
}

/** Changes with the program itself; the same for a program that runs from its sources. */
export function programStamp(): string {
  return distFolder ? readFileSync(join(distFolder, "program.digest"), "latin1").trim() : "sources";
}
