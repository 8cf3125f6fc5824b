/** Completes what is being written: with the offers of `../completion/` for the place, as the client takes them. */

import type { CompletionItem, Range } from "vscode-languageserver";
import type { Capability } from "../capability.js";
import { inBody } from "../completion/body.js";
import { inMetadata, isInMetadata } from "../completion/metadata.js";
import type { Cursor, Offer, Offers } from "../completion/offer.js";
import { placeIn } from "../places.js";
import { protocol } from "../protocol.js";

export const completion: Capability = {
  offers: { completionProvider: { triggerCharacters: ["-", "(", "#", "[", "/", ":", "`", " "] } },
  register(connection, workspace) {
    connection.onCompletion(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const location = placeIn(text.lines, position);
      const line = text.lines[location.line - 1] ?? "";
      const [before, after] = [line.slice(0, location.column - 1), line.slice(location.column - 1)];
      const offers = offersAt({ text, position: location, before, after });
      if (!offers) return [];
      const start = { line: location.line - 1, character: location.column - 1 - offers.replaced };
      const end = { line: location.line - 1, character: location.column - 1 };
      return offers.offers.map((offer, index) => toItem(offer, index, { start, end }));
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
  if (isInMetadata(text, position)) return text.file.series ? inMetadata(cursor, text.file.series) : undefined;
  return inBody(cursor);
}
