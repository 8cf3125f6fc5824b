/** `cipgen serve`: serves the built site as its host will show it; with --watch, the site that is being edited. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { hasErrors, printable } from "../../platform/diagnostics/report.js";
import type { Rebuild, ServeRequest } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { isBuilt, outputOf, portProblem, serve } from "../api/serve.js";
import { buildCommand } from "./build.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics, untilSignal } from "./output.js";

interface ServeOptions extends Pick<ServeRequest, "out" | "watch" | "host"> {
  root: string;
  port: string;
  open?: boolean;
}

/** @param onEnd called when a signal ends the server. */
export async function serveCommand(options: ServeOptions, output: CommandOutput, onEnd: () => void): Promise<number> {
  const { root, watch, host } = options;
  const out = outputOf(options);
  const port = Number(options.port);
  const problem = portProblem(options.port);
  if (problem) {
    printDiagnostics([problem], root, output);
    return ExitCode.usage;
  }
  if (!watch && !isBuilt(out)) {
    const code = await buildCommand({ root, out, cache: true }, output);
    if (code !== ExitCode.ok) return code;
  }
  const end = waitForEnd(onEnd);
  const onRebuild = watchReport(resolve(root), output);
  const result = await Promise.race([serve({ root, out, watch, host, port, onRebuild }), end]);
  if (!result) return ExitCode.ok;
  const { server, diagnostics } = result;
  // Problems of a watched site are reported with each build.
  if (!server || !watch) printDiagnostics(diagnostics, resolve(root), output);
  if (!server) return exitCode(diagnostics);
  if (port !== 0 && server.port !== port) output.talk(`Port ${port} is taken, so this server uses ${server.port}.\n`);
  output.result(`${watch ? "Watching" : "Serving"} ${resolve(root)}: ${server.url}\n`);
  if (options.open) openBrowser(server.url);
  await end;
  await server.close();
  return ExitCode.ok;
}

/** Maximum time, in ms, to wait for work in progress when the server stops. */
const patience = 400;

/** Resolves when a signal ends the server, which is not a failure. */
async function waitForEnd(onEnd: () => void): Promise<undefined> {
  await untilSignal();
  onEnd();
  setTimeout(() => process.exit(ExitCode.ok), patience).unref();
}

/** Programs that open the browser. None is a shell, which could read an address as a command. */
const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens the browser, if there is one; the address is printed anyway. */
function openBrowser(address: string): void {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** Maximum number of warnings that are printed in full; more would hide the rest. */
const maxWarnings = 20;

/** Prints a line for each rebuild, and below it all errors and the new warnings. */
export function watchReport(root: string, output: CommandOutput): (rebuild: Rebuild) => void {
  let reported: ReadonlySet<string> = new Set();
  return ({ changes, diagnostics, isCurrent, hasSite, ms }) => {
    const newDiagnostics = diagnostics.filter(
      (diagnostic) => diagnostic.severity === "error" || !reported.has(keyOf(diagnostic)),
    );
    // A build with errors may not find all problems, so that the reported ones still count.
    const stillReported = hasErrors(diagnostics) ? reported : [];
    reported = new Set([...stillReported, ...diagnostics.map(keyOf)]);
    const cause = changes.length === 0 ? "Built" : `${names(changes)} changed`;
    const served = hasSite ? "the last good site stays up, " : "there is no good site yet, ";
    output.talk(`${cause}: ${isCurrent ? "" : served}${Math.round(ms)} ms\n`);
    printDiagnostics(newDiagnostics, root, output, maxWarnings);
  };
}

/** Identifies a problem by all but its position, because edits above it move it. */
const keyOf = ({ code, severity, file, message }: Diagnostic) => [code, severity, file, message].join("\n");

function names([first = "", ...furtherPaths]: readonly string[]): string {
  return printable(furtherPaths.length === 0 ? first : `${first} and ${furtherPaths.length} more`);
}
