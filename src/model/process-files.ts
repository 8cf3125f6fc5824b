/** The texts of a register that describe its process. */
import { posix } from "node:path";
import type { Series } from "../config/index.js";

/** Whether a text describes the process of its series, by its path. */
export function describesProcess({ process, source }: Series, path: string): boolean {
  return process?.files.some((name) => [name, posix.join(source, name)].includes(path)) ?? false;
}
