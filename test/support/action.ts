/** Steps of action.yml and of workflows, run in a shell as a runner runs them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { isWindows } from "./machine.js";
import { makeFolder, repositoryRoot } from "./site.js";

export interface Step {
  id?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

export const readYaml = <T>(path: string): T => parse(readFileSync(join(repositoryRoot, path), "utf8"));

/** Runs a script as a step's shell does. */
export async function runScript(script: string, cwd: string, env: Record<string, string>, shell = "bash") {
  const file = join(makeFolder(), "script");
  writeFileSync(file, script);
  const [command = "", ...args] =
    shell === "bash"
      ? ["bash", "--noprofile", "--norc", "-eo", "pipefail", file]
      : shell.replace("{0}", file).split(" ");
  // What a program of Windows needs for a network.
  const { SystemRoot = "" } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { ...env, ...(isWindows && { SystemRoot }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, stdout, stderr };
}

/** Puts the program of this repository where an installed one would be, which git does not see. */
export function install(root: string): void {
  appendFileSync(join(root, ".git/info/exclude"), "node_modules\n");
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(repositoryRoot, "bin/cipgen.js"), join(root, "node_modules/.bin/cipgen"));
}

/** What a job has: steps of one share its temporary folder. */
export class Job {
  readonly temp = makeFolder();

  constructor(
    readonly workspace: string,
    readonly event: object | undefined,
  ) {}

  /** @param env of the machine, in place of this one's. */
  async action(inputs: Record<string, string>, env: Record<string, string> = {}) {
    const action = readYaml<{ inputs: Record<string, { default?: string }>; runs: { steps: Step[] } }>("action.yml");
    const step = action.runs.steps.find(({ run }) => run);
    const own = {
      ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default ?? ""])),
      ...inputs,
    };
    const folder = makeFolder({ summary: "", output: "" });
    const events = join(folder, "event.json");
    if (this.event) writeFileSync(events, JSON.stringify(this.event));
    const { PATH = "", HOME = "" } = process.env;
    const done = await runScript(step?.run ?? "", this.workspace, {
      PATH,
      HOME,
      RUNNER_TEMP: this.temp,
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_ACTIONS: "true",
      npm_config_offline: "true",
      ...(this.event && { GITHUB_EVENT_PATH: events }),
      ...Object.fromEntries(
        Object.entries(step?.env ?? {}).map(([name, value]) => [name, evaluate(value, own, this.temp)]),
      ),
      ...env,
    });
    const lines = (name: string) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
    const outputs = Object.fromEntries(
      lines("output").map((line) => [line.replace(/=.*/, ""), line.replace(/^\w+=/, "")]),
    );
    const report =
      outputs.report && existsSync(outputs.report) ? readFileSync(join(outputs.report, "report.md"), "utf8") : "";
    return { ...done, summary: readFileSync(join(folder, "summary"), "utf8"), outputs, report };
  }
}

function evaluate(value: string, inputs: Record<string, string>, temp: string): string {
  return value.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) =>
    name === "runner.temp" ? temp : (inputs[name.replace("inputs.", "")] ?? ""),
  );
}
