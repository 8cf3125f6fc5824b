/** Completes what is being written: with the offers of `../completion/` for the place, as the client takes them. */
import type { CompletionItem, Position as LspPosition } from "vscode-languageserver";
import type { Capability } from "../capability.js";
import { inBody } from "../completion/body.js";
import { inMetadata, isInMetadata } from "../completion/metadata.js";
import { wholeProposal } from "../completion/new-proposal.js";
import type { Cursor, Offer, Offers } from "../completion/offer.js";
import { placeIn } from "../places.js";
import { protocol } from "../protocol.js";

export const completion: Capability = {
  offers: () => ({ completionProvider: { triggerCharacters: ["-", "(", "#", "[", "/", ":", "^", "`", " "] } }),
  register(connection, workspace) {
    connection.onCompletion(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const place = placeIn(text.lines, position);
      const line = text.lines[place.line - 1] ?? "";
      const [before, after] = [line.slice(0, place.column - 1), line.slice(place.column - 1)];
      const snippets = workspace.client.textDocument?.completion?.completionItem?.snippetSupport === true;
      const found = await offersAt({ text, place, before, after });
      if (!found) return [];
      const start = { line: place.line - 1, character: place.column - 1 - found.replaced };
      const end = { line: place.line - 1, character: place.column - 1 };
      return found.offers.map((offer, index) => toItem(offer, index, { start, end }, snippets));
    });
  },
};

function toItem(
  offer: Offer,
  index: number,
  range: { start: LspPosition; end: LspPosition },
  snippets: boolean,
): CompletionItem {
  const { label, text = label, detail, documentation, rank = 0, kind = "Value", isSnippet } = offer;
  const { CompletionItemKind, InsertTextFormat } = protocol();
  const isPlain = isSnippet && !snippets;
  return {
    label,
    kind: CompletionItemKind[kind],
    ...(detail && { detail }),
    ...(documentation && { documentation: { kind: "markdown", value: documentation } }),
    sortText: `${String(rank).padStart(2, "0")}${String(index).padStart(6, "0")}`,
    filterText: label,
    insertTextFormat: isSnippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range,
      newText: isPlain ? text.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, "$1").replace(/\\(?=[\\$}])/g, "") : text,
    },
  };
}

async function offersAt(at: Cursor): Promise<Offers | undefined> {
  const { text, place } = at;
  if (text.file.text.trim().length <= 3 && text.role.kind === "proposal") return wholeProposal(at);
  if (isInMetadata(text, place)) return text.file.series ? await inMetadata(at, text.file.series) : undefined;
  return inBody(at);
}
