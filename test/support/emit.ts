/** Whole emissions in one step, as a build makes them. */
import { type EmitCounts, type EmitRequest, openOutput } from "../../src/output/emit/emit.js";
import type { Result } from "../../src/shared/diagnostic.js";
import type { OutputFile } from "../../src/shared/output.js";

/** Texts by path, as files of a site. */
export function filesOf(texts: Record<string, string>): OutputFile[] {
  return Object.entries(texts).map(([path, content]) => ({ path, content }));
}

/** Makes `out` the site of these files. */
export async function emit(
  files: readonly OutputFile[] | Record<string, string>,
  out: string,
  request: Omit<EmitRequest, "out"> = {},
): Promise<Result<EmitCounts | undefined>> {
  const { value: output, diagnostics } = await openOutput({ out, ...request });
  if (!output) return { value: undefined, diagnostics };
  try {
    output.add(Array.isArray(files) ? files : filesOf(files as Record<string, string>));
    return output.finish();
  } finally {
    output.close();
  }
}
