/** `cipgen sign`: signs the digests of a built site with the identity of the job that runs it. */
import { relative } from "node:path";
import { sign } from "../api/sign.js";
import { type CommandOutput, exitCode, printDiagnostics } from "./output.js";

/** @param site folder of the built site. */
export async function signCommand(site: string | undefined, output: CommandOutput): Promise<number> {
  const { diagnostics, signature } = await sign({ site });
  printDiagnostics(diagnostics, process.cwd(), output);
  if (signature !== undefined) output.result(`${relative(process.cwd(), signature)}\n`);
  return exitCode(diagnostics);
}
