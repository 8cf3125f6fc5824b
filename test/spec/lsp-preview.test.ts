/** `cipgen lsp --preview`: the preview in the process of the language server, over the streams and the sockets of a real process. */
import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { LiveMessage } from "../../src/shared/live.js";
import { cipgen } from "../support/cli.js";
import { ask, listen } from "../support/http.js";
import { Client, type ClientOptions } from "../support/lsp.js";
import { makeSite, proposalText } from "../support/site.js";

let client: Client;
afterEach(() => client.stop());

const twenty = "content/cip/cbc/cip-20.md";
const body = "First.\n\n## Abstract\n\nShort.\n\n## Motivation\n\nLong.\n";
const site = () => makeSite({ [twenty]: proposalText(20, {}, body), "content/cip/cbc/cip-21.md": proposalText(21) });

/** Starts the server, and waits for what it shows to the author first. */
async function start(options: ClientOptions): Promise<string> {
  client = await Client.start(site(), { args: ["--preview", "--port", "0"], ...options });
  await expect.poll(() => client.messages).toHaveLength(1);
  return client.messages[0] ?? "";
}

const portIn = (message: string) => Number(/:(\d+)\//.exec(message)?.[1]);
const see = async (port: number, path: string) => (await ask(port, path, { accept: "text/html" })).body.toString();

test("says where it is, and shows each key press, a text that is not there yet, and the file again when the editor closes it", async () => {
  const port = portIn(await start({}));
  const tab = listen<LiveMessage>(port, "/__cipgen/events?page=/cip/cbc/cip-20&has=");
  expect(await tab.next()).toEqual({ type: "reload" });
  await client.open(twenty);
  const until = async (type: LiveMessage["type"]) => {
    let message = await tab.next();
    while (message.type !== type) message = await tab.next();
    return message;
  };
  for (const word of ["Fir", "Firs", "First of all"]) {
    await client.change(twenty, proposalText(20, {}, body.replace("First", word)));
    await until("reload");
    expect(await see(port, "/cip/cbc/cip-20")).toContain(`${word}.`);
  }
  await client.change(twenty, proposalText(20, { date: "2021-02-30" }, body));
  await until("error");
  expect(await see(port, "/cip/cbc/cip-20")).toContain("First of all.");
  await client.close(twenty);
  await until("reload");
  expect(await see(port, "/cip/cbc/cip-20")).not.toContain("First of all.");
  await client.open("content/cip/cbc/cip-30.md", proposalText(30, { title: "Not saved" }));
  await expect.poll(() => see(port, "/cip/cbc/cip-30")).toContain("Not saved");
  tab.close();
});

test("waits for trust: no code of the folder runs, and nothing is served", async () => {
  expect(await start({ trusted: false })).toContain("not trusted");
  const answer = await client.request("cipgen/preview", { textDocument: { uri: client.uri(twenty) } });
  expect(answer).toEqual({ problem: expect.stringContaining("not trusted") });
});

test("gives the page of a text and the place of the cursor in it, which only the editor may open in a frame", async () => {
  client = await Client.start(site());
  await client.open(twenty);
  const at = client.place(twenty, "Long");
  const pageAt = (position: object) =>
    client.request<{ url: string }>("cipgen/preview", { textDocument: { uri: client.uri(twenty) }, position });
  const url = new URL((await pageAt(at)).url);
  expect([url.pathname, url.hash]).toEqual(["/cip/cbc/cip-20", "#motivation"]);
  expect(new URL((await pageAt({ line: 0 })).url).hash).toBe("");
  const framed = (path: string) =>
    new Promise((done) => {
      const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
      request({ host: "127.0.0.1", port: url.port, path, headers, agent: false }, (response) => {
        response.resume();
        done([response.statusCode, String(response.headers["content-security-policy"]).includes("frame-ancestors")]);
      }).end();
    });
  expect(await framed(url.pathname + url.search)).toEqual([200, false]);
  expect(await framed(url.pathname)).toEqual([403, false]);
  expect(await framed(`${url.pathname}?cipgen-frame=guess`)).toEqual([403, false]);
  expect(await client.request("cipgen/preview", { textDocument: { uri: client.uri("cipgen.config.json") } })).toEqual({
    problem: "This text has no page.",
  });
});

test("a port is for a preview", async () => {
  client = await Client.start(site());
  expect((await cipgen(["lsp", "--port", "3001"])).stderr).toContain("'--port' needs '--preview'");
  expect((await cipgen(["lsp", "--preview", "--port", "x"])).stderr).toContain("--port: x is not a port");
});
