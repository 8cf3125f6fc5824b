/** `cipgen lsp`: a language server on the standard streams, until the editor ends it or is gone. */
import { checkRoot } from "../config/index.js";
import { startLanguageServer } from "../lsp/server.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";
import { portProblem } from "./port.js";

interface LspOptions {
  root?: string;
  preview?: boolean;
  /** Of the preview. */
  port?: string;
}

/** @param onEnd called first: the library of the protocol ends the process. */
export async function lspCommand(options: LspOptions, output: CommandOutput, onEnd: () => void): Promise<number> {
  const { root, preview = false, port = "3000" } = options;
  const wrong = portProblem(port) ?? (root === undefined ? undefined : checkRoot(root));
  if (wrong) {
    printDiagnostics([wrong], root ?? ".", output);
    return exitCode([wrong]);
  }
  const previewPort = preview ? Number(port) : undefined;
  onEnd();
  await startLanguageServer({ root, previewPort, input: process.stdin, output: process.stdout });
  return ExitCode.ok;
}
