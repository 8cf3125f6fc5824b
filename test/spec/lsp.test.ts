/** `cipgen lsp`, as the editors of authors use it: a client of the protocol and the real process. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Client, type ClientOptions } from "../support/lsp.js";
import { makeSite } from "../support/site.js";

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) if (client.process.exitCode === null) client.process.kill();
});

async function start(root: string, options?: ClientOptions): Promise<Client> {
  const client = await Client.start(root, options);
  clients.push(client);
  return client;
}

const proposal = (number: number, more = "", body = "## Abstract\n\nWords.\n") =>
  `---\ncip: ${number}\ntitle: Title ${number}\nauthor: Ada (@ada)\nstatus: draft\ndate: 2024-01-0${number}\n${more}---\n\n${body}`;

const first = "content/cip/cbc/cip-1.md";
const second = "content/cip/cbc/cip-2.md";

const makeRegister = (files: Record<string, string> = {}) =>
  makeSite({
    [first]: proposal(1),
    [second]: proposal(2, "requires: 1\n", "## Abstract\n\nSee [one](cip-1.md#abstract).\n"),
    ...files,
  });

describe("problems while a text is typed", () => {
  test("have place, code, help and the rule's page, and go when they are corrected", async () => {
    const client = await start(makeRegister());
    await client.open(first);
    expect((await client.settled(first)).map(({ code }) => code)).not.toContain("status-unknown");
    const wrong = proposal(1).replace("status: draft", "status: finall");
    await client.change(first, wrong);
    const found = (await client.settled(first)).find(({ code }) => code === "status-unknown");
    expect(found).toMatchObject({ severity: 1, source: "cipgen", codeDescription: { href: expect.any(String) } });
    expect(found?.message).toMatch(/finall.*\n.*final/s);
    expect(found && client.words(first, found.range)).toBe("finall");
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

test("code of a folder runs only when the client trusts it", async () => {
  const config = `import { existsSync, writeFileSync } from "node:fs";
    writeFileSync(new URL("./ran", import.meta.url), "");
    export default { title: "A", url: "https://a.example", series: [{ profile: "cip", source: "content/cip" }] };`;
  const root = makeRegister({ "cipgen.config.ts": config });
  const client = await start(root, { trusted: false });
  await client.open(first, proposal(1).replace("draft", "drafft"));
  const codes = (await client.settled(first)).map(({ code }) => code);
  expect(codes).toContain("status-unknown");
  expect(existsSync(join(root, "ran"))).toBe(false);
  await client.connection.sendNotification("workspace/didChangeConfiguration", {
    settings: { cipgen: { trusted: true } },
  });
  await expect.poll(() => existsSync(join(root, "ran")), { timeout: 20_000 }).toBe(true);
});

describe("the end", () => {
  test("comes when the client asks for it", async () => {
    const client = await start(makeRegister());
    expect(await client.stop()).toBe(0);
  });

  test("comes when the client is gone", async () => {
    const client = await start(makeRegister());
    const ended = new Promise((done) => client.process.once("exit", done));
    client.process.stdin?.destroy();
    await ended;
    expect(client.errors.join("")).toBe("");
  });
});
