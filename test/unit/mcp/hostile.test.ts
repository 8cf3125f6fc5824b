/** What costs an error and not the server: calls that nobody should make, a client that goes away, folders that are no register. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tools } from "../../../src/cli/mcp/tools/index.js";
import { cipgen } from "../../support/cli.js";
import { isWindows } from "../../support/machine.js";
import { type Agent, agent, agentProcess, built } from "../../support/mcp.js";
import { runs } from "../../support/runs.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../../support/site.js";

let root: string;
let out: string;
let overBuilt: Agent;

beforeAll(async () => {
  root = makeSite(
    { "content/cip/core/cip-1.md": proposalText(1, { title: "One" }), "secret.md": "the secret" },
    { search: { provider: "local" } },
  );
  out = await built(root);
  overBuilt = await agent(out);
});
afterAll(() => overBuilt.close());

const isAlive = async ({ ask }: Agent) =>
  expect((await ask("get_proposal", { proposal: 1 })).text).toContain("CIP-1: One");

test("whatever the arguments, the answer is text or an error, without a word of where files are", async () => {
  const names = [...tools.map(({ name }) => name), "nothing"];
  const keys = [...new Set(tools.flatMap(({ input }) => Object.keys(input)))];
  const path = fc.constantFrom(
    "../../secret.md",
    "..%2f..%2fsecret.md",
    "/etc/passwd",
    "cip/../../secret",
    "\0",
    "__proto__",
  );
  const value = fc.oneof(
    path,
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.constant(null),
    fc.array(path, { maxLength: 3 }),
    fc.boolean(),
  );
  const args = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (name, given) => {
      const found = await overBuilt
        .request("tools/call", { name, arguments: given })
        .catch((error: Error) => error.message);
      expect(JSON.stringify(found)).not.toMatch(/the secret|root:x|node_modules/);
    }),
    { numRuns: runs(30) },
  );
  expect(overBuilt.log).toEqual([]);
  await isAlive(overBuilt);
});

const item = (number: number, url: string) => ({ label: `CIP-${number}`, id: String(number), number, url, title: "T" });
const registerOf = (items: unknown) => JSON.stringify({ series: "cip", label: "CIP", title: "C", items });

test.skipIf(isWindows)("nothing outside of the folder is read, whatever its data and its links say", async () => {
  const folder = makeFolder({ "cip/register.json": registerOf([item(1, "/cip/cip-1"), item(2, "/../secret")]) });
  mkdirSync(join(folder, "cip/cip-1"));
  symlinkSync(join(root, "secret.md"), join(folder, "cip/cip-1/index.md"));
  writeFileSync(join(folder, "../secret.md"), "the secret");
  const one = await agent(folder);
  for (const proposal of [1, 2]) expect((await one.ask("get_proposal", { proposal })).text).not.toContain("the secret");
  await one.close();
});

test.each<[what: string, files: Record<string, string>]>([
  ["without a register", {}],
  ["with sources, whose code does not run", { "cipgen.config.mjs": 'throw new Error("it ran")' }],
  ["with a register that is no JSON", { "cip/register.json": "{" }],
  [
    "with a register of nonsense",
    { "cip/register.json": registerOf([null, 7, {}, { label: "CIP-1", requires: "x" }]) },
  ],
  ["with null for a register", { "cip/register.json": "null" }],
  ["with null for a record", { "cip/register.json": registerOf([]), "build.json": "null" }],
  ["with an index of nonsense", { "search/en/ui.json": '{"provider":{"kind":"local"},"searchHref":"/search"}' }],
])("a folder %s costs an error", async (_, files) => {
  const one = await agent(makeFolder({ ...files, "index.html": "<p>" }));
  for (const { name } of tools) {
    const { text: answer } = await one.ask(name, { query: "x", proposal: 1 });
    expect(answer.length).toBeGreaterThan(10);
    expect(answer).not.toContain("it ran");
  }
  await one.request("ping");
  await one.close();
});

describe("the process", () => {
  test("answers many calls at once", async () => {
    const one = await agentProcess([out]);
    const answers = await Promise.all(
      Array.from({ length: runs(100) }, (_, at) => one.ask("search", { query: `proposal ${at % 7}` })),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect((await one.ask("search", { query: "x".repeat(9e6) })).isError).toBe(true);
    await isAlive(one);
    await one.close();
  });

  test("without a folder builds the site it is in; it ends with its input, after its answers, and standard output has only the protocol", async () => {
    const config =
      'console.log("noise"); export default { title: "R", url: "https://r.example", series: [{ profile: "cip" }] };';
    const noisy = makeSite({ "cipgen.config.ts": config, "content/cip/core/cip-1.md": proposalText(1) });
    const child = spawn(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), "mcp"], {
      cwd: join(noisy, "content"),
    });
    const said = text(child.stdout);
    const lines = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "list_proposals", arguments: {} } },
    ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.end(`${lines.slice(0, 1)}\nno json\n[${lines.slice(1)}]\n`);
    const [code] = await once(child, "close");
    const messages = (await said)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(messages.map(({ id, error }) => `${id} ${error?.code}`).sort()).toEqual([
      "1 undefined",
      "2 undefined",
      "null -32700",
    ]);
    expect(messages.at(-1).result.content[0].text).toContain("CIP-1 |");
  });

  test("what is no folder is refused with what to do", async () => {
    for (const place of ["nowhere", "https://register.example/"]) {
      const { code, stdout, stderr } = await cipgen(["mcp", place]);
      expect([code, stdout]).toEqual([3, ""]);
      expect(stderr).toContain(`${place} is not a folder`);
    }
  });
});
