/** `cipgen init [DIR]`: creates a register that builds and passes its checks. */
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import { packageRoot } from "../runtime/package-root.js";
import { programVersion } from "../runtime/program.js";
import { registerFiles } from "../scaffold/register.js";
import { ExitCode, type Output, printDiagnostics } from "./output.js";
import { ownPackage } from "./own-package.js";
import { localDay } from "./today.js";

/** @param today `YYYY-MM-DD`. */
export async function initCommand(folder: string, output: Output, today = localDay(new Date())): Promise<number> {
  const target = resolve(folder);
  const place = relative(process.cwd(), target) || ".";
  if (!(await isFree(target))) {
    const help = "Name an empty folder, or one that does not exist yet. Nothing was written.";
    printDiagnostics([diagnose("output-unsafe", `${place} is not an empty folder`, { help })], target, output);
    return ExitCode.usage;
  }
  const sources = join(packageRoot, "src", "scaffold", "register");
  const own = await ownPackage(target);
  for (const [path, text] of await registerFiles(sources, target, own ?? programVersion(), today)) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), text, { flag: "wx" });
  }
  output.result(`${place}\n`);
  const enter = place === "." ? "" : `cd ${quoted(place)} && `;
  if (own === undefined)
    output.talk(
      "npm was not found to pack this program: copy the program to the path that package.json names before you install.\n",
    );
  output.talk(`A new register. Next: ${enter}npm install && npx cipgen serve --watch\n`);
  return ExitCode.ok;
}

/** A path, quoted for shells. */
function quoted(path: string): string {
  return /^[\w./@%+=:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** The files of git in a new repository do not count. */
async function isFree(path: string): Promise<boolean> {
  if (!existsSync(path)) return true;
  if (!statSync(path).isDirectory()) return false;
  return (await readdir(path)).every((name) => name === ".git");
}
