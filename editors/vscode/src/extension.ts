/** The extension: starts the language server, and again when the folder is trusted. */
import { type ExtensionContext, window, workspace } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { startServer } from "./server";

let client: LanguageClient | undefined;
/** What was asked for last, so that two starts never overlap. */
let changing: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
  const restart = () => {
    changing = changing.then(async () => {
      await stop();
      client = await startServer(context);
    });
    return changing.catch((error: unknown) => void window.showErrorMessage(`cipgen does not start: ${error}`));
  };
  context.subscriptions.push(
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cipgen.server")) void restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await changing.catch(() => undefined);
  await stop();
}

async function stop(): Promise<void> {
  const stopped = client;
  client = undefined;
  await stopped?.dispose();
}
