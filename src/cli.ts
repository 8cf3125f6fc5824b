/** The command line: names, options and help. The commands are in src/commands. */

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type CommandOutput, ExitCode, forLog, type ReportFile } from "./commands/output.js";
import { diagnose } from "./diagnostics/codes.js";
import { jsonDocument, printable, toJson, withoutColours } from "./diagnostics/report.js";
import { reportFormats } from "./diagnostics/reporters/index.js";
import { pathBelow } from "./runtime/path-below.js";
import { programVersion } from "./runtime/program.js";
import type { Diagnostic } from "./shared/diagnostic.js";

/** Whether a server is ending, which does not wait for work in progress for long. */
export let isEnding = false;

/**
 * @param streams where results and messages go; those of the process by default.
 * @returns the exit code; see docs/command-line.md for what each means.
 */
export async function main(argv: readonly string[], streams: CommandOutput = processStreams()): Promise<number> {
  const output = forLog(streams);
  let code: number = ExitCode.ok;
  const program = new Command("cipgen")
    .description("Turns a folder of improvement proposals into a website.")
    .version(programVersion())
    .exitOverride()
    .configureOutput({ writeOut: output.result, writeErr: output.talk })
    .showHelpAfterError("(cipgen --help lists the commands)");
  program
    .command("build")
    .description("build the site")
    .option("--root <dir>", "folder of the site", ".")
    .option("--out <dir>", "folder of the output (default: <root>/build)")
    .option("--locale <code...>", "build only these locales")
    .option("--no-cache", "build without the cache")
    .option("--cache-dir <dir>", "folder of the cache (default: node_modules/.cache/cipgen or .cipgen)")
    .option("--force", "write into an output that has other files, which are kept")
    .option("--url <url>", "origin of the published site, in place of the configuration's")
    .option("--base-url <path>", "path of the published site, in place of the configuration's")
    .option("--verbose", "print every warning, outdated translations and dropped entries of the cache")
    .option("--profile", "print how long each stage and each function of the site took")
    .option("--json", "print one JSON document")
    .action(async (options) => {
      const { buildCommand } = await import("./commands/build.js");
      code = await buildCommand(options, output);
    });
  program
    .command("index")
    .description("push the search records to Algolia")
    .option("--root <dir>", "folder of the site", ".")
    .option("--dry-run", "send nothing, only show what would be pushed")
    .option("--full", "send every record, not only what changed")
    .option("--force", "push an empty or much smaller set of records too")
    .option("--json", "print one JSON document")
    .action(async (options) => {
      const { indexCommand } = await import("./commands/push-index.js");
      code = await indexCommand(options, output);
    });
  program
    .command("check-links")
    .description("check every link of the site, or of any built site")
    .option("--root <dir>", "folder of the site", ".")
    .addOption(new Option("--site <dir>", "folder of a built site to check instead").conflicts("root"))
    .option("--external", "check links to other sites as well")
    .option("--external-anchors", "check the fragments of these links too")
    .option("--lines-since <ref>", "annotate only lines that differ from the merge base with a commit")
    .addOption(formatOption())
    .addOption(reportOption())
    .action(async (options) => {
      const { checkLinksCommand } = await import("./commands/check-links.js");
      code = await checkLinksCommand(options, output);
    });
  program
    .command("verify <dir|url>")
    .description("compare a published site with a build of its sources, byte for byte")
    .option("--root <dir>", "folder of the site's sources", ".")
    .option(
      "--signed-by <repository>",
      "OWNER/REPO on GitHub that must have signed the site; without --root no sources are needed",
    )
    .option("--json", "print one JSON document")
    .action(async (place, options, command) => {
      const { verifyCommand } = await import("./commands/verify.js");
      const isSignatureAlone = options.signedBy !== undefined && command.getOptionValueSource("root") !== "cli";
      code = await verifyCommand(place, isSignatureAlone ? { ...options, root: undefined } : options, output);
    });
  program
    .command("sign [dir]")
    .description("sign a built site with the identity of the job (default: build)")
    .action(async (dir: string | undefined) => {
      const { signCommand } = await import("./commands/sign.js");
      code = await signCommand(dir, output);
    });
  program
    .command("lint [files...]")
    .description("check the texts, or some files and folders, against the rules of the register")
    .option("--root <dir>", "folder of the site", ".")
    .option("--changed-since <ref>", "only files that differ from the merge base with a commit")
    .addOption(
      new Option("--stdin-filename <path>", "check the text from standard input, as if this file had it").conflicts([
        "fix",
        "changedSince",
        "updateBaseline",
      ]),
    )
    .option("--cache-dir <dir>", "folder of the cache")
    .option("--baseline <file>", "file of accepted findings")
    .option("--update-baseline", "accept all current findings")
    .option("--lines-since <ref>", "annotate only lines that differ from the merge base with a commit")
    .addOption(formatOption())
    .addOption(reportOption())
    .option("--fix", "fix what can be fixed without changing the meaning of a text")
    .option("--rules", "list the rules")
    .option("--explain <rule>", "print the help of a rule")
    .option("--profile", "print how long each check of the site took")
    .action(async (files: string[], options) => {
      if (files.length > 0 && options.stdinFilename !== undefined)
        program.error(`error: '--stdin-filename' names the file of the text: leave out '${files[0]}'`);
      const { lintCommand } = await import("./commands/lint.js");
      code = await lintCommand({ ...options, files }, output);
    });
  program
    .command("review")
    .description("report what a change does to the register, and what is wrong with it")
    .option("--root <dir>", "folder of the site", ".")
    .requiredOption("--base <ref>", "branch or commit that the change is based on")
    .option("--head <ref>", "branch or commit of the change", "HEAD")
    .option("--actor <handle>", "who proposes the change")
    .option("--cache-dir <dir>", "folder of the cache")
    .option("--preview-url <url>", "address of a preview of the change")
    .addOption(formatOption())
    .addOption(reportOption())
    .action(async (options) => {
      const { reviewCommand } = await import("./commands/review.js");
      code = await reviewCommand(options, output);
    });
  program
    .command("new <title>")
    .description("write a new proposal and print its path")
    .option("--root <dir>", "folder of the site", ".")
    .option("--category <id>", "category (default: the first one)")
    .option("--number <n>", "number (default: the next free one)")
    .option("--author <author>", "Name, Name <mail>, Name (@handle) …")
    .option("--series <id>", "series (default: the first one)")
    .action(async (title, options) => {
      const { newCommand } = await import("./commands/new.js");
      code = await newCommand(title, options, output);
    });
  program
    .command("serve")
    .description("serve the site on this machine")
    .option("--root <dir>", "folder of the site", ".")
    .option("--out <dir>", "folder of the built site (default: <root>/build)")
    .option("--watch", "build in memory, follow every change, reload the browser")
    .option("--port <n>", "port to listen on; the next free one if it is taken", "3000")
    .option("--host <h>", "address to listen on", "127.0.0.1")
    .option("--open", "open the browser")
    .action(async (options) => {
      const { serveCommand } = await import("./commands/serve.js");
      code = await serveCommand(options, output, () => {
        isEnding = true;
      });
    });
  program
    .command("init [dir]")
    .description("create a register in an empty folder, or a configuration for existing proposals")
    .option("--from <dir>", "folder of a repository with proposals: writes only cipgen.config.ts")
    .option("--json", "with --from: print one JSON document")
    .action(async (dir: string | undefined, { from, json = false }) => {
      if (from !== undefined) {
        if (dir !== undefined)
          program.error(`error: '--from' names the folder that gets the configuration: leave out '${dir}'`);
        const { initFromCommand } = await import("./commands/init.js");
        code = await initFromCommand(from, json, output);
        return;
      }
      if (json) program.error("error: option '--json' needs '--from'");
      const { initCommand } = await import("./commands/init.js");
      code = await initCommand(dir ?? ".", output);
    });
  program.hook("preAction", async (_, command) => {
    // A command that runs in a subfolder of a site applies to the site.
    if (command.getOptionValueSource("root") !== "default" || command.getOptionValue("site") !== undefined) return;
    if (command.getOptionValue("signedBy") !== undefined) return;
    const { findConfigFile, findRoot } = await import("./config/index.js");
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
      // A program that expects a JSON document gets one; text for people goes to stderr.
      const report = () => failureReport(diagnose("usage-invalid", error.message.replace(/^error: /, "")));
      if (wantsJson(argv)) output.result(jsonDocument(report()));
      return ExitCode.usage;
    }
    fail(argv, textOf(error), output);
    return ExitCode.failure;
  }
}

