/** A build that is killed while it writes: the old site stays whole, and the next build tidies up. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { makeFolder, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const old = { "index.html": "old", "a.html": "a", "z.html": "z" };
const fresh = { "index.html": "new", "a.html": "a", "z.html": "zz" };
const files = (texts: Record<string, string>) => Object.entries(texts).map(([path, content]) => ({ path, content }));

/** A program that writes the new site, says when it has come to the last file, and then waits for ever. */
async function makeWriter(out: string): Promise<string> {
  const folder = makeFolder();
  await build({
    stdin: {
      contents: `import { writeSync } from "node:fs";
        import { emit } from "./src/emit/emit.js";
        const files = ${JSON.stringify(files(fresh))};
        Object.defineProperty(files.at(-1), "content", { get() {
          writeSync(1, "writing");
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        } });
        await emit(files, ${JSON.stringify(out)});`,
      resolveDir: repositoryRoot,
    },
    outfile: join(folder, "writer.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  return join(folder, "writer.mjs");
}

async function killWhileWriting(out: string): Promise<void> {
  const child = spawn(process.execPath, [await makeWriter(out)], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("writing");
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  expect((await exit)[1]).toBe("SIGKILL");
}

test.each([
  ["a folder", false],
  ["a symbolic link", true],
])("an output that is %s", async (_, isLink) => {
  const root = makeFolder(isLink ? { "first/index.html": "x" } : {});
  const out = join(root, "build");
  if (isLink) symlinkSync("first", out);
  await emit(files(old), out);
  const before = readdirSync(root).sort();
  await killWhileWriting(out);
  expect(treeOf(out)).toEqual(old);
  expect(readdirSync(root).length).toBe(before.length + 1);
  await emit(files(fresh), out);
  expect(treeOf(out)).toEqual(fresh);
  expect(readdirSync(root).length).toBe(before.length);
});
