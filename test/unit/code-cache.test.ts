/** V8's code cache beside the program (bin/load.cjs). V8 does not check what it reads, and a crash ends the process: so each run here is one of its own. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, repositoryRoot } from "../support/site.js";

const functions = Array.from({ length: 300 }, (_, n) => `function f${n}(x) { return { x: x + ${n}, text: "t${n}" }; }`);
const calls = Array.from({ length: 300 }, (_, n) => `f${n}(1).x`).join(" + ");
const script = `(function (exports) {${functions.join("\n")}\nexports.sum = ${calls};\n})`;
const run = `const { loadScript, saveCodeCaches } = require("./bin/load.cjs");
console.log(loadScript("x").sum);
saveCodeCaches();`;

function makeProgram(): string {
  return makeFolder({
    "bin/load.cjs": readFileSync(join(repositoryRoot, "bin/load.cjs")),
    "dist/x.cjs": script,
    "dist/x.digest": "d1",
    "run.cjs": run,
  });
}

const runProgram = (root: string) => {
  const { status, signal, stdout } = spawnSync(process.execPath, ["run.cjs"], { cwd: root, encoding: "utf8" });
  return { status, signal, stdout };
};
const right = { status: 0, signal: null, stdout: "45150\n" };
const cachesIn = (root: string) => readdirSync(join(root, "dist")).filter((name) => name.includes(".cache"));

const damages: Record<string, (bytes: Buffer) => Uint8Array> = {
  empty: () => new Uint8Array(),
  "a few zeros": () => new Uint8Array(4),
  "without its end": (bytes) => bytes.subarray(0, bytes.length / 2),
  "without its last bytes": (bytes) => bytes.subarray(0, -4),
  "zeros from the middle on": (bytes) => bytes.fill(0, bytes.length / 2),
  "other bits in the middle": (bytes) => bytes.map((byte, at) => (at > 200 && at % 97 === 0 ? byte ^ 8 : byte)),
  "another's file": () => Buffer.from("text\n".repeat(1000)),
};

test("a damaged code cache is not read, and the run replaces it", () => {
  const root = makeProgram();
  expect(runProgram(root)).toEqual(right);
  const [name = ""] = cachesIn(root);
  const path = join(root, "dist", name);
  const whole = readFileSync(path);
  const outcomes = Object.entries(damages).map(([kind, damage]) => {
    writeFileSync(path, damage(Buffer.from(whole)));
    const outcome = runProgram(root);
    return { kind, ...outcome, isSame: readFileSync(path).length === whole.length };
  });
  expect(outcomes).toEqual(Object.keys(damages).map((kind) => ({ kind, ...right, isSame: true })));
});
