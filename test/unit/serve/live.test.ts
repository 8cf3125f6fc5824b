/** What a tab hears, in whatever order the pages of a site are made, and the site changes and fails. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { ServedSite } from "../../../src/cli/serve/answer.js";
import { Live } from "../../../src/cli/serve/live.js";
import { servedFile } from "../../../src/cli/serve/respond.js";
import { type LiveMessage, liveAddress } from "../../../src/shared/live.js";

/** All is well. */
const quiet = { filesVersion: () => 0, errorsOf: () => undefined };

/** A site whose only page is made when the test says so. */
function slowSite() {
  const waiting: ((text: string) => void)[] = [];
  const site: ServedSite = {
    style: { baseUrl: "/", trailingSlash: false },
    localeFolders: [],
    find: async (path) =>
      path === "index.html" ? servedFile(path, await new Promise<string>((done) => waiting.push(done))) : undefined,
  };
  const live = new Live({
    site: () => site,
    pageDigest: ({ body }) => String(body),
    stylesheets: () => [],
    ...quiet,
    script: () => Promise.resolve(new Uint8Array()),
  });
  const heard: LiveMessage["type"][] = [];
  const response = {
    writeHead() {},
    on() {},
    end() {},
    write(text: string) {
      if (text.startsWith("data: ")) heard.push(JSON.parse(text.slice(6)).type);
    },
  } as unknown as ServerResponse;
  const connect = (has: string) => {
    const search = `?${new URLSearchParams({ page: "/", has })}`;
    live.answer({} as IncomingMessage, response, { pathname: "/__cipgen/events", search });
  };
  /** Ends the making of the page that was requested first or last of all that wait. */
  const make = async (text: string, which: "first" | "last" = "first") => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    (which === "first" ? waiting.shift() : waiting.pop())?.(text);
    await new Promise((done) => setImmediate(done));
  };
  return { site, live, heard, connect, make };
}

test("a failure while a page is being made is not hidden by the page", async () => {
  const { live, heard, connect, make } = slowSite();
  connect("one");
  live.fail("<p>wrong</p>");
  await make("one");
  live.close();
  expect(heard).toEqual(["error", "error"]);
});

test("a script that cannot be read is an answer without its place on this machine", async () => {
  const script = () => readFile("/nowhere/secret/client.js");
  const { site } = slowSite();
  const live = new Live({
    site: () => site,
    pageDigest: () => "",
    stylesheets: () => [],
    ...quiet,
    script,
  });
  const answer = new Promise<unknown[]>((done) => {
    const response = {
      writeHead: (status: number) => ({ end: (body: string) => done([status, body]) }),
    } as unknown as ServerResponse;
    live.answer({} as IncomingMessage, response, { pathname: liveAddress.script, search: "" });
  });
  expect(await answer).toEqual([500, "500: this file cannot be read (ENOENT)\n"]);
  live.close();
});
