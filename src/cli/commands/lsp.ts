/** `cipgen lsp`: runs a language server on the standard streams until the editor ends it or is gone. */
import { checkRoot } from "../../config/index.js";
import { startLanguageServer } from "../lsp/server.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";

interface LspOptions {
  root?: string;
}

/** @param onEnd called before the server starts, because the library of the protocol ends the process itself. */
export async function lspCommand(options: LspOptions, output: CommandOutput, onEnd: () => void): Promise<number> {
  const { root } = options;
  const problem = root === undefined ? undefined : checkRoot(root);
  if (problem) {
    printDiagnostics([problem], root ?? ".", output);
    return exitCode([problem]);
  }
  onEnd();
  await startLanguageServer({ root, input: process.stdin, output: output.messages ?? process.stdout });
  return ExitCode.ok;
}
