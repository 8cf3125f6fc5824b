/** `lint --fix`: writes the fixed texts. */
import { readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { unwritable } from "../diagnostics/codes.js";
import { writeWhole } from "../emit/whole.js";
import { fixText } from "../lint/fix.js";
import { keepContext } from "../lint/own.js";
import type { RuleSetting } from "../lint/settings.js";
import type { LinkedSite } from "../pipeline/link.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

/**
 * @param includes whether a text may be fixed.
 * @returns the rules that changed each text, by its path; a file that several texts lead to is fixed for the first. A
 * text that cannot be written does not keep the others from being fixed.
 */
export async function fixFiles(
  root: string,
  linked: LinkedSite,
  settings: readonly RuleSetting[],
  includes: (path: string) => boolean,
): Promise<Result<Map<string, string[]>>> {
  const { site, sources, roles } = linked;
  keepContext(linked);
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
    try {
      // Somebody may have changed it by now.
      if (readFileSync(file, "utf8") !== content) continue;
      writeWhole(file, mark + text);
      fixed.set(source.path, ids);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      diagnostics.push(unwritable(source.path, code ?? message));
    }
  }
  return { value: fixed, diagnostics };
}
