/** `lint --fix`: writes the fixed texts. */
import { randomUUID } from "node:crypto";
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fixText } from "../lint/fix.js";
import type { RuleSetting } from "../lint/settings.js";
import type { LinkedSite } from "../pipeline/pipeline.js";

/**
 * @param includes whether a text may be fixed.
 * @returns the rules that changed each text, by its path; a file that several texts lead to is fixed for the first.
 */
export async function fixFiles(
  root: string,
  { site, sources, roles }: LinkedSite,
  settings: readonly RuleSetting[],
  includes: (path: string) => boolean,
): Promise<Map<string, string[]>> {
  const fixed = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const source of sources.filter(({ path }) => includes(path))) {
    const role = roles.get(source.path);
    // A text that was not UTF-8 has lost characters.
    if (!role || source.text.includes("\uFFFD")) continue;
    const file = await realpath(join(root, source.path));
    const before = texts.get(file) ?? source.text;
    const { text, rules: ids } = await fixText({ ...source, text: before }, role, site, settings);
    texts.set(file, text);
    if (text === before) continue;
    await replaceFile(file, (await markOf(file)) + text);
    fixed.set(source.path, ids);
  }
  return fixed;
}

/** The byte order mark of a file, which is no part of its text; empty if it has none. */
async function markOf(path: string): Promise<string> {
  return /^\uFEFF?/.exec(await readFile(path, "utf8"))?.[0] ?? "";
}

/** At any moment there is the old text or the new one, also when the program is killed. @param path of no link. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const { mode } = await stat(path);
  try {
    await writeFile(temporary, text);
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
