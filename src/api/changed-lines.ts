/** The lines that a change adds: code hosts show annotations beside these alone. */
import { statSync } from "node:fs";
import { join, posix } from "node:path";
import { diffArrays } from "diff";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { commitReader } from "../read/commit-reader.js";
import { changedInCheckout, locateInRepository, mergeBase, resolveCommit } from "../read/commits.js";
import { diskReader, type SourceReader } from "../read/reader.js";
import type { IsChanged } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { linesOf } from "../shared/lines.js";
import { siteRoot } from "./site-root.js";

/** Beyond this number of edits all lines of a file count as changed. */
const mostEdits = 4000;

interface ChangedFile {
  path: string;
  /** In the older version, where it had another one. */
  from?: string;
}

/** @param findings whose files are looked at. */
export async function changedLines(
  findings: readonly Diagnostic[],
  changes: readonly ChangedFile[],
  before: SourceReader,
  after: SourceReader,
): Promise<IsChanged> {
  const read = async (reader: SourceReader, path: string) =>
    reader.has(path) ? linesOf(((await reader.read([path]))[0] as Buffer).toString("utf8")) : [];
  const files = new Set(findings.map(({ file }) => file));
  const lines = new Map<string, ReadonlySet<number> | "all">();
  for (const { path, from = path } of changes) {
    if (!files.has(path)) continue;
    const [older, newer] = [await read(before, from), await read(after, path)];
    lines.set(path, newer.length === 0 ? "all" : addedLines(older, newer));
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

/** `--lines-since`: the lines beside which annotations are shown. */
export interface LinesOptions {
  /** Annotate only lines that differ from the merge base with this commit. */
  linesSince?: string;
}

/** @returns the findings, with the problems of the option. */
export async function changedIn(
  { root, linesSince: ref }: LinesOptions & { root: string },
  found: Diagnostic[],
): Promise<{ isChanged?: IsChanged | undefined; diagnostics: Diagnostic[] }> {
  if (ref === undefined) return { diagnostics: found };
  const folder = siteRoot(root);
  const failed = (error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error, folder)] });
  const { value: isChanged, diagnostics } = await linesSince(folder, ref, found).catch(failed);
  return { isChanged, diagnostics: [...found, ...diagnostics] };
}

/** @param root absolute. @returns the lines of the checkout that differ from the merge base with a commit. */
async function linesSince(
  root: string,
  ref: string,
  findings: readonly Diagnostic[],
): Promise<Result<IsChanged | undefined>> {
  const refused = { value: undefined, diagnostics: [noCommit("--lines-since", ref)] };
  const place = await locateInRepository(root);
  if (!place) return refused;
  const { repository, prefix } = place;
  const [tip, head] = await Promise.all([ref, "HEAD"].map((one) => resolveCommit(repository, one)));
  if (tip === undefined || head === undefined) return refused;
  const base = (await mergeBase(repository, tip, head)) ?? tip;
  const [before, paths] = await Promise.all([
    commitReader(repository, prefix, base),
    changedInCheckout(repository, base),
  ]);
  const changes = paths.map((path) => ({ path: posix.relative(prefix, path) }));
  const disk = diskReader(root);
  // What differs may also be a submodule, which is a folder.
  const after = {
    ...disk,
    has: (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false,
  };
  return { value: await changedLines(findings, changes, before, after), diagnostics: [] };
}
