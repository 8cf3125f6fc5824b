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
  for (const source of sources.filter(({ path }) => includes(path))) {
    const role = roles.get(source.path);
    const file = await realpath(join(root, source.path)).catch(() => undefined);
    // As it is by now: its author may have saved it since it was checked.
    const content = file && (await readFile(file, "utf8").catch(() => undefined));
    // A text that is not UTF-8 has lost characters.
    if (!role || !file || content === undefined || content.includes("\uFFFD")) continue;
    // The mark is no part of the text.
    const [mark = ""] = /^\uFEFF?/.exec(content) ?? [];
    const before = content.slice(mark.length);
    const { text, rules: ids } = await fixText({ ...source, text: before }, role, site, settings);
    if (text === before) continue;
    const done = await replaceFile(file, content, mark + text).catch((error: NodeJS.ErrnoException) => error);
    if (done instanceof Error) diagnostics.push(unwritable(source.path, done.code ?? done.message));
    else if (done) fixed.set(source.path, ids);
  }
  return { value: fixed, diagnostics };
}

/**
 * At any moment there is the old text or the new one, also when the program is killed.
 * @param path of no link.
 * @returns whether it was replaced: not if somebody else has changed it.
 */
async function replaceFile(path: string, before: string, text: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const { mode } = await stat(path);
  try {
    await writeFile(temporary, text);
    await chmod(temporary, mode);
    const isSame = (await readFile(path, "utf8")) === before;
    if (isSame) await rename(temporary, path);
    else await rm(temporary);
    return isSame;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
