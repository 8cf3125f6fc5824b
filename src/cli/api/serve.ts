/** Serves a built site as its host will show it, or a site that is being edited. */

import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { inputFolders } from "../../build/input-folders.js";
import { type OpenSite, openSite } from "../../build/open-site.js";
import type { SiteConfig } from "../../config/index.js";
import { builtSite } from "../../content/read/built-site.js";
import { manifestFile } from "../../output/emit/manifest.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { ServeRequest, ServeResult, SiteServer } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { addAll } from "../../shared/lists.js";
import { listenProblem, makeHandler, type RequestHandler, siteStyle, startServer } from "../serve/answer.js";
import { filesOf } from "../serve/respond.js";
import { Scanner } from "../serve/scan.js";
import { WatchedSite } from "../serve/watch.js";
import { build } from "./build.js";
import { realPath, siteRoot } from "./site-root.js";

/** A handler of requests, and a function that releases what it uses. */
interface Service {
  answer: RequestHandler;
  close(): Promise<void>;
}

export async function serve(request: ServeRequest = {}): Promise<ServeResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown): ServeResult => refused([machineFailure(error, root)]);
  return run(root, request).catch(failed);
}

const refused = (diagnostics: Diagnostic[]): ServeResult => ({ ok: false, diagnostics });

/** Absolute path of the folder that is served without `watch`. */
export function outputOf({ root = ".", out }: Pick<ServeRequest, "root" | "out">): string {
  return resolve(out ?? join(root, "build"));
}

/** The path of an output, and its real path, for a scan that skips both. */
export function outputPaths(out: string): string[] {
  return [out, realPath(out)];
}

/** Whether there is a site in a folder. */
export function isBuilt(out: string): boolean {
  return existsSync(join(out, "index.html"));
}

/** The problem of a port from a request or the command line, if it has one. */
export function portProblem(port: number | string): Diagnostic | undefined {
  if (/^\d{1,5}$/.test(String(port)) && Number(port) <= 65_535) return undefined;
  return diagnose("config-invalid", `--port: ${port} is not a port`, { help: "Write a number from 0 to 65535." });
}

async function run(root: string, request: ServeRequest): Promise<ServeResult> {
  const { watch: isWatched = false, port = 3000, host = "127.0.0.1", onRebuild } = request;
  const problemOfPort = portProblem(port);
  if (problemOfPort) return refused([problemOfPort]);
  const since = Date.now();
  const { value: site, diagnostics } = await openSite(root);
  if (!site) return refused(diagnostics);
  const out = outputOf(request);
  if (!isWatched && !isBuilt(out)) {
    const built = await build({ root, out });
    if (!built.ok) return refused(built.diagnostics);
    addAll(diagnostics, built.diagnostics);
  }
  if (!isWatched) addAll(diagnostics, outdated(site, out));
  const service = isWatched
    ? await WatchedSite.start(site, { since, skip: outputPaths(out), host, onRebuild })
    : serveBuilt(site.config, out, host);
  try {
    const server = await start(service, site.config, host, port);
    return { ok: !hasErrors(diagnostics), diagnostics, server };
  } catch (error) {
    await service.close();
    const problem = listenProblem(error, host, port);
    if (!problem) throw error;
    return refused([problem]);
  }
}

/** Warns if a source has changed since the site was built, because the author would not see that change. */
function outdated({ root, config, configFiles = [] }: OpenSite, out: string): Diagnostic[] {
  const outputStats = existsSync(manifestFile(out)) && statSync(out);
  const read = { config: configFiles, templates: [], look: [], included: [] };
  const path =
    outputStats && new Scanner(inputFolders(root, config, read), outputPaths(out)).newerThan(outputStats.mtimeMs);
  if (!path) return [];
  const help = "Run cipgen build, or cipgen serve --watch to see changes as they are made.";
  return [diagnose("output-outdated", `${pathBelow(root, out)} is older than ${pathBelow(root, path)}`, { help })];
}

async function start(service: Service, config: SiteConfig, host: string, port: number): Promise<SiteServer> {
  const running = await startServer(service.answer, host, port);
  const close = async () => {
    await running.close();
    await service.close();
  };
  return { url: `${running.origin}${config.baseUrl}`, port: running.port, close };
}

function serveBuilt(config: SiteConfig, out: string, host: string): Service {
  const site = { ...siteStyle(config), find: filesOf(builtSite(out)) };
  return { answer: makeHandler(() => site, { host }), close: async () => undefined };
}
