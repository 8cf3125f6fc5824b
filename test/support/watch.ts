/** A site that is watched in this process, and what became of it after each change. */
import { setTimeout as wait } from "node:timers/promises";
import { openSite } from "../../src/build/open-site.js";
import { type RunningServer, startServer } from "../../src/cli/serve/answer.js";
import { WatchedSite } from "../../src/cli/serve/watch.js";
import type { Rebuild } from "../../src/shared/api.js";
import type { LiveMessage } from "../../src/shared/live.js";
import { listen, type Messages } from "./http.js";
import { build, bytesOf, makeFolder } from "./site.js";

export interface Watched {
  root: string;
  site: WatchedSite;
  server: RunningServer;
  /** Every report so far. */
  rebuilds: Rebuild[];
  /** The next report after this call that is as wanted. */
  rebuilt(wanted?: (rebuild: Rebuild) => boolean): Promise<Rebuild>;
  /** What a tab that shows a page hears. */
  tab(page: string): Promise<Messages<LiveMessage>>;
  close(): Promise<void>;
}

/** @param meanwhile what happens after the configuration was read. */
export async function watchSite(root: string, meanwhile: () => void = () => undefined): Promise<Watched> {
  const since = Date.now();
  // A cache, as on an author's machine.
  const { value: opened, diagnostics } = await openSite(root, { cacheDir: makeFolder() });
  if (!opened) throw new Error(JSON.stringify(diagnostics));
  meanwhile();
  const rebuilds: Rebuild[] = [];
  let waiting: (() => void)[] = [];
  const site = await WatchedSite.start(opened, {
    since,
    skip: [`${root}/build`],
    host: "127.0.0.1",
    onRebuild(rebuild) {
      rebuilds.push(rebuild);
      for (const tell of waiting.splice(0)) tell();
    },
  });
  const server = await startServer(site.answer, "127.0.0.1", 0);
  const rebuilt: Watched["rebuilt"] = async (wanted = () => true) => {
    // Several reports may come at once.
    for (let next = rebuilds.length; ; next++) {
      while (rebuilds.length <= next) await new Promise<void>((done) => waiting.push(done));
      const rebuild = rebuilds[next];
      if (rebuild && wanted(rebuild)) return rebuild;
    }
  };
  if (rebuilds.length === 0) await rebuilt();
  return {
    root,
    site,
    server,
    rebuilds,
    rebuilt,
    async tab(page) {
      const has = await digestOf(server.port, page);
      return listen(server.port, `/__cipgen/events?${new URLSearchParams({ page, has })}`);
    },
    async close() {
      waiting = [];
      await server.close();
      await site.close();
    },
  };
}

/** What a tab would say that it shows. */
async function digestOf(port: number, page: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${page}`, { headers: { accept: "text/html" } });
  return /<meta name="cipgen:page" content="([^"]*)">/.exec(await answer.text())?.[1] ?? "";
}

/** No change may go unnoticed for longer, in ms, even if the file system tells of none. */
const longestSilence = 1500;

/** What takes longer hangs, in ms. */
const longestWait = 60_000;

/**
 * Waits until the site is what a clean build of its folder makes.
 * @returns paths of the files in which it is not so in the end; none when all is well.
 */
export async function untilClean(watched: Watched): Promise<string[]> {
  const start = performance.now();
  const next = () => Promise.race([watched.rebuilt(), wait(longestSilence, "silence", { ref: false })]);
  // Only then, because a build in this process takes the time that the watched site needs.
  await next();
  const expected = await cleanBuild(watched.root);
  for (;;) {
    const before = watched.rebuilds.length;
    const wrong = await differences(expected, watched.site);
    if (wrong.length === 0 || performance.now() - start > longestWait) return wrong;
    if (watched.rebuilds.length === before) await next();
  }
}

async function cleanBuild(root: string): Promise<Map<string, Buffer>> {
  const { files } = await build(root);
  return new Map([...files].map(([path, content]) => [path, bytesOf(content)]));
}

async function differences(expected: ReadonlyMap<string, Buffer>, site: WatchedSite): Promise<string[]> {
  const planned = (site.paths ?? []).filter((path) => !path.endsWith("/"));
  const wrong: string[] = [];
  for (const path of new Set([...planned, ...expected.keys()])) {
    const own = (await site.find(path))?.body;
    const bytes = expected.get(path);
    if (bytes ? !own?.equals(bytes) : own) wrong.push(path);
  }
  return wrong;
}
