/** `cipgen mcp`: a server of the Model Context Protocol. The standard output has only its messages; everything else goes to the standard error. */
import { once } from "node:events";
import { diagnose } from "../diagnostics/codes.js";
import { httpPath, serveHttp } from "../mcp/http.js";
import { findRoot } from "../mcp/program.js";
import { makeCalls } from "../mcp/server.js";
import { contextOf } from "../mcp/start.js";
import { serveStdio } from "../mcp/stdio.js";
import type { Context } from "../mcp/tools/tool.js";
import { listenProblem } from "../serve/answer.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";

interface McpOptions {
  root?: string;
  http?: string;
}

/** @param place folder or address of the site; the sources by default. @param onEnd called when a signal ends the server. */
export async function mcpCommand(
  place: string | undefined,
  { root, http }: McpOptions,
  output: CommandOutput,
  onEnd: () => void,
): Promise<number> {
  const refuse = (message: string, help?: string) => {
    printDiagnostics([diagnose("config-reference", message, { help })], root ?? ".", output);
    return ExitCode.usage;
  };
  // In a subfolder of a site, the site is meant.
  const context = contextOf(place, root ?? (place === undefined ? await findRoot(process.cwd()) : undefined));
  if (typeof context === "string") return refuse(context);
  if (http !== undefined && !(/^\d+$/.test(http) && Number(http) <= 65_535))
    return refuse(`--http: ${http} is not a port`, "0 to 65535");
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal))).then(onEnd);
  try {
    if (http !== undefined) return await listen(context, Number(http), output, end);
    const streams = { input: process.stdin, output: output.messages ?? process.stdout, log: output.talk };
    await serveStdio(context, makeCalls(), streams, end);
    return ExitCode.ok;
  } finally {
    await context.site.files.close();
  }
}

async function listen(context: Context, port: number, output: CommandOutput, end: Promise<unknown>): Promise<number> {
  const taken = (error: unknown) => listenProblem(error, "127.0.0.1", port);
  const server = await serveHttp(context, makeCalls(), port, output.talk).catch((error: unknown) => {
    const problem = taken(error);
    if (!problem) throw error;
    return problem;
  });
  if ("code" in server) {
    printDiagnostics([server], ".", output);
    return exitCode([server]);
  }
  // Clients have the port in their configuration: another one would be found by none.
  if (port !== 0 && server.port !== port) {
    await server.close();
    const problem = diagnose("machine-failure", `port ${port} is taken`, { help: "Choose another one: --http 3001." });
    printDiagnostics([problem], ".", output);
    return exitCode([problem]);
  }
  context.site.files.open?.();
  output.talk(`Serving ${context.site.files.name} to language models: ${server.origin}${httpPath}\n`);
  await end;
  await server.close();
  return ExitCode.ok;
}
