/**
 * Decides where a new register installs this program from. A program from the registry is named by its version. Any
 * other, from a tarball or a clone, is packed into the register, so that `npm install` and the workflow use the same
 * program everywhere.
 */
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../runtime/package-root.js";
import { programVersion } from "../runtime/program.js";

/** Folder of the register that holds the package. */
const folder = "vendor";

/**
 * @param target folder of the register, absolute.
 * @returns what package.json says of this program: a version, or the address of the packed one. Undefined where it could not be packed.
 */
export async function ownPackage(target: string): Promise<string | undefined> {
  if (await isFromRegistry()) return programVersion();
  const place = join(target, folder);
  await mkdir(place, { recursive: true });
  const file = await pack(place);
  return file && `file:${folder}/${file}`;
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

function pack(place: string): Promise<string | undefined> {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", place, packageRoot];
  return new Promise((done) => {
    execFile("npm", args, { cwd: place, shell: process.platform === "win32" }, (error, stdout) => {
      try {
        done(error ? undefined : JSON.parse(stdout)[0].filename);
      } catch {
        done(undefined);
      }
    });
  });
}
