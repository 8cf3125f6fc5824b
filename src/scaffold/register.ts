/** A new register: the files beside this one, under the names that they have in a register, and a package.json. */

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { slug } from "github-slugger";
import { listFiles } from "../read/sources.js";
import { packageRoot, programVersion } from "../runtime/package-root.js";
import { npmProgram } from "../runtime/programs.js";

/** Days until the deadline of the sample's last call, from the day of creation. */
const sampleDays = 28;

/** The workflows of each code host, by the beginnings of their paths. */
const workflows = { github: ".github/", gitlab: ".gitlab-ci.yml" };

/** @param address of the repository: GitHub, unless the name of its host says GitLab. */
export function codeHost(address = ""): keyof typeof workflows {
  return /^https:\/\/[^/]*gitlab/i.test(address) ? "gitlab" : "github";
}

/**
 * @param sources folder of the files that every register begins with.
 * @param name of the register's folder.
 * @param own the dependency on this program in package.json.
 * @param today `YYYY-MM-DD`.
 * @param host whose workflows it gets.
 * @returns texts by path.
 */
export async function registerFiles(
  sources: string,
  name: string,
  own: string,
  today: string,
  host: keyof typeof workflows,
): Promise<Map<string, string>> {
  const deadline = new Date(Date.parse(today) + sampleDays * 864e5).toISOString().slice(0, 10);
  const isOfOther = (path: string) =>
    Object.entries(workflows).some(([name, start]) => name !== host && registerPath(path).startsWith(start));
  const paths = (await listFiles(sources, ["**"])).filter((path) => !isOfOther(path));
  const files = await Promise.all(
    paths.map(
      async (path) =>
        [registerPath(path), (await readFile(join(sources, path), "utf8")).replace("<deadline>", deadline)] as const,
    ),
  );
  return new Map([...files, ["package.json", packageJson(name, own)] as const]);
}

/** npm leaves .gitignore and the like out of packages, so their names begin with a word for the dot. */
function registerPath(path: string): string {
  return path.replace(/^dot-/, ".");
}

function packageJson(folder: string, own: string): string {
  const content = {
    name: slug(folder).replace(/[^a-z0-9-]+/g, "") || "register",
    private: true,
    type: "module",
    scripts: {
      build: "cipgen build",
      serve: "cipgen serve --watch",
      check: "cipgen build && cipgen check-links && cipgen lint",
    },
    dependencies: { cipgen: own },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Folder of a register that holds the packed program. */
export const packagesFolder = "vendor";

/** What packs this program, for npm and for people. @param place folder of the package. */
export const packArguments = (place: string) => ["pack", "--ignore-scripts", "--pack-destination", place, packageRoot];

interface OwnPackage {
  /** What package.json says of this program: a version, or the address of the packed one. */
  address: string;
  /** Why it could not be packed: then there is nothing at its address yet. */
  problem?: string;
}

/**
 * Decides where a new register installs this program from. A program from the registry is named by its version; any other, from a tarball or a clone,
 * is packed into the register, so that `npm install` and the workflow use the same program everywhere.
 * @param target folder of the register, absolute.
 */
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
