/**
 * The list of commands: arguments, options and help of each. The command line is a separate script of dist/ (esbuild.config.js) with this list;
 * it imports the file of a command only to run it.
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import { reportFormats } from "../../platform/diagnostics/reporters/index.js";
import type { CommandOutput, ReportFile } from "./output.js";

/** A value that commander has parsed. It has any type, because the entries of the list decide which. */
type ParsedValue = Command["processedArgs"][number];

/** How a command was called. */
interface Call {
  /** The arguments in order; undefined for one that was left out. */
  args: ParsedValue[];
  options: ParsedValue;
  output: CommandOutput;
  /** Ends the command with a usage error. */
  refuse(message: string): never;
  /** A server calls this when a signal ends it. */
  onEnd(): void;
}

interface CommandEntry {
  /** Name and arguments: `new <title...>`. */
  usage: string;
  summary: string;
  options?: readonly Option[];
  /** @returns the exit code; see docs/command-line.md for what each means. */
  run(call: Call): Promise<number>;
}

const option = (flags: string, description: string, value?: string) => new Option(flags, description).default(value);

const root = option("--root <dir>", "folder of the site", ".");
const json = option("--json", "print one JSON document");

const format = new Option("--format <format>", "form of the report").choices(reportFormats).default("text");
const formatJson = option("--json", "the same as --format json").implies({ format: "json" });

/** Options for the report of a checking command, and for further reports in files. */
const reports = [
  format,
  formatJson,
  option("--report <format=file>", "write a report to a file, too").argParser(
    (value, reportFiles: ReportFile[] = []) => {
      const [, name, file = ""] = /^(\w+)=(.+)$/s.exec(value) ?? [];
      const form = reportFormats.find((reportFormat) => reportFormat === name);
      if (!form) throw new InvalidArgumentError(`Write a form and a file: ${reportFormats.join("|")}=FILE.`);
      return [...reportFiles, { format: form, file }];
    },
  ),
];

