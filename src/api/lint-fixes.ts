/** `lint --fix`: writes the fixed texts. */
import { randomUUID } from "node:crypto";
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unwritable } from "../diagnostics/codes.js";
import { fixText } from "../lint/fix.js";
import type { RuleSetting } from "../lint/settings.js";
import type { LinkedSite } from "../pipeline/pipeline.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

/**
 * @param includes whether a text may be fixed.
 * @returns the rules that changed each text, by its path; a file that several texts lead to is fixed for the first. A
 * text that cannot be written does not keep the others from being fixed.
 */
export async function fixFiles(
  root: string,
  { site, sources, roles }: LinkedSite,
  settings: readonly RuleSetting[],
  includes: (path: string) => boolean,
): Promise<Result<Map<string, string[]>>> {
  const fixed = new Map<string, string[]>();
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  for (const source of sources.filter(({ path }) => includes(path))) {
    const role = roles.get(source.path);
    // A text that was not UTF-8 has lost characters.
    if (!role || source.text.includes("\uFFFD")) continue;
    const file = await realpath(join(root, source.path));
    const before = texts.get(file) ?? source.text;
    const { text, rules: ids } = await fixText({ ...source, text: before }, role, site, settings);
    if (text === before) continue;
    const problem = await replaceFile(file, (await markOf(file)) + text).catch((error: NodeJS.ErrnoException) => error);
    if (problem) {
      diagnostics.push(unwritable(source.path, problem.code ?? problem.message));
      continue;
    }
    texts.set(file, text);
    fixed.set(source.path, ids);
  }
  return { value: fixed, diagnostics };
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
