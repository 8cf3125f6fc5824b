/**
 * Decides where a new register installs this program from. A program from the registry is named by its version. Any
 * other, from a tarball or a clone, is packed into the register, so that `npm install` and the workflow use the same
 * program everywhere.
 */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../runtime/package-root.js";
import { programVersion } from "../runtime/program.js";
import { npmProgram } from "../runtime/programs.js";

/** Folder of a register that holds the packed program. */
export const packagesFolder = "vendor";

/** What packs this program, for npm and for people. @param place folder of the package. */
export const packArguments = (place: string) => ["pack", "--ignore-scripts", "--pack-destination", place, packageRoot];

export interface OwnPackage {
  /** What package.json says of this program: a version, or the address of the packed one. */
  address: string;
  /** Why it could not be packed: then there is nothing at its address yet. */
  problem?: string;
}

/** @param target folder of the register, absolute. */
export async function ownPackage(target: string): Promise<OwnPackage> {
  if (await isFromRegistry()) return { address: programVersion() };
  const place = join(target, packagesFolder);
  await mkdir(place, { recursive: true });
  const problem = await pack(place);
  const file = (await readdir(place)).find((name) => name.endsWith(".tgz")) ?? `cipgen-${programVersion()}.tgz`;
  return { address: `file:${packagesFolder}/${file}`, problem };
}

/** npm notes in `node_modules/.package-lock.json` where each package came from. */
async function isFromRegistry(): Promise<boolean> {
  const modules = dirname(packageRoot);
  if (basename(modules) !== "node_modules") return false;
  try {
    const { packages } = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
    return /^https?:/.test(packages[`node_modules/${basename(packageRoot)}`].resolved);
  } catch {
    return false;
  }
}

/** @returns why npm could not do it. */
function pack(place: string): Promise<string | undefined> {
  return new Promise((done) => {
    const [program, ...args] = npmProgram();
    execFile(program, [...args, ...packArguments(place)], { cwd: place }, (error, _, stderr) => {
      const [said = ""] = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("npm warn"));
      if (!error) done(undefined);
      else done(error.code === "ENOENT" ? "npm was not found" : `npm failed${said && `, saying "${said.trim()}"`}`);
    });
  });
}
