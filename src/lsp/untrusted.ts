/**
 * The configuration of a folder that nobody trusts yet, as data: what can be read of it without running it. So its texts can be checked, and none
 * of its code runs.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findConfigFile } from "../config/index.js";
import { type LoadedConfig, loadConfig, resolveConfig } from "../config/loading.js";
import { readScript } from "../scaffold/from/script-data.js";

/** @param root of the site, absolute. @returns no configuration where what can be read is not a valid one: running it might show that it is. */
export async function readUntrusted(root: string): Promise<LoadedConfig> {
  const file = findConfigFile(root);
  if (!file || file.endsWith(".json")) return loadConfig(root);
  const path = join(root, file);
  const { value } = await readScript(await readFile(path, "utf8").catch(() => ""));
  return { value: resolveConfig(value, file).value, diagnostics: [], files: [path] };
}
