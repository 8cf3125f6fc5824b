/**
 * Emissions in a process of their own, in which something happens before a chosen act on the file system: they are killed, or another program is
 * quicker. So every moment of a build can be tried, not just some.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build, type Plugin } from "esbuild";
import { makeFolder, repositoryRoot } from "./site.js";

/** Whatever changes something on disk, and the look at a path. */
const acts = [
  ..."chmodSync copyFileSync fchmodSync linkSync lstatSync mkdirSync openSync renameSync rmSync".split(" "),
  ..."rmdirSync symlinkSync unlinkSync utimesSync writeFileSync writeSync".split(" "),
];

const countedActs: Plugin = {
  name: "counted-acts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:fs$/ }, ({ namespace }) =>
      namespace === "counted" ? undefined : { path: "node:fs", namespace: "counted" },
    );
    onLoad({ filter: /.*/, namespace: "counted" }, () => ({
      contents: `
        import fs from "node:fs";
        export * from "node:fs";
        let left = Number(process.env.KILL_BEFORE);
        const before = new Function("act", "path", "fs", "once", process.env.BEFORE ?? "");
        const done = {};
        const counted = (act) => (...args) => {
          if (act !== "lstatSync" && left-- === 1) process.kill(process.pid, "SIGKILL");
          before(act, String(args[0]), fs, done);
          return fs[act](...args);
        };
        ${acts.map((act) => `export const ${act} = counted("${act}");`).join("\n")}`,
      loader: "js",
    }));
  },
};

/**
 * @param site texts by path.
 * @returns makes `out` that site and dies before the given act, from 1. It resolves to false when there were not so many.
 */
export async function mortalEmission(
  site: Record<string, string>,
  out: string,
): Promise<(act: number) => Promise<boolean>> {
  const run = await emission(site, out);
  return (act) => run({ KILL_BEFORE: String(act) });
}

/**
 * @param site texts by path.
 * @returns makes `out` that site. Before each act, the given code runs as a function of the act's name, its path, `node:fs`, and an object that stays
 * the same. Rejects if the emission fails.
 */
export async function disturbedEmission(
  site: Record<string, string>,
  out: string,
): Promise<(code: string) => Promise<unknown>> {
  const run = await emission(site, out);
  return (code) => run({ BEFORE: code });
}

async function emission(
  site: Record<string, string>,
  out: string,
): Promise<(env: Record<string, string>) => Promise<boolean>> {
  const program = join(makeFolder(), "emission.mjs");
  await build({
    stdin: {
      contents: `
        import { emit } from "./test/support/emit.js";
        const { diagnostics } = await emit(${JSON.stringify(site)}, ${JSON.stringify(out)});
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        if (errors.length > 0) throw new Error(JSON.stringify(errors));`,
      resolveDir: repositoryRoot,
    },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [countedActs],
    logLevel: "silent",
  });
  return async (env) => {
    const child = spawn(process.execPath, [program], {
      stdio: ["ignore", "inherit", "pipe"],
      env: { ...process.env, ...env },
    });
    const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, "close")]);
    if (signal === null && code !== 0) throw new Error(`the emission ended with ${code}: ${stderr}`);
    return signal === "SIGKILL";
  };
}
