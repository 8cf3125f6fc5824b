/**
 * Twice the text takes about twice the work, whatever it is made of. Processor time is measured, in a process that can be killed: a rule that looks at
 * the whole text for every part of it takes four times as much. Two doublings are compared, the quickest of up to four measurements of each.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growing } from "../support/growth.js";
import { options, seriesOf } from "../support/parse.js";
import { repositoryRoot } from "../support/site.js";
import { note } from "../support/tried.js";

const small = 16_000;
/** What two doublings may grow by. */
const limit = 2.6 ** 2;
/** Milliseconds that are no growth: starting a garbage collection, compiling a function. */
const noise = 40;
const killedAfter = 30_000;

let bundle: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  // Where the library that draws diagrams is found.
  bundle = join(repositoryRoot, "node_modules", `.growth-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `import { parseText } from "./src/parse/document.js";
        import { sourceFile } from "./src/read/sources.js";
        process.on("message", async ({ text, series, options }) => {
          const role = { kind: "proposal", series, relativePath: "cbc/cip-20.md" };
          const before = process.cpuUsage();
          const { value } = await parseText(sourceFile("cip-20.md", text), role, options);
          const { user, system } = process.cpuUsage(before);
          process.send({ made: value !== undefined, milliseconds: (user + system) / 1000 });
        });`,
      resolveDir: repositoryRoot,
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "silent",
  });
  await cost("Text <b>x</b> $x$\n\n```mermaid\ngraph LR\nA --> B\n```\n");
});

afterAll(() => {
  child?.kill();
  note("pathological texts doubled twice", Object.keys(growing).length);
  rmSync(bundle, { force: true });
});

/** Milliseconds of processor time that a text takes; rejects when the parser had to be killed or made nothing of it. */
async function cost(body: string): Promise<number> {
  child ??= fork(bundle);
  const current = child;
  const timer = setTimeout(() => current.kill("SIGKILL"), killedAfter);
  const ended = new AbortController();
  try {
    current.send({ text: `---\ncip: 20\ntitle: T\n---\n${body}`, series: seriesOf(), options });
    const [answer] = await Promise.race([
      once(current, "message", ended),
      once(current, "exit", ended).then(([code]) => Promise.reject(new Error(`the parser ended (${code})`))),
    ]);
    expect(answer.made).toBe(true);
    return answer.milliseconds;
  } catch (error) {
    child = undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

test.each(Object.entries(growing))("%s", async (_, text) => {
  let [once, fourTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 4; round++) {
    once = Math.min(once, await cost(text(small)));
    fourTimes = Math.min(fourTimes, await cost(text(4 * small)));
    if (fourTimes < limit * (once + noise)) return;
  }
  expect(fourTimes / (once + noise)).toBeLessThan(limit);
});
