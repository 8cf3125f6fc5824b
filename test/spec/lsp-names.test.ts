/** `cipgen lsp` in registers whose proposals have names in place of numbers, or numbers with letters. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CompletionItem, Hover, Location, SymbolInformation } from "vscode-languageserver-protocol/node.js";
import { appliedTo, Client, type DocumentChange } from "../support/lsp.js";
import { makeSite } from "../support/site.js";

const text = (title: string, more: string, body: string) =>
  `---\ntitle: ${title}\nauthor: Ada (@ada)\nstatus: draft\n${more}---\n\n## Motivation\n\n${body}\n`;

const files: Record<string, string> = {
  "rfcs/Struct.md": text(
    "The Struct Type",
    "requires: input-union, defer.md\n",
    "See [unions](input-union.md#motivation).",
  ),
  "rfcs/input-union.md": text("An Input Union", "", "It stands alone. ![a](input-union/a.svg)"),
  "rfcs/input-union/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  "rfcs/defer.md": text("Defer & Stream", "requires: input-union\n", "Later than [an input union](./input-union.md)."),
  "nips/5A.md": text("Sites", "", "NIP-5A is used by NIP-07."),
  "nips/07.md": text("Keys", "requires: 5A\n", "It needs NIP-5A, see [sites](5A.md#motivation)."),
  "peps/ppc0013a.md": text("Letters", "ppc: 0013a\n", "PPC0013a."),
  "peps/ppc0014.md": text("Digits", "ppc: 0014\nrequires: 0013a\n", "PPC-0013a and [it](ppc0013a.md)."),
};

let client: Client;
beforeAll(async () => {
  const series = [
    { id: "rfc", label: "RFC", title: "RFCs", source: "rfcs", files: "{slug}.md", route: "/rfc" },
    {
      id: "nip",
      label: "NIP",
      title: "NIPs",
      source: "nips",
      route: "/nip",
      files: "{number}.md",
      numbers: "hexadecimal",
      numberWidth: 2,
    },
    {
      id: "ppc",
      label: "PPC",
      title: "PPCs",
      source: "peps",
      route: "/ppc",
      files: "ppc{number}.md",
      numbers: "lettered",
      numberWidth: 4,
    },
  ] as const;
  client = await Client.startHere(makeSite(files, { series: [...series] }));
  for (const path of Object.keys(files)) if (path.endsWith(".md")) await client.open(path);
});
afterAll(() => client.stop());

const below = (uri: string) => uri.slice(client.uri("").length).replace(/^\//, "");

test("texts have no problems, and no number that stands for a name is shown", async () => {
  for (const path of Object.keys(files)) expect([path, await client.settled(path)]).toEqual([path, []]);
  const symbols = await client.request<SymbolInformation[]>("workspace/symbol", { query: "" });
  const names = symbols.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["The Struct Type", "An Input Union", "NIP-5A: Sites", "PPC-0013a: Letters"]),
  );
  expect(names.join("\n")).not.toMatch(/RFC-|\d{6}/);
});

describe.each([
  ["rfcs/Struct.md", "requires: input-|union", "An Input Union", "rfcs/input-union.md", 3],
  ["rfcs/Struct.md", "de|fer.md", "Defer & Stream", "rfcs/defer.md", 1],
  ["nips/07.md", "requires: 5|A", "NIP-5A: Sites", "nips/5A.md", 3],
  ["nips/07.md", "NIP-|5A,", "NIP-5A: Sites", "nips/5A.md", 3],
  ["peps/ppc0014.md", "requires: 00|13a", "PPC-0013a: Letters", "peps/ppc0013a.md", 3],
])("%s at %s", (path, words, title, target, references) => {
  test("has hover, definition and references", async () => {
    const hover = await client.at<Hover>("textDocument/hover", path, words);
    expect((hover.contents as { value: string }).value).toContain(`**${title}**`);
    const [definition] = [await client.at<Location | Location[]>("textDocument/definition", path, words)].flat();
    expect(below(definition?.uri ?? "")).toBe(target);
    const found = await client.at<Location[]>("textDocument/references", path, words, {
      context: { includeDeclaration: false },
    });
    expect(found.length).toBeGreaterThanOrEqual(references);
  });
});

test("names are completed in fields, and are no numbers in prose", async () => {
  const items = async (path: string, words: string) => {
    const found = await client.at<CompletionItem[] | { items: CompletionItem[] }>(
      "textDocument/completion",
      path,
      words,
    );
    return (Array.isArray(found) ? found : found.items).map(({ label }) => label);
  };
  expect(await items("rfcs/defer.md", "requires: |")).toEqual(
    expect.arrayContaining(["Struct The Struct Type", "input-union An Input Union"]),
  );
  expect(await items("nips/07.md", "requires: |")).toContain("5A Sites");
  await client.change("nips/5A.md", `${files["nips/5A.md"]}\nNIP-0`);
  expect(await items("nips/5A.md", "\nNIP-0|")).toContain("NIP-07 Keys");
  await client.change("nips/5A.md", files["nips/5A.md"] ?? "");
});

test("a hexadecimal number is renamed to one that is typed in small letters, which the register writes in capitals", async () => {
  const { documentChanges } = await client.at<{ documentChanges: DocumentChange[] }>(
    "textDocument/rename",
    "nips/07.md",
    "NIP-|5A,",
    { newName: "5b" },
  );
  const { texts, renames } = appliedTo(client, files, documentChanges);
  expect(texts["nips/07.md"]).toContain("It needs NIP-5B, see [sites](5B.md#motivation).");
  expect(renames.map((paths) => paths.map(below))).toEqual([["nips/5A.md", "nips/5B.md"]]);
});
