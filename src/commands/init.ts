/** `cipgen init [DIR]`: creates a register that builds and passes its checks. */

import { resolve } from "node:path";
import { init } from "../api/init.js";
import { pathBelow } from "../runtime/path-below.js";
import { shellWord } from "../shared/shell.js";
import { type CommandOutput, exitCode, printDiagnostics } from "./output.js";
import { localDay } from "./today.js";

/** @param today `YYYY-MM-DD`. */
export async function initCommand(
  folder: string,
  output: CommandOutput,
  today = localDay(new Date()),
): Promise<number> {
  const place = pathBelow(process.cwd(), resolve(folder)) || ".";
  const { ok, diagnostics } = await init({ folder: place, today });
  if (diagnostics.length > 0) printDiagnostics(diagnostics, resolve(folder), output);
  if (!ok) return exitCode(diagnostics);
  output.result(`${place}\n`);
  const enter = place === "." ? "" : `cd ${shellWord(place)} && `;
  output.talk(`A new register. Next: ${enter}npm install && npx cipgen serve --watch\n`);
  return exitCode(diagnostics);
}
