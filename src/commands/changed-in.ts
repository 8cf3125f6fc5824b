/** `--lines-since`: the lines beside which annotations are shown. */
import { linesSince } from "../api/changed-lines.js";
import { siteRoot } from "../api/site-root.js";
import { machineFailure } from "../diagnostics/codes.js";
import type { IsChanged } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";

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
  const { value: isChanged, diagnostics } = await linesSince(folder, ref, found).catch((error: unknown) => ({
    value: undefined,
    diagnostics: [machineFailure(error, folder)],
  }));
  return { isChanged, diagnostics: [...found, ...diagnostics] };
}
