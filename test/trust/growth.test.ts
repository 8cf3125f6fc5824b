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
import { growing, growingFields, growingRst, growingWiki } from "../support/growth.js";
import { options, seriesOf } from "../support/parse.js";
import { repositoryRoot } from "../support/site.js";
import { note } from "../support/tried.js";

const small = 16_000;
/** What two doublings may grow by. */
const limit = 2.6 ** 2;
/** Milliseconds that are no growth: starting a garbage collection, compiling a function. */
const noise = 40;
const killedAfter = 60_000;

let bundle: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  // Where the program looks for its package, and the library that draws diagrams is found.
  bundle = join(repositoryRoot, "dist", `.growth-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `import { parseText } from "./src/content/parse/document.js";
        import { sourceFile } from "./src/content/read/sources.js";
        process.on("message", async ({ name, text, series, options }) => {
          const role = { kind: "proposal", series, relativePath: "cbc/cip-20.md" };
          const before = process.cpuUsage();
          const { value } = await parseText(sourceFile(name, text), role, options);
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
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  await cost("Text <b>x</b> $x$\n\n```mermaid\ngraph LR\nA --> B\n```\n");
});

afterAll(() => {
  child?.kill();
  note(
    "pathological texts doubled twice",
    Object.keys({ ...growing, ...growingWiki, ...growingRst, ...growingFields }).length,
  );
  rmSync(bundle, { force: true });
});

/** Milliseconds of processor time that a text takes; rejects when the parser had to be killed or made nothing of it. */
async function cost(body: string, name = "cip-20.md", fields = ""): Promise<number> {
  child ??= fork(bundle);
  const current = child;
  const timer = setTimeout(() => current.kill("SIGKILL"), killedAfter);
  const ended = new AbortController();
  try {
    current.send({ name, text: `---\ncip: 20\ntitle: T\n${fields}---\n${body}`, series: seriesOf(), options });
    const [answer] = await Promise.race([
      once(current, "message", ended),
      once(current, "exit", ended).then(([code]) => Promise.reject(new Error(`the parser ended (${code})`))),
    ]);
    // Metadata may be refused.
    if (fields === "") expect(answer.made).toBe(true);
    return answer.milliseconds;
  } catch (error) {
    child = undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/** @param of what a text of about a size costs. */
async function expectLinear(of: (size: number) => Promise<number>, size = small): Promise<void> {
  let [once, fourTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 4; round++) {
    once = Math.min(once, await of(size));
    fourTimes = Math.min(fourTimes, await of(4 * size));
    if (fourTimes < limit * (once + noise)) return;
  }
  expect(fourTimes / (once + noise)).toBeLessThan(limit);
}

test.each(Object.entries(growing))("%s", (_, text) => expectLinear((size) => cost(text(size))));

test.each(Object.entries(growingWiki))("MediaWiki: %s", (_, text) =>
  expectLinear((size) => cost(text(size), "cip-20.mediawiki")));

test.each(Object.entries(growingRst))("reStructuredText: %s", (_, text) =>
  expectLinear((size) => cost(text(size), "cip-20.rst")));

test.each(Object.entries(growingFields))("metadata: %s", (_, text) =>
  // Front matter may have 64 kB.
  expectLinear((size) => cost("Text\n", undefined, `${text(size)}\n`), 15_000));
