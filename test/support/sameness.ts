/** What a build gives through its cache and over its last output, beside what a clean one gives. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { buildJson } from "./cli.js";
import { apply, type Edit, edit, makeEditedSite } from "./edits.js";
import { makeFolder } from "./site.js";
import { digestsOf } from "./tree.js";

interface BuiltSite {
  code: number | null;
  diagnostics: Diagnostic[];
  pages: number;
  files: Record<string, string>;
  manifest: string;
}

async function built(args: readonly string[], out: string): Promise<BuiltSite> {
  const { code, report } = await buildJson([...args, "--out", out]);
  const files = code === 0 ? digestsOf(out) : {};
  const manifest = code === 0 ? readFileSync(join(out, ".cipgen/manifest.json"), "utf8") : "";
  return { code, diagnostics: report.diagnostics, pages: report.pages, files, manifest };
}

/**
 * Random sequences of edits: after each round of them the build that knows the last one gives the bytes, the manifest and the diagnostics of a
 * build that knows nothing, in another folder.
 * @returns how many builds were compared.
 */
export async function compareBuilds(runs: number, rounds: number): Promise<number> {
  let compared = 0;
  const round = fc.array(edit, { minLength: 0, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: rounds, maxLength: rounds }), async (sequence: Edit[][]) => {
      const root = makeEditedSite();
      const out = join(makeFolder(), "site");
      try {
        for (const edits of [[], ...sequence]) {
          for (const one of edits) apply(root, one);
          const known = await built(["--root", root], out);
          const clean = await built(["--root", root, "--no-cache"], join(makeFolder(), "clean"));
          expect(known).toEqual(clean);
          compared++;
        }
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return compared;
}
