/** The lines that a change adds: code hosts show annotations beside these alone. */
import { diffArrays } from "diff";
import { diagnose } from "../diagnostics/codes.js";
import type { IsChanged } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { linesOf } from "../shared/lines.js";

/** Beyond this number of edits all lines of a file count as changed. */
const mostEdits = 4000;

interface ChangedFile {
  path: string;
  /** In the older version, where it had another one. */
  from?: string;
}

/** @param findings whose files are looked at. @param textBefore of a file, by path; undefined for one that is not there. */
export async function changedLines(
  findings: readonly Diagnostic[],
  changes: readonly ChangedFile[],
  textBefore: (path: string) => Promise<string | undefined>,
  textAfter: (path: string) => Promise<string | undefined>,
): Promise<IsChanged> {
  const files = new Set(findings.map(({ file }) => file));
  const lines = new Map<string, ReadonlySet<number> | "all">();
  for (const { path, from = path } of changes) {
    if (!files.has(path)) continue;
    const [older, newer] = [await textBefore(from), await textAfter(path)];
    lines.set(
      path,
      newer === undefined ? "all" : addedLines(older === undefined ? [] : linesOf(older), linesOf(newer)),
    );
  }
  return (file, line = 1) => {
    const own = lines.get(file);
    return own === "all" || (own?.has(line) ?? false);
  };
}

export function noCommit(option: string, ref: string): Diagnostic {
  const help = "Name a branch, a tag or an id that this clone has. In CI, fetch the whole history: fetch-depth: 0.";
  return diagnose("config-reference", `${option}: there is no commit "${ref}"`, { help });
}

function addedLines(older: string[], newer: string[]): ReadonlySet<number> | "all" {
  const parts = diffArrays(older, newer, { maxEditLength: mostEdits });
  if (!parts) return "all";
  const added = new Set<number>();
  let line = 1;
  for (const part of parts) {
    if (part.removed) continue;
    if (part.added) for (let at = 0; at < part.value.length; at++) added.add(line + at);
    line += part.value.length;
  }
  return added;
}
