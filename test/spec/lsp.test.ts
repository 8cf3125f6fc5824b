/** `cipgen lsp`, as the editors of authors use it: a client of the protocol, and the server. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  CancellationTokenSource,
  type DocumentSymbol,
  type Location,
  type Range,
  type TextEdit,
} from "vscode-languageserver-protocol/node.js";
import { lint } from "../../src/index.js";
import { applied, appliedTo, Client, type ClientOptions, type DocumentChange } from "../support/lsp.js";
import { runs } from "../support/runs.js";
import { makeSite } from "../support/site.js";

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

async function start(root: string, options?: ClientOptions): Promise<Client> {
  const client = await Client.startHere(root, options);
  clients.push(client);
  return client;
}

const proposal = (number: number, more = "", body = "## Abstract\n\nWords.\n") =>
  `---\ncip: ${number}\ntitle: Title ${number}\nauthor: Ada (@ada)\nstatus: draft\ndate: 2024-01-0${number}\n${more}---\n\n${body}`;

const first = "content/cip/cbc/cip-1.md";
const second = "content/cip/cbc/cip-2.md";

const ordinary = {
  [first]: proposal(1),
  [second]: proposal(2, "requires: 1\n", "## Abstract\n\nSee [one](cip-1.md#abstract).\n"),
};

const makeRegister = (files: Record<string, string> = {}) =>
  makeSite({ ...ordinary, ...files }, { locales: { "en-US": {}, "de-DE": {} } });

describe("problems while a text is typed", () => {
  test("have place, code and help, and go when they are corrected", async () => {
    const client = await start(makeRegister());
    await client.open(first);
    expect((await client.settled(first)).map(({ code }) => code)).not.toContain("status-unknown");
    const wrong = proposal(1).replace("status: draft", "status: finall");
    await client.change(first, wrong);
    const problem = (await client.settled(first)).find(({ code }) => code === "status-unknown");
    expect(problem).toMatchObject({ severity: 1, source: "cipgen" });
    expect(problem?.message).toMatch(/finall.*\n.*final/s);
    expect(problem && client.words(first, problem.range)).toBe("finall");
    await client.change(first, proposal(1));
    expect((await client.settled(first)).map(({ code }) => code)).not.toContain("status-unknown");
  });

  test("are reported of other texts that the change breaks, also before anything is saved", async () => {
    const client = await start(makeRegister());
    await client.open(first);
    await client.settled(first);
    await client.change(first, proposal(1, "", "## Summary\n\nWords.\n"));
    expect((await client.settled(second)).map(({ code }) => code)).toContain("broken-anchor");
    await client.close(first);
    expect((await client.settled(second)).map(({ code }) => code)).not.toContain("broken-anchor");
  });

  test("are those of the configuration in its own file", async () => {
    const root = makeRegister({ "cipgen.config.json": '{ "title": "A", "url": "https://a.example", "seris": [] }\n' });
    const client = await start(root);
    expect(await client.settled("cipgen.config.json")).toMatchObject([{ code: "config-unknown-key" }]);
    writeFileSync(
      join(root, "cipgen.config.json"),
      `{ "title": "A", "url": "https://a.example", "series": [{ "profile": "cip", "source": "content/cip" }] }\n`,
    );
    await expect.poll(() => client.published.get(client.uri("cipgen.config.json")), { timeout: 20_000 }).toEqual([]);
  });
});

test.each([
  [true, true],
  [null, false],
  [false, false],
])("code of a folder runs only when the client trusts it: %s", async (trusted, runs) => {
  const config = `import { writeFileSync } from "node:fs";
    writeFileSync(new URL("./ran", import.meta.url), "");
    export default { title: "A", url: "https://a.example", series: [{ profile: "cip", source: "content/cip" }] };`;
  const root = makeRegister({ "cipgen.config.ts": config });
  const client = await start(root, { trusted });
  await client.open(first, proposal(1).replace("draft", "drafft"));
  const codes = (await client.settled(first)).map(({ code }) => code);
  expect(codes).toContain("status-unknown");
  expect(existsSync(join(root, "ran"))).toBe(runs);
});

describe("whatever happens", () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.startHere(makeRegister());
    await client.open(first);
  });
  afterAll(() => client.stop());

  test("positions outside of a text, and texts of no site, have answers", async () => {
    await client.change(first, proposal(1, "", "\ud83d\ude00 CIP-2 \ud83d\r\n"));
    for (const position of [
      { line: 0, character: 4_000_000 },
      { line: 4_000_000, character: 0 },
      { line: 8, character: 1 },
    ])
      for (const method of ["completion", "hover", "definition", "prepareRename"]) {
        const answer = client.request(`textDocument/${method}`, { textDocument: { uri: client.uri(first) }, position });
        await expect(answer, method).resolves.not.toBeUndefined();
      }
    const foreign = { textDocument: { uri: "untitled:Untitled-1" }, position: { line: 0, character: 0 } };
    expect(await client.request("textDocument/hover", foreign)).toBeNull();
  });

  test("texts that are written, renamed and removed by other programs are followed", async () => {
    const root = makeRegister();
    const client = await start(root);
    await client.open(second);
    const codes = () => (client.published.get(client.uri(second)) ?? []).map(({ code }) => code);
    expect((await client.settled(second)).map(({ code }) => code)).not.toContain("broken-markdown-link");
    rmSync(join(root, first));
    await expect.poll(codes, { timeout: 30_000 }).toContain("broken-markdown-link");
    writeFileSync(join(root, first), proposal(1));
    await expect.poll(codes, { timeout: 30_000 }).not.toContain("broken-markdown-link");
  });

  test("the problems of the only text go when it is removed", async () => {
    const root = makeSite({ [first]: proposal(1).replace("draft", "drafft") });
    const client = await start(root);
    expect(await client.settled(first)).not.toEqual([]);
    rmSync(join(root, first));
    await expect.poll(() => client.published.get(client.uri(first)), { timeout: 30_000 }).toEqual([]);
  });

  test("many edits at once end with the problems of the last text, and requests may be cancelled", async () => {
    for (let edit = 0; edit < runs(100); edit++) void client.change(first, proposal(1, `x${edit}: 1\n`));
    const source = new CancellationTokenSource();
    const hover = client.connection.sendRequest(
      "textDocument/hover",
      { textDocument: { uri: client.uri(first) }, position: { line: 1, character: 6 } },
      source.token,
    );
    source.cancel();
    await Promise.allSettled([hover]);
    await client.change(first, proposal(1).replace("draft", "drafft"));
    expect((await client.settled(first)).map(({ code }) => code)).toContain("status-unknown");
  });

  test("two sites in one workspace have each their own problems", async () => {
    const [one, other] = [makeRegister(), makeRegister({ [first]: proposal(1).replace("draft", "drafft") })];
    const client = await start(one, { folders: [one, other] });
    await client.settled(first);
    const codesOf = (uri: string) => (client.published.get(uri) ?? []).map(({ code }) => code);
    expect(codesOf(client.uri(first))).not.toContain("status-unknown");
    expect(codesOf(pathToFileURL(join(other, first)).href)).toContain("status-unknown");
  });
});

/** The problems of each file, as places and messages. */
function listed(found: readonly { file?: string | undefined; line?: number; code: string }[]): string[] {
  return [...new Set(found.map(({ file, line, code }) => `${file}:${line} ${code}`))].toSorted();
}

