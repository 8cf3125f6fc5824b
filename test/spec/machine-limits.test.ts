/** A command that reaches a limit of the machine says which one to raise. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { machineFailure } from "../../src/platform/diagnostics/codes.js";
import { isWindows } from "../support/machine.js";
import { makeSite, proposalText, repositoryRoot } from "../support/site.js";

const makeRegister = (before: string) =>
  makeSite({
    "content/cip/core/cip-1.md": proposalText(1),
    "cipgen.config.ts": `${before}
      export default { title: "T", url: "https://t.example", series: [{ profile: "cip", source: "content/cip" }] };`,
  });

test("the heap of a thread", () => {
  const error = Object.assign(new Error("Worker terminated"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  expect(machineFailure(error).help).toContain("--max-old-space-size=");
});

test.skipIf(isWindows)("open files", async () => {
  const root = makeRegister(`import { openSync } from "node:fs";
    try { for (;;) openSync("/dev/null"); } catch {}`);
  const build = [process.execPath, join(repositoryRoot, "bin/cipgen.js"), "build", "--no-cache", "--root", root];
  const child = spawn("sh", ["-c", 'ulimit -n 200 && exec "$@"', "sh", ...build]);
  const [talk, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(code).toBe(1);
  expect(talk).toMatch(/EMFILE|too many/);
  expect(talk).toContain("ulimit -n");
});
