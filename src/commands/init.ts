/** `cipgen init [DIR]`: creates a register that builds and passes its checks. */
import { relative, resolve } from "node:path";
import { init } from "../api/init.js";
import { type CommandOutput, exitCode, printDiagnostics } from "./output.js";
import { localDay } from "./today.js";

/** @param today `YYYY-MM-DD`. */
export async function initCommand(
  folder: string,
  output: CommandOutput,
  today = localDay(new Date()),
): Promise<number> {
  const place = relative(process.cwd(), resolve(folder)) || ".";
  const { ok, isInstallable, diagnostics } = await init({ folder: place, today });
  if (!ok) {
    printDiagnostics(diagnostics, resolve(folder), output);
    return exitCode(diagnostics);
  }
  output.result(`${place}\n`);
  const enter = place === "." ? "" : `cd ${quoted(place)} && `;
  if (!isInstallable)
    output.talk(
      "npm was not found to pack this program: copy the program to the path that package.json names before you install.\n",
    );
  output.talk(`A new register. Next: ${enter}npm install && npx cipgen serve --watch\n`);
  return exitCode(diagnostics);
}

/** A path, quoted for shells. */
function quoted(path: string): string {
  return /^[\w./@%+=:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