/** Reports that a command cannot go on: a program that expects a JSON document gets one. */
export function fail(argv: readonly string[], message: string, streams: CommandOutput = processStreams()): void {
  const output = forLog(streams);
  if (wantsJson(argv)) output.result(jsonDocument(failureReport(diagnose("machine-failure", message))));
  output.talk(`cipgen: ${printable(message)}\n`);
}

/** What is said of an error that nobody caught, as that of a timer. */
export async function textOfUncaught(error: unknown): Promise<string> {
  const { placeOfLate, thrownText } = await import("./config/index.js");
  if (!(error instanceof Error)) return `code of the configuration or of a template threw ${thrownText(error)}`;
  const place = placeOfLate(error, process.cwd());
  if (!place || process.env.DEBUG) return textOf(error);
  return `the configuration stopped with an error after it was loaded, at ${place.file}:${place.line}:${place.column}: ${thrownText(error)}`;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.DEBUG) return error.stack ?? error.message;
  const isWithoutFolder = (error as NodeJS.ErrnoException).syscall === "uv_cwd";
  return isWithoutFolder ? "the current folder is not there any more. Change to another one." : error.message;
}

function processStreams(): CommandOutput {
  // The reader of the output may close it early, as `head` does; the command continues, and its exit code counts. So it
  // does without messages, but not without its result.
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.stderr.write(`cipgen: cannot write the result: ${message}\n`, () => process.exit(ExitCode.failure));
  });
  return { result: writerOf(process.stdout), talk: writerOf(process.stderr) };
}

function writerOf(stream: NodeJS.WriteStream): (text: string) => void {
  const { NO_COLOR, FORCE_COLOR, CI, TERM } = process.env;
  const isWanted = FORCE_COLOR || CI || (stream.isTTY && TERM !== "dumb");
  return (text) => stream.write(isWanted && !NO_COLOR ? text : withoutColours(text));
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      word === "--json" || word === "--format=json" || (word === "json" && argv[index - 1] === "--format"),
  );
}

function failureReport(diagnostic: Diagnostic) {
  return { ok: false, diagnostics: [toJson(diagnostic)] };
}

/** The report format of a checking command. */
function formatOption(): Option {
  return new Option("--format <format>", "form of the report").choices(reportFormats).default("text");
}

/** Further reports of the same run, in files. */
function reportOption(): Option {
  const read = (value: string, others: ReportFile[] = []): ReportFile[] => {
    const [, name, file = ""] = /^(\w+)=(.+)$/s.exec(value) ?? [];
    const format = reportFormats.find((one) => one === name);
    if (!format) throw new InvalidArgumentError(`Write a form and a file: ${reportFormats.join("|")}=FILE.`);
    return [...others, { format, file }];
  };
  return new Option("--report <format=file>", "write a report to a file, too").argParser(read);
}
