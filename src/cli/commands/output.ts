/** The output of commands: results on stdout, messages on stderr, and exit codes. */
import { once } from "node:events";
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Writable } from "node:stream";
import {
  errorsIn,
  formatText,
  type ReportContext,
  textLookup,
  withoutCommands,
} from "../../platform/diagnostics/report.js";
import { commandFormats, formatReport, type ReportFormat } from "../../platform/diagnostics/reporters/index.js";
import { programVersion } from "../../platform/package-root.js";
import { pathBelow } from "../../platform/path-below.js";
import { writeUserFile } from "../../platform/user-files.js";
import type { Diagnostic } from "../../shared/diagnostic.js";

/** The streams that a command writes to; tests use buffers. */
export interface CommandOutput {
  /** Writes to stdout. @param form `commands` for a text with commands that the runner of a job should obey. */
  result(text: string, form?: "text" | "commands"): void;
  /** Writes to stderr. */
  talk(text: string): void;
  /** Where a server writes the messages of its protocol; the standard output by default. */
  messages?: Writable;
  /** Whether a result was written, so that no second document may follow. */
  isAnswered?: boolean;
}

/** Makes commands for the runner of a job ineffective in all output that is not meant to have them. */
export function withoutRunnerCommands(streams: CommandOutput): CommandOutput {
  return {
    ...streams,
    result: (text, form) => {
      streams.isAnswered = true;
      streams.result(form === "commands" ? text : withoutCommands(text));
    },
    talk: (text) => streams.talk(withoutCommands(text)),
  };
}

export const ExitCode = { ok: 0, failure: 1, content: 2, usage: 3, provider: 4 } as const;

/** The exit code of a command with these problems. Those of the machine, of configuration and usage, and of the search provider have their own codes; all other errors are of the content. */
export function exitCode(diagnostics: readonly Diagnostic[]): number {
  const errors = errorsIn(diagnostics);
  if (errors.length === 0) return ExitCode.ok;
  if (errors.some(({ code }) => code === "machine-failure")) return ExitCode.failure;
  if (errors.some(({ code }) => /^(config|output)-/.test(code))) return ExitCode.usage;
  return errors.some(({ code }) => code === "search-provider") ? ExitCode.provider : ExitCode.content;
}

/** @param maxWarnings how many of the warnings are shown in full; all by default. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  root: string,
  output: CommandOutput,
  maxWarnings?: number,
): void {
  output.talk(formatText(diagnostics, textLookup(root), maxWarnings));
}

/** A further report, as `--report` names it. */
export interface ReportFile {
  format: ReportFormat;
  file: string;
}

/** The reports that a checking command is asked for. */
export interface ReportOptions {
  format: ReportFormat;
  report?: readonly ReportFile[];
}

/** Prints the report of a checking command, and writes those that `--report` asks for. @param render makes a report. @throws if a file cannot be written. */
export function printReports(
  { format, report = [] }: ReportOptions,
  output: CommandOutput,
  render: (format: ReportFormat) => string,
): void {
  output.result(render(format), commandFormats.has(format) ? "commands" : "text");
  for (const { format: fileFormat, file } of report) {
    const path = resolve(file);
    if (leadsOut(path)) throw new Error(`${file} is a symbolic link that leads out of its folder: remove the link`);
    writeUserFile(path, render(fileFormat));
  }
}

/** Whether a file below the working directory is a symbolic link out of its folder: a change of the register may have put it there. */
function leadsOut(path: string): boolean {
  const isHere = !pathBelow(process.cwd(), path).startsWith("..");
  const isLink = isHere && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return (
    isLink === true && existsSync(path) && pathBelow(realpathSync(dirname(path)), realpathSync(path)).startsWith("..")
  );
}

/** The report of a checking command in a format. Files are relative to `root`. */
export function reportText(
  format: ReportFormat,
  diagnostics: readonly Diagnostic[],
  root: string,
  context: Pick<ReportContext, "command" | "rules" | "facts" | "notes" | "byRule" | "isChanged"> &
    Partial<Pick<ReportContext, "readText">>,
): string {
  const base = pathBelow(process.cwd(), root);
  const version = programVersion();
  return formatReport(format, diagnostics, { readText: textLookup(root), version, base, ...context });
}

/** A size in decimal units, as file managers and hosts count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes;
  let unit = "B";
  for (const next of units) {
    // From here on, it would be rounded to 1000.0.
    if (value < 999.95) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
}

/** @returns `YYYY-MM-DD` in the local time zone. */
export function localDay(date: Date): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Resolves when the process gets a signal to end, such as from Ctrl-C. */
export async function untilSignal(): Promise<void> {
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
}
