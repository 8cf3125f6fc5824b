/** A client of the language server, over the streams of a process or of this one, with the library that editors use. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node.js";
import { TextDocument } from "vscode-languageserver-textdocument";
import { startLanguageServer } from "../../src/cli/lsp/server.js";
import { repositoryRoot } from "./site.js";

export interface ClientOptions {
  /** null if the client says nothing about it. */
  trusted?: boolean | null;
  args?: string[];
  capabilities?: ClientCapabilities;
  /** Folder of the package that is run. */
  program?: string;
  /** Folders of the workspace instead of the root. */
  folders?: string[];
}

/** What most editors can do. */
const usual: ClientCapabilities = {
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
      resolveSupport: { properties: ["edit"] },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
  },
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] } },
};

export class Client {
  readonly published = new Map<string, Diagnostic[]>();
  /** All that was published, in its order. */
  readonly history: PublishDiagnosticsParams[] = [];
  readonly errors: string[] = [];
  /** What the author was shown. */
  readonly messages: string[] = [];
  private readonly versions = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  answered!: InitializeResult;

  private constructor(
    readonly root: string,
    /** What the server reads. */
    readonly input: Writable,
    readonly connection: ProtocolConnection,
    readonly process?: ChildProcess,
  ) {}

  /** A client of the command, in a process of its own. */
  static async start(root: string, options: ClientOptions = {}): Promise<Client> {
    const { args = [], program = repositoryRoot } = options;
    const bin = join(program, "bin/cipgen.js");
    const child = spawn(process.execPath, [bin, "lsp", ...args], { cwd: root, stdio: "pipe" });
    const client = await Client.connect(root, child.stdin, child.stdout, options, child);
    child.stderr.on("data", (text) => client.errors.push(String(text)));
    return client;
  }

  /** A client of the server in this process, which starts in a tenth of the time. */
  static startHere(root: string, options: ClientOptions = {}): Promise<Client> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    void startLanguageServer({ input, output });
    return Client.connect(root, input, output, options);
  }

  private static async connect(
    root: string,
    input: Writable,
    output: Readable,
    { trusted = true, capabilities = usual, folders = [root] }: ClientOptions,
    child?: ChildProcess,
  ): Promise<Client> {
    const connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
    const client = new Client(root, input, connection, child);
    connection.onNotification("textDocument/publishDiagnostics", (found) => {
      client.published.set(found.uri, found.diagnostics);
      client.history.push(found);
    });
    connection.onNotification("window/showMessage", ({ message }) => client.messages.push(message));
    connection.onRequest("client/registerCapability", () => null);
    connection.listen();
    client.answered = await connection.sendRequest("initialize", {
      processId: child ? process.pid : null,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
      capabilities,
      initializationOptions: { trusted },
    });
    await connection.sendNotification("initialized", {});
    return client;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.root, path)).href;
  }

  /** Opens a text, as it is on the disk unless another is given. @returns its address. */
  async open(path: string, text = readFileSync(join(this.root, path), "utf8")): Promise<string> {
    const uri = this.uri(path);
    this.texts.set(path, text);
    this.versions.set(path, 1);
    const textDocument = { uri, languageId: "markdown", version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
    return uri;
  }

  async change(path: string, text: string): Promise<void> {
    const version = (this.versions.get(path) ?? 0) + 1;
    this.versions.set(path, version);
    this.texts.set(path, text);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version },
      contentChanges: [{ text }],
    });
  }

  async close(path: string): Promise<void> {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri: this.uri(path) } });
  }

  request<T>(method: string, params: unknown): Promise<T> {
    return this.connection.sendRequest(method, params);
  }

  /** Asks about the place of some words in a text, `|` in them or else their start. */
  async at<T>(method: string, path: string, words: string, more: object = {}): Promise<T> {
    return this.request(method, { textDocument: { uri: this.uri(path) }, position: this.place(path, words), ...more });
  }

  /** Line and character, from 0, of words in a text as it is open. */
  place(path: string, words: string): { line: number; character: number } {
    const text = this.texts.get(path) ?? "";
    const bar = words.indexOf("|");
    const start = text.indexOf(words.replace("|", ""));
    if (start === -1) throw new Error(`${path} does not have ${words}`);
    const before = text.slice(0, start + Math.max(bar, 0)).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }

  /** The words of a range. */
  words(path: string, { start, end }: Range): string {
    const lines = (this.texts.get(path) ?? "").split("\n");
    return (lines[start.line] ?? "").slice(start.character, end.line === start.line ? end.character : undefined);
  }

  /** Waits until the server has looked at all texts. @returns the problems of a file. */
  async settled(path: string): Promise<Diagnostic[]> {
    await this.request("cipgen/settled", undefined);
    return this.published.get(this.uri(path)) ?? [];
  }

  /** @returns the exit code of its process, if it has one of its own. */
  async stop(): Promise<number | null | undefined> {
    await this.request("shutdown", undefined);
    if (this.process) await this.connection.sendNotification("exit");
    if (this.process?.exitCode === null) await once(this.process, "exit");
    this.connection.dispose();
    return this.process?.exitCode;
  }
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create("file:///a", "markdown", 1, text), [...edits]);
}

export type DocumentChange =
  | { textDocument: { uri: string }; edits: TextEdit[] }
  | { kind: "rename"; oldUri: string; newUri: string };

/** The texts of a site after an edit, by path, and its renames. */
export function appliedTo(client: Client, texts: Record<string, string>, changes: readonly DocumentChange[]) {
  const result = { ...texts };
  const renames: [string, string][] = [];
  for (const change of changes) {
    if ("kind" in change) renames.push([change.oldUri, change.newUri]);
    else {
      const path = Object.keys(texts).find((one) => client.uri(one) === change.textDocument.uri) ?? "";
      result[path] = applied(texts[path] ?? "", change.edits);
    }
  }
  return { texts: result, renames };
}
