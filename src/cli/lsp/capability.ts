/** A capability of the language server: a file in `capabilities/` and a line in the list there. */
import type { Connection, ServerCapabilities } from "vscode-languageserver";
import type { Workspace } from "./workspace.js";

export interface Capability {
  /** Capabilities as the protocol announces them to the client. */
  offers: ServerCapabilities;
  /** Answers its requests. */
  register(connection: Connection, workspace: Workspace): void;
}
