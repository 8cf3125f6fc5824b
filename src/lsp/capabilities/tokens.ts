/** Colours of metadata that is not YAML, which editors do not know: keys, and values by what they are. */
import type { FieldEntry } from "../../metadata/entries.js";
import type { Capability } from "../capability.js";
import { fieldOf } from "../describe.js";
import { protocol } from "../protocol.js";
import { flat, type SiteText } from "../text.js";

const types = ["property", "string", "number", "enumMember"] as const;

export const tokens: Capability = {
  offers: () => ({
    semanticTokensProvider: { legend: { tokenTypes: [...types], tokenModifiers: [] }, full: true },
  }),
  register(connection, workspace) {
    connection.languages.semanticTokens.on(async ({ textDocument }) => {
      const text = await workspace.text(textDocument.uri);
      const builder = new (protocol().SemanticTokensBuilder)();
      for (const { line, column, length, type } of text && text.file.form !== "yaml" ? tokensOf(text) : [])
        builder.push(line - 1, column - 1, length, types.indexOf(type), 0);
      return builder.build();
    });
  },
};

interface Token {
  line: number;
  column: number;
  length: number;
  type: (typeof types)[number];
}

function tokensOf(text: SiteText): Token[] {
  const all = text.file.entries.flatMap((entry) => tokensOfEntry(entry, text));
  return all
    .filter(({ line, column, length }) => length > 0 && column - 1 + length <= (text.lines[line - 1]?.length ?? 0))
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function tokensOfEntry({ key, keyPosition, value }: FieldEntry, { file }: SiteText): Token[] {
  const name = file.series && fieldOf(file.series, key);
  const type =
    name === "status" || name === "category"
      ? "enumMember"
      : name === "number" || name === "requires"
        ? "number"
        : "string";
  const values = flat(value).map(({ position, length }): Token => ({ ...position, length, type }));
  return [{ ...keyPosition, length: key.length, type: "property" }, ...values];
}
