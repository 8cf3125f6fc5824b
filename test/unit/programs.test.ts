/** Which programs are started on Windows, where a name alone would be looked for in the register's folder first, and a script in a shell. */
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gitProgram, npmProgram } from "../../src/platform/programs.js";
import { isWindows } from "../support/machine.js";
import { makeFolder } from "../support/site.js";

const platform = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;

beforeEach(() => void Object.defineProperty(process, "platform", { ...platform, value: "win32" }));

afterEach(() => {
  Object.defineProperty(process, "platform", platform);
  vi.unstubAllEnvs();
});

test("git is the first in the folders of PATH, and none that a relative folder has", () => {
  const [empty, folder] = [makeFolder(), makeFolder({ "git.exe": "" })];
  vi.stubEnv("PATH", `.;;${empty};"${folder}"`);
  expect(gitProgram()).toBe(join(folder, "git.exe"));
  vi.stubEnv("PATH", `.;${empty}`);
  expect(gitProgram()).toBe(join(dirname(process.execPath), "git.exe"));
});

test("npm is the program behind the script that a shell would run, so that no argument is taken apart", () => {
  const folder = makeFolder({ "npm.cmd": "", "node_modules/npm/bin/npm-cli.js": "" });
  vi.stubEnv("PATH", folder);
  expect(npmProgram()).toEqual([process.execPath, join(folder, "node_modules/npm/bin/npm-cli.js")]);
});

test.skipIf(isWindows)("elsewhere both are started by their names", () => {
  Object.defineProperty(process, "platform", platform);
  expect([gitProgram(), npmProgram()]).toEqual(["git", ["npm"]]);
});
