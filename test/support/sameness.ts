/** What a build gives through its cache and over its last output, beside what a clean one gives, elsewhere and under other circumstances. */
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import type { BuildReport } from "./cli.js";
import { apply, type Edit, edit, makeEditedSite } from "./edits.js";
import { makeFolder, repositoryRoot } from "./site.js";
import { digestsOf } from "./tree.js";

/** What must not make a difference. */
interface Circumstances {
  /** Folder of the program. */
  program: string;
  env: Record<string, string>;
  umask: string;
  oneCpu: boolean;
  cwd: string;
}

interface BuiltSite {
  code: number;
  diagnostics: Diagnostic[];
  pages: number;
  files: Record<string, string>;
  manifest: string;
  modes: number[];
}

/** The program in another place: what its package holds, and its dependencies by a link. */
export function copyProgram(): string {
  const folder = join(makeFolder(), "some where", "else");
  for (const part of ["bin", "dist", "templates", "locales", "src/shared", "src/tools/scaffold", "package.json"])
    cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true });
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const circumstances = (program: string): fc.Arbitrary<Circumstances> =>
  fc.record({
    program: fc.constantFrom(repositoryRoot, program),
    env: fc.constantFrom<Record<string, string>>(
      { TZ: "Pacific/Kiritimati", LANG: "C" },
      { TZ: "America/New_York", LC_ALL: "tr_TR.UTF-8", NODE_ENV: "development" },
    ),
    umask: fc.constantFrom("022", "077", "002"),
    oneCpu: fc.constantFrom(...(process.platform === "linux" && availableParallelism() > 1 ? [false, true] : [false])),
    cwd: fc.constantFrom(repositoryRoot, "/"),
  });

const usual: Circumstances = { program: repositoryRoot, env: {}, umask: "022", oneCpu: false, cwd: repositoryRoot };

/** Runs `build --json`. */
function build(args: readonly string[], { program, env, umask, oneCpu, cwd }: Circumstances) {
  const { PATH = "", HOME = "" } = process.env;
  const command = [process.execPath, join(program, "bin/cipgen.js"), "build", "--json", ...args];
  const pinned = oneCpu ? ["taskset", "-c", "0", ...command] : command;
  const script = `umask ${umask}; exec "$@"`;
  return new Promise<{ code: number; report: BuildReport }>((resolve) => {
    execFile("sh", ["-c", script, "sh", ...pinned], { cwd, env: { PATH, HOME, ...env } }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, report: JSON.parse(stdout) });
    });
  });
}

async function built(args: readonly string[], out: string, where: Circumstances): Promise<BuiltSite> {
  const { code, report } = await build([...args, "--out", out], where);
  const { diagnostics, pages } = report;
  if (code !== 0) return { code, diagnostics, pages, files: {}, manifest: "", modes: [] };
  const entries = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith(".cipgen"));
  const modes = [...new Set(entries.map((path) => statSync(join(out, path)).mode & 0o777))].sort();
  const manifest = readFileSync(join(out, ".cipgen/manifest.json"), "utf8");
  return { code, diagnostics, pages, files: digestsOf(out), manifest, modes };
}

/**
 * Random sequences of edits: after each round of them the build that knows the last one gives the bytes, the manifest and the diagnostics of a
 * build that knows nothing, in another folder, by another copy of the program, in another time zone.
 * @returns how many builds were compared.
 */
export async function compareBuilds(runs: number, rounds: number): Promise<number> {
  let compared = 0;
  const round = fc.tuple(fc.array(edit, { maxLength: 3 }), circumstances(copyProgram()));
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: rounds, maxLength: rounds }), async (sequence) => {
      const root = makeEditedSite();
      const out = join(makeFolder(), "site");
      try {
        for (const [edits, where] of [[[] as Edit[], usual] as const, ...sequence]) {
          for (const one of edits) apply(root, one);
          const known = await built(["--root", root], out, usual);
          const clean = await built(["--root", root, "--no-cache"], join(makeFolder(), "clean"), where);
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
