/** VS Code as the extension and its library of the protocol see it: enough of its interface to run both in a test, against the real server. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

type Callback = (...args: unknown[]) => unknown;

class Emitter {
  private readonly listeners = new Set<Callback>();
  /** @param self what the listener is a method of. */
  readonly event = (listener: Callback, self?: unknown) => {
    const bound = listener.bind(self);
    this.listeners.add(bound);
    return { dispose: () => this.listeners.delete(bound) };
  };
  fire(value?: unknown): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class FakeUri {
  constructor(readonly href: string) {}
  static file = (path: string) => new FakeUri(pathToFileURL(path).href);
  static parse = (href: string) => new FakeUri(href);
  get scheme(): string {
    return new URL(this.href).protocol.slice(0, -1);
  }
  get fsPath(): string {
    return decodeURIComponent(new URL(this.href).pathname);
  }
  get path(): string {
    return this.fsPath;
  }
  toString(): string {
    return this.href;
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class Diagnostic {
  code: unknown;
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

/** Anything else that the library of the protocol extends, calls or reads while it starts. */
const anything = (): unknown =>
  new Proxy(class {}, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : typeof name === "symbol" ? undefined : name),
  });

/** An object whose missing members are functions that do nothing, or events that never happen. */
function lenient<T extends object>(known: T): T {
  const nothing = () => ({ dispose: () => undefined });
  return new Proxy(known, {
    get: (target, name) =>
      name in target ? Reflect.get(target, name) : typeof name === "symbol" ? undefined : nothing,
  });
}

export class FakeVsCode {
  readonly diagnostics = new Map<string, Diagnostic[]>();
  readonly trustGranted = new Emitter();
  isTrusted = false;
  readonly settings: Record<string, unknown> = {};
  readonly module: object;

  constructor(root: string) {
    const self = this;
    const window = lenient({
      createOutputChannel: () => lenient({ name: "cipgen" }),
      visibleTextEditors: [],
      tabGroups: lenient({ all: [] }),
    });
    const workspace = lenient({
      get isTrusted() {
        return self.isTrusted;
      },
      workspaceFolders: [{ uri: FakeUri.file(root), name: "root", index: 0 }],
      textDocuments: [],
      notebookDocuments: [],
      getConfiguration: () => ({ get: (name: string) => this.settings[name], inspect: () => undefined }),
      getWorkspaceFolder: () => undefined,
      onDidGrantWorkspaceTrust: this.trustGranted.event,
    });
    const languages = lenient({
      createDiagnosticCollection: () => ({
        set: (uri: FakeUri, found: Diagnostic[]) => this.diagnostics.set(uri.href, found),
        delete: (uri: FakeUri) => this.diagnostics.delete(uri.href),
        clear: () => this.diagnostics.clear(),
        dispose: () => undefined,
      }),
      match: () => 10,
    });
    const commands = lenient({});
    const env = { asExternalUri: async (uri: FakeUri) => uri, appName: "test", language: "en" };
    const known: Record<string, unknown> = {
      ...{ window, workspace, languages, commands, env, version: "1.101.0", Uri: FakeUri },
      ...{ EventEmitter: Emitter, Position, Range, Diagnostic, CodeActionKind },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      Disposable: class {
        static from = () => ({ dispose: () => undefined });
        constructor(readonly dispose: () => void) {}
      },
      CancellationTokenSource: class {
        token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
        cancel(): void {}
        dispose(): void {}
      },
      extensions: lenient({}),
    };
    this.module = new Proxy(known, {
      get: (target, name) => {
        if (typeof name === "string" && !(name in target)) target[name] = anything();
        return target[name as string];
      },
    });
  }

  /** Loads a script that requires `vscode`. */
  load<T>(script: string): T {
    const require = createRequire(import.meta.url);
    const { Module } = require("node:module") as { Module: { _load(name: string, ...rest: unknown[]): unknown } };
    const original = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? this.module : original.call(Module, name, ...rest));
    try {
      delete require.cache[script];
      return require(script);
    } finally {
      Module._load = original;
    }
  }
}
