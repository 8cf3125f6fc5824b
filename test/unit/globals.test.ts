/** What runs in one place is checked without the globals of another: no library may bring them back. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../support/site.js";

test.each([
  ["node", /lib\.(dom|webworker)\b/],
  ["browser", /lib\.webworker\b|@types\/node\//],
  ["worker", /lib\.dom\b|@types\/node\//],
])("what runs in the %s has no other place's globals", (project, others) => {
  const compiler = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const args = [compiler, "--project", `tsconfig.${project}.json`, "--listFilesOnly"];
  const files = execFileSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" }).split("\n");
  expect(files.some((file) => file.endsWith("lib.es2024.d.ts"))).toBe(true);
  expect(files.filter((file) => others.test(file))).toEqual([]);
});
