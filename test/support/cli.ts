/**
 * The command line as its users call it. It runs from dist/, so `npm run build:js` comes before. A process takes much longer to start than most
 * commands take, so only tests of what a process adds (streams, colours, the environment, signals, threads of its own) start one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import type { main } from "../../src/cli/cli.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { repositoryRoot } from "./folders.js";

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  /** The repository's root by default. */
  cwd?: string;
  /** Variables of the environment beside those that every program has. */
  env?: Record<string, string>;
}

const { loadScript } = createRequire(import.meta.url)("../../bin/load.cjs") as {
  loadScript(name: string): { main: typeof main };
};

/** Runs in this process change its working directory and its environment, so they wait for each other. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, by the bundle; what it prints has no colours. */
export function cipgen(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const run = last.then(() => runHere(args, options));
  last = run.catch(() => undefined);
  return run;
}

async function runHere(args: readonly string[], { cwd = repositoryRoot, env = {} }: RunOptions): Promise<CliRun> {
  const [results, messages]: [string[], string[]] = [[], []];
  const output = { result: (part: string) => results.push(part), talk: (part: string) => messages.push(part) };
  const before = process.cwd();
  const changed = Object.keys(env).map((name) => [name, process.env[name]] as const);
  process.chdir(cwd);
  Object.assign(process.env, env);
  try {
    const code = await loadScript("cli").main(["node", "cipgen", ...args], output);
    const plain = (parts: readonly string[]) => stripVTControlCharacters(parts.join(""));
    return { code, stdout: plain(results), stderr: plain(messages) };
  } finally {
    process.chdir(before);
    for (const [name, value] of changed) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/**
 * Runs a command in a process of its own, whose environment has nothing of this one's but the path to programs.
 * @param user id of the user, and of the group, that runs it; only root may choose.
 * @param input what it reads from standard input.
 */
export async function cipgenProcess(
  args: readonly string[],
  { cwd = repositoryRoot, env = {}, user, input }: RunOptions & { user?: number; input?: string | Uint8Array } = {},
): Promise<CliRun> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: [(input === undefined ? "ignore" : "pipe") as "pipe", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  if (input !== undefined) child.stdin.end(input);
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
  diagnostics: Diagnostic[];
}

/** @param run how the command is run: in this process, or as `cipgenProcess` does. */
export async function buildJson(
  args: readonly string[],
  options: RunOptions = {},
  run = cipgen,
): Promise<CliRun & { report: BuildReport }> {
  const done = await run(["build", "--json", ...args], options);
  if (done.stdout === "") throw new Error(`cipgen build --json printed nothing, exit ${done.code}: ${done.stderr}`);
  return { ...done, report: JSON.parse(done.stdout) };
}