export const commands: readonly CommandEntry[] = [
  {
    usage: "build",
    summary: "build the site",
    options: [
      root,
      option("--out <dir>", "folder of the output (default: <root>/build)"),
      option("--locale <code...>", "build only these locales"),
      option("--no-cache", "build without the cache"),
      option("--force", "write into an output that has other files, which are kept"),
      option("--url <url>", "origin of the published site, in place of the configuration's"),
      option("--base-url <path>", "path of the published site, in place of the configuration's"),
      option("--verbose", "print every warning and outdated translations"),
      json,
    ],
    run: async ({ options, output }) => (await import("./build.js")).buildCommand(options, output),
  },
  {
    usage: "index",
    summary: "push the search records to Algolia",
    options: [root, option("--dry-run", "send nothing, only show what would be pushed"), json],
    run: async ({ options, output }) => (await import("./push-index.js")).indexCommand(options, output),
  },
  {
    usage: "check-links",
    summary: "check every link of the site, or of any built site",
    options: [
      root,
      option("--site <dir>", "folder of a built site to check instead").conflicts("root"),
      option("--external", "check links to other sites as well"),
      option("--update-baseline", "accept all current findings: write them into cipgen-baseline.json").conflicts(
        "site",
      ),
      ...reports,
    ],
    run: async ({ options, output }) => (await import("./check-links.js")).checkLinksCommand(options, output),
  },
  {
    usage: "switch",
    summary: "compare the addresses that a register has today with those of the new site",
    options: [
      option(
        "--from <old>",
        "sitemap, list, built folder, address or repository of today's site",
      ).makeOptionMandatory(),
      root,
      option("--write", "add the proposed redirects to the file that `redirects` names"),
      format,
      formatJson,
    ],
    run: async ({ options, output }) => (await import("./switch.js")).switchCommand(options, output),
  },
  {
    usage: "lint [files...]",
    summary: "check the texts, or some files and folders, against the rules of the register",
    options: [
      root,
      option("--stdin-filename <path>", "check the text from standard input, as if this file had it").conflicts([
        "fix",
        "updateBaseline",
      ]),
      option("--update-baseline", "accept all current findings: write them into cipgen-baseline.json"),
      ...reports,
      option("--fix", "fix what can be fixed without changing the meaning of a text"),
      option("--explain <rule>", "print the help of a rule"),
    ],
    async run({ args: [files], options, output, refuse }) {
      if (files.length > 0 && options.stdinFilename !== undefined)
        refuse(`'--stdin-filename' names the file of the text: leave out '${files[0]}'`);
      const { lintCommand } = await import("./lint.js");
      return lintCommand({ ...options, files }, output);
    },
  },
  {
    usage: "review",
    summary: "report what a change does to the register, and what is wrong with it",
    options: [
      root,
      option("--base <ref>", "branch or commit that the change is based on").makeOptionMandatory(),
      option("--head <ref>", "branch or commit of the change", "HEAD"),
      option("--actor <handle>", "who proposes the change"),
      option("--preview-url <url>", "address of a preview of the change"),
      ...reports,
    ],
    run: async ({ options, output }) => (await import("./review.js")).reviewCommand(options, output),
  },
  {
    usage: "new <title...>",
    summary: "write a new proposal and print its path",
    options: [
      root,
      option("--category <id>", "category (default: the first one)"),
      option("--number <n>", "number (default: the next free one)"),
      option("--author <author>", "Name, Name <mail>, Name (@handle) …"),
      option("--series <id>", "series (default: the first one)"),
    ],
    run: async ({ args: [words], options, output }) =>
      (await import("./new.js")).newCommand(words.join(" "), options, output),
  },
  {
    usage: "serve",
    summary: "serve the site on this machine",
    options: [
      root,
      option("--out <dir>", "folder of the built site (default: <root>/build)"),
      option("--watch", "build in memory, follow every change, reload the browser"),
      option("--port <n>", "port to listen on; the next free one if it is taken", "3000"),
      option("--host <h>", "address to listen on", "127.0.0.1"),
      option("--open", "open the browser"),
    ],
    run: async ({ options, output, onEnd }) => (await import("./serve.js")).serveCommand(options, output, onEnd),
  },
  {
    usage: "lsp",
    summary: "serve an editor, by the Language Server Protocol on the standard streams",
    options: [
      option("--root <dir>", "folder of the site (default: the sites of the folders and texts that the editor opens)"),
      option("--stdio", "changes nothing: the server always uses the standard streams, and most editors add this"),
    ],
    run: async ({ options, output, onEnd }) => (await import("./lsp.js")).lspCommand(options, output, onEnd),
  },
  {
    usage: "mcp [dir]",
    summary: "serve the register to language models, from a built site in a folder or from the sources",
    run: async ({ args: [folder], output, onEnd }) => (await import("./mcp.js")).mcpCommand(folder, output, onEnd),
  },
  {
    usage: "init [dir]",
    summary: "create a register in an empty folder, or a configuration for existing proposals",
    options: [
      option(
        "--from <dir>",
        "folder of a repository with proposals: writes only a configuration, redirects and a baseline",
      ),
      option("--name <name>", "name of the site"),
      option("--label <label>", "prefix of the numbers, such as CIP"),
      option("--profile <profile>", "kind of register: cip, eip, erc, simd, bip, rfc, adr, swift or pep"),
      option("--yes", "ask nothing, take the defaults"),
      option("--json", "with --from: print one JSON document"),
    ],
    async run({ args: [dir], options: { from, json = false, yes, ...choice }, output, refuse }) {
      if (from !== undefined && dir !== undefined)
        refuse(`'--from' names the folder that gets the configuration: leave out '${dir}'`);
      if (from === undefined && json) refuse("option '--json' needs '--from'");
      const { initCommand, initFromCommand } = await import("./init.js");
      return from === undefined
        ? initCommand(dir, { yes, ...choice }, output)
        : initFromCommand(from, json, choice, output);
    },
  },
];
