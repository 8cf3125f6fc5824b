/** The headings of a text, the proposals of a register by number and title, and the parts of a text that fold. */
import type { DocumentSymbol, FoldingRange, SelectionRange, SymbolInformation } from "vscode-languageserver";
import type { Position } from "../../shared/document.js";
import type { Capability } from "../capability.js";
import { titleOf } from "../describe.js";
import { placeIn, rangeAt } from "../places.js";
import { protocol } from "../protocol.js";
import { locationOf } from "../targets.js";
import type { PlacedHeading, SiteText } from "../text.js";

/** More would hide the rest. */
const mostFound = 200;

export const symbols: Capability = {
  offers: () => ({
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
  }),
  register(connection, workspace) {
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const text = await workspace.text(textDocument.uri);
      return text ? nested(text.headings(), text) : null;
    });
    connection.onWorkspaceSymbol(async ({ query }) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const found: SymbolInformation[] = [];
      for (const own of await workspace.all()) {
        const now = await own.site.now();
        for (const proposal of now.linked?.site.registers.flatMap(({ proposals }) => proposals) ?? []) {
          const { document, label, number, series } = proposal;
          const name = titleOf(proposal);
          const digits = series.numbers === "none" ? "" : number;
          const searched = `${name} ${digits} ${label.replace("-", "")}`.toLowerCase();
          if (!document || !words.every((word) => searched.includes(word))) continue;
          const location = locationOf(own, workspace, document.path, 1);
          found.push({ name, kind: protocol().SymbolKind.File, location, containerName: series.title });
          if (found.length === mostFound) return found;
        }
      }
      return found;
    });
    connection.onFoldingRanges(async ({ textDocument }) => {
      const text = await workspace.text(textDocument.uri);
      return text ? foldings(text) : null;
    });
    connection.onSelectionRanges(async ({ textDocument, positions }) => {
      const text = await workspace.text(textDocument.uri);
      return text ? positions.map((position) => selection(text, placeIn(text.lines, position))) : null;
    });
  },
};

/** The range of whole lines. @param end the line behind them, from 1. */
function linesFrom(line: number, end: number, { lines }: SiteText) {
  const last = Math.max(line, end - 1);
  return { start: { line: line - 1, character: 0 }, end: { line: last - 1, character: lines[last - 1]?.length ?? 0 } };
}

function nested(headings: readonly PlacedHeading[], text: SiteText): DocumentSymbol[] {
  const result: DocumentSymbol[] = [];
  const open: { level: number; children: DocumentSymbol[] }[] = [{ level: 0, children: result }];
  for (const { level, text: name, line, end } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const children: DocumentSymbol[] = [];
    const range = linesFrom(line, end, text);
    const selectionRange = rangeAt({ line, column: 1 }, text.lines[line - 1]?.length ?? 0);
    // The protocol does not allow an empty name.
    const one = { name: name || "–", kind: protocol().SymbolKind.String, range, selectionRange, children };
    open.at(-1)?.children.push(one);
    open.push({ level, children });
  }
  return result;
}

/** First and last line of the metadata, if it is a block of its own at the top. */
function metadataLines({ file, lines }: SiteText): [number, number] | undefined {
  if (file.bodyLine > 2) return [1, file.bodyLine - 1];
  const last = lines.findLastIndex((_, index) => file.isMetadata(index + 1)) + 1;
  const first = lines.findIndex((_, index) => file.isMetadata(index + 1)) + 1;
  return last > first && first > 0 ? [first, last] : undefined;
}

function foldings(text: SiteText): FoldingRange[] {
  const { codeLines, tables } = text.file.structure();
  const metadata = metadataLines(text);
  const blocks = [...codeLines].toSorted((a, b) => a - b);
  const code = blocks.flatMap((line, index): [number, number][] => {
    if (blocks[index - 1] === line - 1) return [];
    let end = line;
    while (codeLines.has(end + 1)) end++;
    return [[line, end]];
  });
  const sections = text.headings().map(({ line, end }): [number, number] => {
    let last = end - 1;
    while (last > line && text.lines[last - 1]?.trim() === "") last--;
    return [line, last];
  });
  const all = [
    ...(metadata ? [metadata] : []),
    ...sections,
    ...code,
    ...tables.map(({ line, end }): [number, number] => [line, end - 1]),
  ];
  return all
    .filter(([first, last]) => last > first)
    .map(([first, last]) => ({ startLine: first - 1, endLine: last - 1 }));
}

/** From the word to the line, the section, the sections around it and the whole text. */
function selection(text: SiteText, place: Position): SelectionRange {
  const { lines } = text;
  const line = lines[place.line - 1] ?? "";
  const before = /[\p{L}\p{N}_-]*$/u.exec(line.slice(0, place.column - 1))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}_-]*/u.exec(line.slice(place.column - 1))?.[0].length ?? 0;
  const sections = text.headings().filter((one) => one.line <= place.line && place.line < one.end);
  const around = [
    linesFrom(1, lines.length + 1, text),
    ...sections.map((one) => linesFrom(one.line, one.end, text)),
    rangeAt({ line: place.line, column: 1 }, line.length),
    rangeAt({ line: place.line, column: place.column - before }, before + after),
  ];
  const [whole, ...inner] = around;
  return inner.reduce<SelectionRange>((parent, range) => ({ range, parent }), { range: whole ?? rangeAt(place, 0) });
}
