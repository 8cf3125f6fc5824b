/** Sends the offers of `../completion/` for the cursor to the client. */

import type { CompletionItem, Range } from "vscode-languageserver";
import type { Capability } from "../capability.js";
import { offersInBody } from "../completion/body.js";
import { isInMetadata, offersInMetadata } from "../completion/metadata.js";
import type { Cursor, Offer, Offers } from "../completion/offer.js";
import { positionIn, rangeAt } from "../positions.js";
import { protocol } from "../protocol.js";

export const completion: Capability = {
  offers: { completionProvider: { triggerCharacters: ["-", "(", "#", "[", "/", ":", "`", " "] } },
  register(connection, workspace) {
    connection.onCompletion(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const { line: lineNumber, column } = positionIn(text.lines, position);
      const line = text.lines[lineNumber - 1] ?? "";
      const [before, after] = [line.slice(0, column - 1), line.slice(column - 1)];
      const offers = offersAt({ text, position: { line: lineNumber, column }, before, after });
      if (!offers) return [];
      const range = rangeAt({ line: lineNumber, column: column - offers.replaced }, offers.replaced);
      return offers.offers.map((offer, index) => toItem(offer, index, range));
    });
  },
};

function toItem(offer: Offer, index: number, range: Range): CompletionItem {
  const { label, text = label, detail, documentation, rank = 0, kind = "Value" } = offer;
  return {
    label,
    kind: protocol().CompletionItemKind[kind],
    ...(detail && { detail }),
    ...(documentation && { documentation: { kind: "markdown", value: documentation } }),
    sortText: `${String(rank).padStart(2, "0")}${String(index).padStart(6, "0")}`,
    filterText: label,
    textEdit: { range, newText: text },
  };
}

function offersAt(cursor: Cursor): Offers | undefined {
  const { text, position } = cursor;
  if (isInMetadata(text, position)) return text.file.series ? offersInMetadata(cursor, text.file.series) : undefined;
  return offersInBody(cursor);
}
