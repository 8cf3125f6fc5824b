/**
 * The language server. Each of its capabilities is a file in `capabilities/`, which calls the same functions as a command.
 */
import type { Readable, Writable } from "node:stream";
import type { InitializeParams, ServerCapabilities } from "vscode-languageserver";
import { limitHeapGrowth } from "../../platform/memory.js";
import { programVersion } from "../../platform/package-root.js";
import { capabilities } from "./capabilities/index.js";
import { pathOf } from "./positions.js";
import { loadProtocol } from "./protocol.js";
import { Workspace } from "./workspace.js";

interface LanguageServerOptions {
  /** The only site; by default those of the folders and texts that the client opens. */
  root?: string | undefined;
  input: Readable;
  output: Writable;
}

/** Runs a language server until the client ends it or is gone. */
export async function startLanguageServer({ root, input, output }: LanguageServerOptions): Promise<void> {
  // A server lives long, and garbage of the first check would stay.
  limitHeapGrowth();
  const { createConnection, TextDocuments, TextDocument, TextDocumentSyncKind } = await loadProtocol();
  const connection = createConnection(input, output);
  const documents = new TextDocuments(TextDocument);
  const workspace = new Workspace(connection, documents, root);
  connection.onInitialize((request) => {
    workspace.client = request.capabilities;
    workspace.folders = foldersOf(request);
    const options = request.initializationOptions as { trusted?: unknown } | undefined;
    workspace.isTrusted = options?.trusted === true;
    const serverCapabilities: ServerCapabilities = {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    };
    return {
      capabilities: Object.assign(serverCapabilities, ...capabilities.map(({ offers }) => offers)),
      serverInfo: { name: "cipgen", version: programVersion() },
    };
  });
  connection.onInitialized(() => workspace.start());
  for (const capability of capabilities) capability.register(connection, workspace);
  documents.listen(connection);
  connection.onShutdown(() => workspace.close());
  connection.listen();
  await new Promise<void>((done) => connection.onExit(() => done()));
}

function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  const named = workspaceFolders?.flatMap(({ uri }) => pathOf(uri) ?? []);
  if (named && named.length > 0) return named;
  const only = rootUri ? pathOf(rootUri) : rootPath;
  return only ? [only] : [];
}
