/** The extension: starts the language server, and again when the folder is trusted; preview and commands are only for trusted folders. */
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { newProposal, review } from "./commands";
import { Preview } from "./preview";
import type { Program } from "./programs";
import { type Server, startServer } from "./server";

let server: Server | undefined;
/** What was asked for last, so that two starts never overlap. */
let changing: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
  const preview = new Preview(() => server);
  const restart = () => {
    changing = changing.then(async () => {
      await stop();
      server = await startServer(context);
    });
    return changing.catch((error: unknown) => void window.showErrorMessage(`cipgen does not start: ${error}`));
  };
  const withProgram = (action: (program: Program) => Promise<void>) => async () => {
    if (!workspace.isTrusted)
      return void window.showWarningMessage("Trust this folder first: the command runs its code.");
    await changing.catch(() => undefined);
    if (server) await action(server.program);
  };
  const openPreview = async () => {
    if (window.activeTextEditor) await preview.open(window.activeTextEditor);
  };
  context.subscriptions.push(
    commands.registerCommand("cipgen.preview", withProgram(openPreview)),
    commands.registerCommand("cipgen.new", withProgram(newProposal)),
    commands.registerCommand("cipgen.review", withProgram(review)),
    commands.registerCommand("cipgen.restart", restart),
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cipgen.server")) void restart();
    }),
    window.onDidChangeActiveTextEditor((editor) => preview.follow(editor)),
    window.onDidChangeTextEditorSelection(({ textEditor }) => preview.follow(textEditor)),
    { dispose: () => preview.close() },
  );
  await commands.executeCommand("setContext", "cipgen.isActive", true);
  await restart();
}

export async function deactivate(): Promise<void> {
  await changing.catch(() => undefined);
  await stop();
}

async function stop(): Promise<void> {
  const last = server;
  server = undefined;
  await last?.client.dispose();
}
