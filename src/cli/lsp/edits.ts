/** Changes of texts and names of files, as an editor makes them: all of them in one step that it can undo. */
import type { Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { positionAt } from "../../shared/lines.js";
import type { Edit } from "../../tools/lint/rule.js";
import type { Workspace, WorkspaceSite } from "./workspace.js";

export function toTextEdits(text: string, edits: readonly Edit[]): TextEdit[] {
  const positionOf = (offset: number) => {
    const { line, column } = positionAt(text, offset);
    return { line: line - 1, character: column - 1 };
  };
  return edits.map(({ start, end, text: newText }) => ({
    range: { start: positionOf(start), end: positionOf(end) },
    newText,
  }));
}

/** Collects edits of several files, by path below the root. */
export class Changes {
  private readonly edits = new Map<string, Map<string, TextEdit>>();
  private readonly renames: [from: string, to: string][] = [];

  constructor(
    private readonly workspaceSite: WorkspaceSite,
    private readonly workspace: Workspace,
  ) {}

  /** A place is replaced once, also where several reasons ask for it. */
  replace(path: string, range: Range, newText: string): void {
    const edit = this.edits.get(path) ?? new Map<string, TextEdit>();
    this.edits.set(path, edit);
    edit.set(JSON.stringify(range.start), { range, newText });
  }

  rename(from: string, to: string): void {
    if (from !== to && !this.renames.some(([renamedPath]) => renamedPath === from)) this.renames.push([from, to]);
  }

  toClient(): WorkspaceEdit {
    const uriOf = (path: string) => this.workspace.uri(this.workspaceSite, path);
    const { documentChanges, resourceOperations } = this.workspace.client.workspace?.workspaceEdit ?? {};
    // Who renames files knows this form, also where it does not say so, as Neovim 0.7.
    const canRename = documentChanges === true || resourceOperations?.includes("rename") === true;
    const texts = [...this.edits].map(([path, edits]) => ({
      uri: uriOf(path),
      edits: [...edits.values()],
    }));
    if (!canRename) return { changes: Object.fromEntries(texts.map(({ uri, edits }) => [uri, edits])) };
    return {
      documentChanges: [
        ...texts.map(({ uri, edits }) => ({
          textDocument: { uri, version: this.workspace.documents.get(uri)?.version ?? null },
          edits,
        })),
        ...this.renames.map(([from, to]) => ({
          kind: "rename" as const,
          oldUri: uriOf(from),
          newUri: uriOf(to),
        })),
      ],
    };
  }

  get needsRenames(): boolean {
    return this.renames.length > 0;
  }
}
