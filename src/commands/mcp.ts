/** `cipgen mcp`: a server of the Model Context Protocol. The standard output has only its messages; everything else goes to the standard error. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { diagnose } from "../diagnostics/codes.js";
import { folderFiles, sourceFiles } from "../mcp/files.js";
import { findRoot } from "../mcp/program.js";
import { AskedSite } from "../mcp/register.js";
import { serveStdio } from "../mcp/stdio.js";
import { type CommandOutput, ExitCode, printDiagnostics } from "./output.js";

/** @param folder of a built site; by default the sources that the working directory is in. @param onEnd called when a signal ends the server. */
export async function mcpCommand(
  folder: string | undefined,
  output: CommandOutput,
  onEnd: () => void,
): Promise<number> {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const help = "Name the folder of a built site; without one, the site in the current folder is built.";
    printDiagnostics([diagnose("config-reference", `${folder} is not a folder`, { help })], ".", output);
    return ExitCode.usage;
  }
  const files = folder === undefined ? sourceFiles((await findRoot(process.cwd())) ?? ".") : folderFiles(folder);
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal))).then(onEnd);
  try {
    const streams = { input: process.stdin, output: output.messages ?? process.stdout, log: output.talk };
    await serveStdio(new AskedSite(files), streams, end);
    return ExitCode.ok;
  } finally {
    await files.close();
  }
}
