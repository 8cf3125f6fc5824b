/** A site in a folder, built by the program as its users start it: what the browsers' suites look at. They run it before there is any test. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./folders.js";

/** @returns `out`. Rejects with what the program said where it fails. */
export async function buildWithProgram(root: string, out: string): Promise<string> {
  const args = [join(repositoryRoot, "bin/cipgen.js"), "build", "--root", root, "--out", out, "--no-cache"];
  await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot });
  return out;
}
