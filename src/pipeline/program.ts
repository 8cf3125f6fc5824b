/** Which program this is: for reports, and for caches that another version must not read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../assets/package-root.js";

export function programVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version;
}

/** Changes with the program itself. */
export function programStamp(): string {
  return createHash("sha256")
    .update(readFileSync(join(packageRoot, "dist", "cli.js")))
    .digest("hex");
}
