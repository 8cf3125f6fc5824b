/** Collects changes of texts and renames of files into one step that the editor can undo. */
import type { Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { getOrAdd } from "../../shared/lazy.js";
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

  /** Replaces a range. A second call for the same start overwrites the first. */
  replace(path: string, range: Range, newText: string): void {
    const edits = getOrAdd(this.edits, path, () => new Map<string, TextEdit>());
    edits.set(JSON.stringify(range.start), { range, newText });
  }

  rename(from: string, to: string): void {
    if (from !== to && !this.renames.some(([renamedPath]) => renamedPath === from)) this.renames.push([from, to]);
  }

  toClient(): WorkspaceEdit {
    const { documentChanges, resourceOperations } = this.workspace.client.workspace?.workspaceEdit ?? {};
    // A client that renames files also accepts this form, even if it does not say so, such as Neovim 0.7.
    const canRename = documentChanges === true || resourceOperations?.includes("rename") === true;
    const texts = [...this.edits].map(([path, edits]) => ({
      uri: this.workspaceSite.uri(path),
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
          oldUri: this.workspaceSite.uri(from),
          newUri: this.workspaceSite.uri(to),
        })),
      ],
    };
  }

  get needsRenames(): boolean {
    return this.renames.length > 0;
  }
}
