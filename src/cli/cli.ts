/** The command line: parses it, runs a command of src/cli/commands/index.ts, and gives the exit code. */

import type { Writable } from "node:stream";
import { Command, CommanderError } from "commander";
import { diagnose, machineFailure, moreMemory } from "../platform/diagnostics/codes.js";
import { jsonDocument, printable, toJson, withoutColours } from "../platform/diagnostics/report.js";
import { programVersion } from "../platform/package-root.js";
import { pathBelow } from "../platform/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { commands } from "./commands/index.js";
import { type CommandOutput, ExitCode, withoutRunnerCommands } from "./commands/output.js";

/** Whether a signal has ended a server: the process may then exit while work is in progress. */
export let isEnding = false;

/**
 * @param streams where results and messages go; those of the process by default.
 * @returns the exit code; see docs/command-line.md for what each means.
 */
export async function main(argv: readonly string[], streams: CommandOutput = processStreams()): Promise<number> {
  const output = withoutRunnerCommands(streams);
  let code: number = ExitCode.ok;
  const program = new Command("cipgen")
    .description("Turns a folder of improvement proposals into a website.")
    .version(programVersion())
    .exitOverride()
    .configureOutput({ writeOut: output.result, writeErr: output.talk })
    .showHelpAfterError("(cipgen --help lists the commands)");
  for (const { usage, summary, options = [], run } of commands) {
    const command = program.command(usage).description(summary);
    for (const option of options) command.addOption(option);
    command.action(async (...actionArguments) => {
      const refuse = (message: string) => program.error(`error: ${message}`);
      const onEnd = () => {
        isEnding = true;
      };
      code = await run({ args: actionArguments.slice(0, -2), options: command.opts(), output, refuse, onEnd });
    });
  }
  program.hook("preAction", async (_, command) => {
    // A command that runs in a subfolder of a site applies to the site.
    if (command.getOptionValueSource("root") !== "default" || command.getOptionValue("site") !== undefined) return;
    const { findConfigFile, findRoot } = await import("../config/index.js");
    const root = findRoot(process.cwd());
    if (root === undefined || root === process.cwd()) return;
    command.setOptionValue("root", root);
    output.talk(`The site is ${pathBelow(process.cwd(), root)}: ${findConfigFile(root)} is there.\n`);
  });
  for (const command of program.commands)
    command.showHelpAfterError(`(cipgen ${command.name()} --help lists its options)`);
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return ExitCode.ok;
      // With --json, the result is a JSON document; the message for people is on stderr already.
      const problem = diagnose("usage-invalid", error.message.replace(/^error: /, ""));
      if (wantsJson(argv)) output.result(failureDocument(problem));
      return ExitCode.usage;
    }
    fail(argv, errorText(error), streams);
    return ExitCode.failure;
  }
}

/** Reports that a command failed. With `--json` it prints a JSON document, unless the command has printed one. */
export function fail(argv: readonly string[], message: string, streams: CommandOutput = processStreams()): void {
  const output = withoutRunnerCommands(streams);
  if (wantsJson(argv) && !streams.isAnswered) output.result(failureDocument(diagnose("machine-failure", message)));
  output.talk(`cipgen: ${printable(message)}\n`);
}

/** Reports that another process of the program ended because its memory was full. */
export function failOfMemory(argv: readonly string[]): void {
  fail(argv, `the memory of Node.js is full. ${moreMemory}`);
}

/** The message for an uncaught error, such as that of a timer. */
export async function textOfUncaught(error: unknown): Promise<string> {
  const { locationOfLateError, thrownText } = await import("../config/index.js");
  if (!(error instanceof Error)) return `code of the configuration or of a template threw ${thrownText(error)}`;
  const location = locationOfLateError(error, process.cwd());
  if (!location || process.env.DEBUG) return errorText(error);
  return `the configuration stopped with an error after it was loaded, at ${location.file}:${location.line}:${location.column}: ${thrownText(error)}`;
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.DEBUG) return error.stack ?? error.message;
  const isWithoutFolder = (error as NodeJS.ErrnoException).syscall === "uv_cwd";
  if (isWithoutFolder) return "the current folder no longer exists. Change to another one.";
  const { message, help } = machineFailure(error);
  return help === undefined ? message : `${message}. ${help}`;
}

/** The process's streams as the output of a command. @param results the stream for results. */
export function processStreams(results: ResultStream = process.stdout): CommandOutput {
  // A reader such as `head` may close the output early; the command then continues for its exit code. It also continues if
  // messages cannot be written, but fails if the result cannot.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  results.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.stderr.write(`cipgen: cannot write the result: ${message}\n`, () => process.exit(ExitCode.failure));
  });
  return { result: writerOf(results), talk: writerOf(process.stderr), messages: results };
}

type ResultStream = Writable & { isTTY?: boolean };

function writerOf(stream: ResultStream): (text: string) => void {
  const { NO_COLOR, FORCE_COLOR, CI, TERM } = process.env;
  const isWanted = FORCE_COLOR ? FORCE_COLOR !== "0" : CI || (stream.isTTY && TERM !== "dumb");
  return (text) => stream.write(isWanted && !NO_COLOR ? text : withoutColours(text));
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      word === "--json" || word === "--format=json" || (word === "json" && argv[index - 1] === "--format"),
  );
}

function failureDocument(diagnostic: Diagnostic): string {
  return jsonDocument({ ok: false, diagnostics: [toJson(diagnostic)] });
}
