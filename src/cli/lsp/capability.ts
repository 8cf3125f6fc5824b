/** One thing that the language server can do: a file in `capabilities/` and a line in the list there. */
import type { Connection, ServerCapabilities } from "vscode-languageserver";
import type { Workspace } from "./workspace.js";

export interface Capability {
  /** What the client is told. */
  offers: ServerCapabilities;
  /** Answers its requests. */
  register(connection: Connection, workspace: Workspace): void;
}