test("after any edits, problems are those of lint", async () => {
  const pieces = [
    "## Abstract\n",
    "[a](cip-1.md#x)\n",
    "[b](cip-9.md)\n",
    "CIP-2 \n",
    "---\n",
    "```\n",
    "status: final\n",
    "requires: 2\n",
    "\ud83d\ude00",
  ];
  const edit = fc.record({
    path: fc.constantFrom(first, second),
    at: fc.nat(300),
    remove: fc.nat(20),
    piece: fc.constantFrom(...pieces),
  });
  // One site in the editor, where nothing is saved, and one for the commands.
  const [edited, saved] = [makeRegister(), makeRegister()];
  const client = await start(edited);
  for (const path of [first, second]) await client.open(path);
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const texts: Record<string, string> = { ...ordinary };
      for (const [path, text] of Object.entries(texts)) await client.change(path, text);
      for (const { path, at, remove, piece } of edits) {
        const text = texts[path] ?? "";
        texts[path] = text.slice(0, at) + piece + text.slice(at + remove);
        await client.change(path, texts[path]);
      }
      await client.settled(first);
      const shown = [...client.published].flatMap(([uri, found]) =>
        found.map(({ code, range }) => ({
          file: uri.slice(client.uri("a").length - 1),
          line: range.start.line + 1,
          code: String(code),
        })),
      );
      for (const [path, text] of Object.entries(texts)) writeFileSync(join(saved, path), text);
      const { diagnostics } = await lint({ root: saved });
      expect(listed(shown)).toEqual(listed(diagnostics.map((one) => ({ ...one, line: one.line ?? 1 }))));
    }),
    { numRuns: runs(1), endOnFailure: true },
  );
});
describe("the end", () => {
  test("comes when the client asks for it, also with the option that most clients add", async () => {
    const client = await Client.start(makeRegister(), { args: ["--stdio"] });
    expect(await client.stop()).toBe(0);
  });

  test("comes when the client is gone", async () => {
    const client = await Client.start(makeRegister());
    const ended = new Promise((done) => client.process?.once("exit", done));
    client.input.destroy();
    await ended;
    expect(client.errors.join("")).toBe("");
  });
});

