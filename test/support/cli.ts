/** The program as its users start it. It runs from dist/, so `npm run build:js` comes before. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { repositoryRoot } from "./site.js";

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param user id of the user, and of the group, that runs it; only root may choose. */
export async function cipgen(
  args: readonly string[],
  { cwd = repositoryRoot, env = {}, user }: { cwd?: string; env?: Record<string, string>; user?: number } = {},
): Promise<CliRun> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

/** What `build --json` prints. */
export interface BuildReport {
  ok: boolean;
  out: string;
  pages: number;
  files: number;
  bytes: number;
  durationMs: number;
  cached: number;
  diagnostics: Diagnostic[];
}

export async function buildJson(args: readonly string[], options = {}): Promise<CliRun & { report: BuildReport }> {
  const run = await cipgen(["build", "--json", ...args], options);
  if (run.stdout === "") throw new Error(`cipgen build --json printed nothing, exit ${run.code}: ${run.stderr}`);
  return { ...run, report: JSON.parse(run.stdout) };
}
