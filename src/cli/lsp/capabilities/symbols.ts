/** The headings of a text, and the proposals of a register by number and title. */
import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver";
import type { Capability } from "../capability.js";
import { titleOf } from "../describe.js";
import { rangeAt } from "../positions.js";
import { protocol } from "../protocol.js";
import { locationOf } from "../targets.js";
import type { PlacedHeading, SiteText } from "../text.js";

/** Maximum number of proposals in an answer. */
const maxSymbols = 200;

export const symbols: Capability = {
  offers: {
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
  },
  register(connection, workspace) {
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const text = await workspace.text(textDocument.uri);
      return text ? nestHeadings(text.headings(), text) : null;
    });
    connection.onWorkspaceSymbol(async ({ query }) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const symbolInformations: SymbolInformation[] = [];
      for (const workspaceSite of await workspace.all()) {
        const snapshot = await workspaceSite.site.snapshot();
        for (const proposal of snapshot.linked?.site.registers.flatMap(({ proposals }) => proposals) ?? []) {
          const { document, label, number, series } = proposal;
          const name = titleOf(proposal);
          const digits = series.numbers === "none" ? "" : number;
          const searched = `${name} ${digits} ${label.replace("-", "")}`.toLowerCase();
          if (!document || !words.every((word) => searched.includes(word))) continue;
          const location = locationOf(workspaceSite, document.path, 1);
          symbolInformations.push({ name, kind: protocol().SymbolKind.File, location, containerName: series.title });
          if (symbolInformations.length === maxSymbols) return symbolInformations;
        }
      }
      return symbolInformations;
    });
  },
};

/** The range of whole lines. @param end the line after them, from 1. */
function linesFrom(line: number, end: number, { lines }: SiteText) {
  const last = Math.max(line, end - 1);
  return { start: { line: line - 1, character: 0 }, end: { line: last - 1, character: lines[last - 1]?.length ?? 0 } };
}

function nestHeadings(headings: readonly PlacedHeading[], text: SiteText): DocumentSymbol[] {
  const result: DocumentSymbol[] = [];
  const open: { level: number; children: DocumentSymbol[] }[] = [{ level: 0, children: result }];
  for (const { level, text: name, line, end } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const children: DocumentSymbol[] = [];
    const range = linesFrom(line, end, text);
    const selectionRange = rangeAt({ line, column: 1 }, text.lines[line - 1]?.length ?? 0);
    // The protocol does not allow an empty name.
    const symbol = { name: name || "–", kind: protocol().SymbolKind.String, range, selectionRange, children };
    open.at(-1)?.children.push(symbol);
    open.push({ level, children });
  }
  return result;
}
