/** The language server of the open folders, and the client that the editor has for it. */
import { type ExtensionContext, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { chooseProgram } from "./programs";

/** The formats of texts that a register may have. */
const languages = ["markdown", "mediawiki", "restructuredtext", "plaintext"];

export async function startServer({ extensionPath }: ExtensionContext): Promise<LanguageClient> {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const isWanted = workspace.getConfiguration("cipgen").get("server") !== "bundled";
  const program = chooseProgram(folders, extensionPath, workspace.isTrusted && isWanted);
  // The editor's own Node.js runs a script as a program.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const client = new LanguageClient(
    "cipgen",
    "cipgen",
    { command: process.execPath, args: [program.script, "lsp"], options: { env, cwd: folders[0] } },
    {
      documentSelector: [
        ...languages.map((language) => ({ scheme: "file", language })),
        { scheme: "file", pattern: "**/cipgen.config.*" },
      ],
      initializationOptions: { trusted: program.isOfSite },
    },
  );
  await client.start();
  return client;
}