interface Item {
  label: string;
  detail?: string;
  sortText: string;
  textEdit: { newText: string; range: Range };
}

/** What is offered where the bar is in the words that replace others. */
async function offered(client: Client, path: string, text: string, words: string): Promise<Item[]> {
  await client.change(path, text);
  const found = await client.at<Item[] | null>("textDocument/completion", path, words);
  return (found ?? []).toSorted((one, other) => (one.sortText < other.sortText ? -1 : 1));
}

describe("completion", () => {
  let client: Client;
  const register = makeRegister({
    "content/cip/cbc/cip-3.md": proposal(3).replace("Ada (@ada)", "Bob <bob@b.example>"),
  });
  const labels = (items: readonly Item[]) => items.map(({ label }) => label);
  beforeAll(async () => {
    client = await Client.startHere(register);
    await client.open(second);
  });
  afterAll(() => client.stop());

  test("answers in a line of metadata with thousands of spaces", async () => {
    const spaces = " ".repeat(3000);
    expect(await offered(client, second, proposal(2).replace("title: ", `${spaces}?\ntitle: `), "?|\n")).toEqual([]);
  });

  test("has the fields that are missing, those that are required first", async () => {
    const found = await offered(client, second, proposal(2).replace("title: Title 2\n", "ti\n"), "ti|\n");
    expect(found[0]).toMatchObject({ label: "title", detail: "required", textEdit: { newText: "title: " } });
    expect(labels(found)).toContain("requires");
    expect(labels(found)).not.toContain("author");
  });

  test("has fields of metadata that has no end yet", async () => {
    const found = await offered(client, second, "---\ncip: 2\nti", "ti|");
    expect(labels(found)).toContain("title");
  });

  test("has numbers with titles in fields and in the text", async () => {
    const inField = await offered(client, second, proposal(2, "requires: \n"), "requires: |");
    expect(labels(inField)).toEqual(["1 Title 1", "3 Title 3"]);
    expect(inField[1]?.textEdit.newText).toBe("3");
    const another = await offered(client, second, proposal(2, "requires: 1, \n"), "requires: 1, |");
    expect(labels(another)).toEqual(["3 Title 3"]);
    const inText = await offered(client, second, proposal(2, "", "See CIP-"), "See CIP-|");
    expect(inText.map((one) => one.textEdit.newText)).toEqual(["CIP-1", "CIP-3"]);
    const asLink = await offered(client, second, proposal(2, "", "See [CIP-"), "See [CIP-|");
    expect(asLink[0]?.textEdit.newText).toBe("[CIP-1](./cip-1.md)");
  });

  test("has the authors of the register as it writes them", async () => {
    const found = await offered(client, second, proposal(2).replace("Ada (@ada)", "Ada (@ada), B"), ", B|\n");
    expect(labels(found)).toEqual(["Ada (@ada)", "Bob <bob@b.example>"]);
    expect(client.words(second, found[1]?.textEdit.range as Range)).toBe("B");
  });

  test("has paths and anchors", async () => {
    const path = await offered(client, second, proposal(2, "", "[a](./"), "[a](./|");
    expect(labels(path)).toContain("./cip-1.md");
    const anchor = await offered(client, second, proposal(2, "", "[a](cip-1.md#"), "cip-1.md#|");
    expect(labels(anchor)).toEqual(["abstract"]);
  });

  test("has the sections that are missing", async () => {
    const section = await offered(client, second, proposal(2, "", "## Abstract\n\nWords.\n\n## "), "## |");
    expect(section.find(({ label }) => label === "## Copyright")?.textEdit.newText).toMatch(/^## Copyright\n\n\S/);
  });
});

describe("a text with links", () => {
  let client: Client;
  const body = "## Abstract\n\nSee [one](cip-1.md#abstract) and CIP-1.\n\n### Detail\n\n```text\ncode\n```\n";
  beforeAll(async () => {
    client = await Client.startHere(makeRegister());
    await client.open(first);
    await client.open(second, proposal(2, "requires: 1\n", body));
  });
  afterAll(() => client.stop());

  test("says what is under the pointer", async () => {
    const hover = async (words: string) =>
      (await client.at<{ contents: { value: string } } | null>("textDocument/hover", second, words))?.contents.value;
    expect(await hover("requires: |1")).toMatch(/CIP-1: Title 1[\s\S]*Draft · [\s\S]*Required by\n- CIP-2: Title 2/);
    expect(await hover("CIP-|1.")).toContain("Title 1");
    await client.change(first, proposal(1, "description: 1. Begin with A&lt;B\n"));
    expect(await hover("CIP-|1.")).toContain("\n\n1\\. Begin with A\\&lt;B\n\n");
    await client.change(first, proposal(1));
    expect(await hover("(cip-|1.md")).toContain("Title 1");
    expect(await hover("### De|tail")).toBeUndefined();
  });

  test("leads to definitions and has references", async () => {
    const definition = await client.at<Location>("textDocument/definition", second, "(cip-1.md#abs|tract");
    expect(definition).toMatchObject({ uri: client.uri(first), range: { start: { line: 8 } } });
    const number = await client.at<Location>("textDocument/definition", second, "requires: |1");
    expect(number.uri).toBe(client.uri(first));
    const heading = await client.at<Location[]>("textDocument/references", first, "## Abs|tract", {
      context: { includeDeclaration: false },
    });
    expect(heading.map(({ uri, range }) => [uri, client.words(second, range)])).toEqual([
      [client.uri(second), "cip-1.md#abstract"],
    ]);
    const proposalItself = await client.at<Location[]>("textDocument/references", first, "cip: |1", {
      context: { includeDeclaration: false },
    });
    expect(proposalItself.map(({ range }) => client.words(second, range)).toSorted()).toEqual([
      "1",
      "CIP-1",
      "cip-1.md#abstract",
    ]);
    const links = await client.request<{ target: string }[]>("textDocument/documentLink", {
      textDocument: { uri: client.uri(second) },
    });
    expect(links.map(({ target }) => target)).toContain(`${client.uri(first)}#L9`);
  });

  test("has symbols", async () => {
    const textDocument = { uri: client.uri(second) };
    const [abstract] = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
    expect([abstract?.name, abstract?.children?.map(({ name }) => name)]).toEqual(["Abstract", ["Detail"]]);
    const found = await client.request<{ name: string }[]>("workspace/symbol", { query: "cip1" });
    expect(found.map(({ name }) => name)).toEqual(["CIP-1: Title 1"]);
  });
});

interface Action {
  title: string;
  kind: string;
  edit: { changes: Record<string, TextEdit[]> };
}

describe("code actions", () => {
  let client: Client;
  beforeAll(async () => {
    client = await Client.startHere(makeRegister());
    await client.open(second);
  });
  afterAll(() => client.stop());

  async function actionsFor(text: string, code: string): Promise<Map<string, string>> {
    await client.change(second, text);
    const diagnostics = (await client.settled(second)).filter((one) => one.code === code);
    expect(diagnostics).not.toEqual([]);
    const actions = await client.request<Action[]>("textDocument/codeAction", {
      textDocument: { uri: client.uri(second) },
      range: diagnostics[0]?.range,
      context: { diagnostics: [] },
    });
    return new Map(actions.map(({ title, edit }) => [title, applied(text, edit.changes[client.uri(second)] ?? [])]));
  }

  test("correct what a rule can fix, and what was meant, whatever the client keeps of a problem", async () => {
    const order = proposal(2).replace("cip: 2\ntitle: Title 2", "title: Title 2\ncip: 2");
    expect([...(await actionsFor(order, "field-order")).values()]).toContain(proposal(2));
    const status = await actionsFor(proposal(2).replace("draft", "drft"), "status-unknown");
    expect(status.get("Write Draft") ?? status.get("Write draft")).toMatch(/status: draft/i);
    const link = await actionsFor(proposal(2, "", "See [one](cip-1.md#abstrct).\n"), "broken-anchor");
    expect([...link.values()][0]).toContain("(cip-1.md#abstract)");
  });

  test("format the metadata", async () => {
    const text = proposal(2).replace("cip: 2\ntitle: Title 2", "title: Title 2\ncip: 2");
    await client.change(second, text);
    const edits = await client.request<TextEdit[]>("textDocument/formatting", {
      textDocument: { uri: client.uri(second) },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(applied(text, edits)).toBe(proposal(2));
  });
});

describe("renaming", () => {
  const files = {
    [first]: proposal(1, "", "## Abstract\n\n![a](assets/cip-1/a.svg) CIP-1 is this.\n\n[up](#abstract)\n"),
    [second]: proposal(2, "requires: 1\n", "See [one](cip-1.md#abstract), CIP-1 and [it](/cip/cbc/cip-1#abstract).\n"),
    "content/cip/cbc/cip-3.md": proposal(3, "updates: 1\nunlisted: true\n"),
    "content/i18n/de-DE/cip/cbc/cip-1.md": proposal(1, "", "## Abstract\n\nWorte.\n"),
    "content/cip/cbc/assets/cip-1/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  };

  let client: Client;
  beforeAll(async () => {
    client = await Client.startHere(makeRegister(files));
    await client.open(first);
  });
  afterAll(() => client.stop());

  test("a number changes with its file, its fields, its translations, every mention and link", async () => {
    const edit = await client.at<{ documentChanges: DocumentChange[] }>("textDocument/rename", first, "cip: |1", {
      newName: "9",
    });
    const { texts, renames } = appliedTo(client, files, edit.documentChanges);
    expect(texts[first]).toBe(files[first]?.replace("cip: 1\n", "cip: 9\n").replace("CIP-1", "CIP-9"));
    expect(texts[second]).toBe(
      files[second]?.replace("requires: 1", "requires: 9").replaceAll("cip-1", "cip-9").replace("CIP-1", "CIP-9"),
    );
    expect(texts["content/cip/cbc/cip-3.md"]).toContain("updates: 9\n");
    expect(texts["content/i18n/de-DE/cip/cbc/cip-1.md"]).toContain("cip: 9\n");
    expect(renames.map(([from, to]) => [from, to].map((uri) => uri.slice(client.uri("content").length)))).toEqual(
      expect.arrayContaining([
        ["/cip/cbc/cip-1.md", "/cip/cbc/cip-9.md"],
        ["/i18n/de-DE/cip/cbc/cip-1.md", "/i18n/de-DE/cip/cbc/cip-9.md"],
      ]),
    );
    await expect(client.at("textDocument/rename", first, "cip: |1", { newName: "2" })).rejects.toThrow(
      /CIP-2 is taken/,
    );
  });

  test("a heading changes with all links to it", async () => {
    const edit = await client.at<{ documentChanges: DocumentChange[] }>("textDocument/rename", first, "## Abs|tract", {
      newName: "In short",
    });
    const { texts } = appliedTo(client, files, edit.documentChanges);
    expect(texts[first]).toBe(files[first]?.replace("Abstract", "In short").replace("#abstract", "#in-short"));
    expect(texts[second]).toBe(files[second]?.replaceAll("#abstract", "#in-short"));
  });
});
