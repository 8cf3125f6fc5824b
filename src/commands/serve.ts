/** `cipgen serve`: serves the built site as its host will show it, or with --watch the site that is being edited. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { isBuilt, outputOf, serve } from "../api/serve.js";
import { diagnose } from "../diagnostics/codes.js";
import type { ServeRequest } from "../shared/api.js";
import { buildCommand } from "./build.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";
import { watchReport } from "./watch-report.js";

export interface ServeOptions extends Pick<ServeRequest, "out" | "watch" | "host"> {
  root: string;
  port: string;
  open?: boolean;
}

/** @param onEnd called when a signal ends the server. */
export async function serveCommand(options: ServeOptions, output: CommandOutput, onEnd: () => void): Promise<number> {
  const { root, watch, host } = options;
  const out = outputOf(options);
  const port = Number(options.port);
  if (!/^\d+$/.test(options.port) || port > 65_535) {
    const wrong = diagnose("config-invalid", `--port: ${options.port} is not a port`, { help: "0 to 65535" });
    printDiagnostics([wrong], root, output);
    return ExitCode.usage;
  }
  if (!watch && !isBuilt(out)) {
    const code = await buildCommand({ root, out, cache: true }, output);
    if (code !== ExitCode.ok) return code;
  }
  const end = ending(onEnd);
  const onRebuild = watchReport(resolve(root), output);
  const result = await Promise.race([serve({ root, out, watch, host, port, onRebuild }), end]);
  if (!result) return ExitCode.ok;
  const { server, diagnostics } = result;
  if (!server) {
    printDiagnostics(diagnostics, resolve(root), output);
    return exitCode(diagnostics);
  }
  if (port !== 0 && server.port !== port) output.talk(`Port ${port} is taken, so this server uses ${server.port}.\n`);
  output.result(`${watch ? "Watching" : "Serving"} ${resolve(root)}: ${server.url}\n`);
  if (options.open) openBrowser(server.url);
  await end;
  await server.close();
  return ExitCode.ok;
}

/** Maximum time, in ms, to wait for work in progress when the server stops. */
const patience = 400;

/** Ctrl-C and its like are an ordinary end. */
async function ending(onEnd: () => void): Promise<undefined> {
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  onEnd();
  setTimeout(() => process.exit(ExitCode.ok), patience).unref();
}

/** None is a shell, which would read an address as a command. */
const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** If there is no browser to open, the printed address has to do. */
function openBrowser(address: string): void {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
