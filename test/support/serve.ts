/** `cipgen serve` as its users start it. It runs from dist/, so `npm run build:js` comes before. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "./folders.js";

export interface Serving {
  /** Of the site, with its base path. */
  address: string;
  port: number;
  /** What was said so far on stdout and stderr. */
  said(): string;
  /** Waits until something of the kind has been said. */
  says(pattern: RegExp): Promise<string>;
  /** @returns exit code and how long the end took, in ms. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

/**
 * Resolves when the address has been printed; rejects when the program ends before that.
 * @param program folder of the package that is run.
 * @param user id of who runs it, and of whose group; only root may choose.
 */
export async function serve(
  root: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  program = repositoryRoot,
  user?: number,
): Promise<Serving> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(program, "bin/cipgen.js"), "serve", "--root", root, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let text = "";
  const exited = once(child, "exit");
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (const listener of listeners) listener();
    });
  }
  const says = async (pattern: RegExp) => {
    const said = new Promise<string>((done) => {
      const look = () => {
        const found = pattern.exec(text);
        if (found) done(found[0]);
      };
      listeners.add(look);
      look();
    });
    const ended = exited.then(([code]): string => {
      throw new Error(`cipgen serve ended with ${code} and had not said ${pattern}: ${text}`);
    });
    return Promise.race([said, ended]);
  };
  exited.catch(() => undefined);
  const address = (await says(/http:\/\/\S+/)).trim();
  return {
    address,
    port: Number(new URL(address).port),
    said: () => text,
    says,
    async stop(signal = "SIGINT") {
      const begin = performance.now();
      child.kill(signal);
      const [code] = await exited;
      return { code, ms: performance.now() - begin };
    },
  };
}
