/** Completes what is being written: with the offers of `../completion/` for the place, as the client takes them. */

import type { CompletionItem, Position as LspPosition } from "vscode-languageserver";
import { formatNumber, previewToBeWritten, toBeWritten } from "../../../config/index.js";
import { readFileName } from "../../../content/parse/file-name.js";
import { nextNumber } from "../../../shared/proposal-number.js";
import { escapePattern } from "../../../shared/text.js";
import { makeProposal } from "../../../tools/scaffold/proposal.js";
import { readOwnTemplate } from "../../api/new-proposal.js";
import type { Capability } from "../capability.js";
import { inBody } from "../completion/body.js";
import { inMetadata, isInMetadata } from "../completion/metadata.js";
import { type Cursor, escaped, type Offer, type Offers } from "../completion/offer.js";
import { placeIn } from "../places.js";
import { protocol } from "../protocol.js";

export const completion: Capability = {
  offers: () => ({ completionProvider: { triggerCharacters: ["-", "(", "#", "[", "/", ":", "^", "`", " "] } }),
  register(connection, workspace) {
    connection.onCompletion(async ({ textDocument, position }) => {
      const text = await workspace.text(textDocument.uri);
      if (!text) return null;
      const location = placeIn(text.lines, position);
      const line = text.lines[location.line - 1] ?? "";
      const [before, after] = [line.slice(0, location.column - 1), line.slice(location.column - 1)];
      const snippets = workspace.client.textDocument?.completion?.completionItem?.snippetSupport === true;
      const offers = await offersAt({ text, position: location, before, after });
      if (!offers) return [];
      const start = { line: location.line - 1, character: location.column - 1 - offers.replaced };
      const end = { line: location.line - 1, character: location.column - 1 };
      return offers.offers.map((offer, index) => toItem(offer, index, { start, end }, snippets));
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

async function offersAt(cursor: Cursor): Promise<Offers | undefined> {
  const { text, position } = cursor;
  if (text.file.text.trim().length <= 3 && text.role.kind === "proposal") return wholeProposal(cursor);
  if (isInMetadata(text, position)) return text.file.series ? await inMetadata(cursor, text.file.series) : undefined;
  return inBody(cursor);
}

// What may be written in an empty file of a proposal: all of it.

/** A new proposal as `cipgen new` writes it, with the number of its file's name. */
async function wholeProposal({ text, before }: Cursor): Promise<Offers | undefined> {
  const { role, now } = text;
  if (role.kind !== "proposal" || role.locale) return undefined;
  const { series } = role;
  const named = readFileName(role.relativePath, series);
  const proposals = text.register()?.proposals ?? [];
  const usedNumbers = proposals.map((proposal) => proposal.number);
  const number = named.number ?? nextNumber(usedNumbers, series.numbers);
  const category =
    series.category.values.find(({ id }) => id === named.category)?.id ?? series.category.values[0]?.id ?? "";
  const { value: template } = await readOwnTemplate(now.root, series, now);
  const title = "The title";
  const date = new Date().toISOString().slice(0, 10);
  const newFile = makeProposal({ series, number, title, category, date, template }).at(-1);
  let stop = 0;
  const toReplace = [title, "Your Name", previewToBeWritten, toBeWritten].map(escapePattern).join("|");
  const body = escaped(newFile?.text ?? "").replace(new RegExp(toReplace, "g"), (words) => `\${${++stop}:${words}}`);
  const name = series.numbers === "none" ? (named.slug ?? "") : `${series.label}-${formatNumber(number, series)}`;
  const label = `${name}: a new proposal`;
  // The line that is there, `---` or nothing, is a part of the text.
  return {
    replaced: before.length,
    offers: [{ label: before || label, text: body, isSnippet: true, kind: "Snippet", detail: label }],
  };
}
