/** `cipgen serve`: the built site as its host will show it, or with --watch the site that is being written. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { type OpenSite, openSite } from "../pipeline/open-site.js";
import { saveState } from "../pipeline/state.js";
import { type Answer, makeAnswer } from "../serve/answer.js";
import { folderSource } from "../serve/folder.js";
import { startServer } from "../serve/server.js";
import { siteStyle } from "../serve/site-style.js";
import { WatchedSite } from "../serve/watch.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { buildCommand } from "./build.js";
import { ExitCode, type Output, printDiagnostics } from "./output.js";
import { watchReport } from "./watch-report.js";

export interface ServeOptions {
  root: string;
  watch?: boolean;
  port: string;
  host: string;
  open?: boolean;
}

/** What is served, and what ends it. */
interface Service {
  answer: Answer;
  close(): Promise<void>;
}

export async function serveCommand(options: ServeOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  const port = Number(options.port);
  const fail = (diagnostics: Diagnostic[], code: number) => {
    printDiagnostics(diagnostics, root, output);
    return code;
  };
  if (!/^\d+$/.test(options.port) || port > 65_535) {
    return fail(
      [diagnose("config-invalid", `--port: ${options.port} is no port`, { help: "0 to 65535" })],
      ExitCode.usage,
    );
  }
  const { value, diagnostics } = await openSite(root);
  if (!value) return fail(diagnostics, ExitCode.usage);
  const out = join(root, "build");
  if (!options.watch && !existsSync(join(out, "index.html"))) {
    const code = await buildCommand({ root, cache: true }, output);
    if (code !== ExitCode.ok) return code;
  }
  try {
    return await serve(value, out, { ...options, port }, output);
  } catch (error) {
    return fail([machineFailure(error)], ExitCode.failure);
  }
}

async function serve(
  site: OpenSite,
  out: string,
  options: Omit<ServeOptions, "port"> & { port: number },
  output: Output,
): Promise<number> {
  const end = ending();
  const starting = options.watch ? watch(site, out, options.host, output) : preview(site.config, out, options.host);
  const service = await Promise.race([starting, end]);
  if (!service) return ExitCode.ok;
  try {
    const { origin, port, close } = await startServer(service.answer, options.host, options.port);
    if (options.port !== 0 && port !== options.port) output.talk(`Port ${options.port} is taken, this is ${port}.\n`);
    const address = `${origin}${site.config.baseUrl}`;
    output.result(`${options.watch ? "Watching" : "Serving"} ${site.root}: ${address}\n`);
    if (options.open) openBrowser(address);
    await end;
    await close();
  } finally {
    await service.close();
  }
  return ExitCode.ok;
}

/** So long, in ms, may work take that nobody will see the outcome of. */
const patience = 400;

/** Ctrl-C and its like are an ordinary end. */
async function ending(): Promise<undefined> {
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  setTimeout(() => process.exit(ExitCode.ok), patience).unref();
}

async function preview(config: SiteConfig, out: string, host: string): Promise<Service> {
  const site = { ...siteStyle(config), find: folderSource(out) };
  return { answer: makeAnswer(() => site, { host, compress: true }), close: async () => undefined };
}

async function watch(site: OpenSite, out: string, host: string, output: Output): Promise<Service> {
  const { root, state, diagnostics, configFiles: files = [] } = site;
  const config = { value: site.config, diagnostics, files };
  const report = watchReport(root, output);
  const watched = await WatchedSite.start({ root, config, state, out, host, report: { rebuilt: report } });
  saveState(state);
  return watched;
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Where there is no browser to open, the address has been printed. */
function openBrowser(address: string): void {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
