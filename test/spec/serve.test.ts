/** `cipgen serve` as a program: what it says, what it shows, and how it ends. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { ask, listen } from "../support/http.js";
import { isWindows } from "../support/machine.js";
import { type Serving, serve } from "../support/serve.js";
import { makeFolder, makeSite, proposalText, replaceFile } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const twenty = "content/cip/cbc/cip-20.md";
const files = { [twenty]: proposalText(20), "content/static/own.txt": "own" };

let running: Serving[] = [];
afterEach(async () => {
  await Promise.all(running.map((serving) => serving.stop("SIGKILL")));
  running = [];
});

async function start(
  root: string,
  args: string[] = ["--port", "0"],
  env: Record<string, string> = {},
): Promise<Serving> {
  const serving = await serve(root, args, env);
  running.push(serving);
  return serving;
}

/** Node keeps an idle connection open for 5 s, and a tab keeps its own for ever: who waits for them does not end before. Windows has no signals. */
function expectPromptEnd({ code, ms }: { code: number | null; ms: number }): void {
  expect(code).toBe(0);
  expect(ms).toBeLessThan(4500);
}

describe("without --watch", () => {
  test("builds first where there is no build, and shows it as it is, below its base path, which the address has", async () => {
    const root = makeSite(files, { baseUrl: "/register/", locales: { "en-US": {}, "de-DE": {} } });
    mkdirSync(join(root, "build"));
    const { address, port, said } = await start(root);
    expect(said()).toContain("Built");
    expect(address).toBe(`http://127.0.0.1:${port}/register/`);
    const page = await ask(port, "/register/cip/cbc/cip-20", { accept: "text/html" });
    expect(page.status).toBe(200);
    expect(page.body.toString()).toBe(readFileSync(join(root, "build/cip/cbc/cip-20/index.html"), "utf8"));
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const missing = await ask(port, "/register/de-DE/nothing");
    expect([missing.status, missing.body.toString()]).toEqual([
      404,
      readFileSync(join(root, "build/de-DE/404.html"), "utf8"),
    ]);
    expect((await ask(port, "/__cipgen/client.js")).status).toBe(404);
  });

  test("shows the build that is there, and Ctrl-C ends it while a connection is kept open", async () => {
    const root = makeSite({ ...files, "build/index.html": "from before" });
    const { address, said, stop } = await start(root);
    expect(said()).not.toContain("Built");
    expect(await (await fetch(address)).text()).toBe("from before");
    if (!isWindows) expectPromptEnd(await stop());
  });

  test("with wrong content says what is wrong and ends with 2", async () => {
    const root = makeSite({ [twenty]: proposalText(20, { date: "2021-02-30" }) });
    const { code, stderr } = await cipgen(["serve", "--root", root, "--port", "0"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${twenty}:4:7`);
    expect(existsSync(join(root, "build"))).toBe(false);
  });
});

describe("with --watch", () => {
  test("shows what a build would write, without writing it, and says in one line what has changed", async () => {
    const root = makeSite(files);
    const { port, says, said } = await start(root, ["--watch", "--port", "0"]);
    await says(/^Built: \d+ ms\n/m);
    replaceFile(join(root, twenty), proposalText(20, { title: "Edited" }));
    await says(/^content\/cip\/cbc\/cip-20\.md changed: \d+ ms\n/m);
    expect(said().trimEnd().split("\n")).toHaveLength(3);
    expect(existsSync(join(root, "build"))).toBe(false);
    const out = join(makeFolder(), "site");
    expect((await cipgen(["build", "--root", root, "--out", out, "--no-cache"])).code).toBe(0);
    for (const [path, text] of Object.entries(treeOf(out))) {
      if (path === "_headers") continue;
      const address = `/${path.replace(/(^|\/)index\.html$/, "")}`;
      expect((await ask(port, encodeURI(address))).body.toString(), path).toBe(text);
    }
  });

  test("says what is wrong once, and the last good state of the page stays up", async () => {
    const root = makeSite(files);
    const { port, says } = await start(root, ["--watch", "--port", "0"]);
    replaceFile(join(root, twenty), proposalText(20, { date: "2021-02-30" }));
    await says(/content\/cip\/cbc\/cip-20\.md:4:7[\s\S]*1 error\n/);
    expect((await ask(port, "/cip/cbc/cip-20")).status).toBe(200);
  });

  test("follows its configuration without being started again", async () => {
    const root = makeSite(files);
    const { port, says } = await start(root, ["--watch", "--port", "0"]);
    const config = JSON.parse(readFileSync(join(root, "cipgen.config.json"), "utf8"));
    replaceFile(join(root, "cipgen.config.json"), JSON.stringify({ ...config, title: "Another title" }));
    await says(/cipgen\.config\.json changed: \d+ ms/);
    expect((await ask(port, "/")).body.toString()).toContain("Another title");
  });
});

describe("where the proposals are in the root of the repository", () => {
  const series = [
    { profile: "cip" as const, source: ".", files: "cip-{number}.md", category: { from: "none" as const } },
  ];
  const inRoot = () => makeSite({ "cip-1.md": proposalText(1), "cip-2.md": proposalText(2) }, { series });
  const titles = async (port: number) => {
    const { items } = JSON.parse((await ask(port, "/cip/register.json")).body.toString());
    return (items as { title: string }[]).map(({ title }) => title);
  };

  test("with --watch an edit is shown, and a build beside it is none", async () => {
    const root = inRoot();
    const { port, says, said } = await start(root, ["--watch", "--port", "0"]);
    const { code } = await cipgen(["build", "--root", root]);
    expect(code).toBe(0);
    replaceFile(join(root, "cip-2.md"), proposalText(2, { title: "Edited" }));
    await says(/cip-2\.md/);
    await expect.poll(() => titles(port)).toEqual(["Proposal 1", "Edited"]);
    expect(said()).not.toMatch(/build\/|warning|error/);
  });
});

test("Ctrl-C ends it while tabs listen, and a tab finds the server again after a restart", async () => {
  const root = makeSite(files);
  const first = await start(root, ["--watch", "--port", "0"]);
  const tabs = [1, 2, 3].map(() => listen<{ type: string }>(first.port, "/__cipgen/events?page=/&has="));
  await Promise.all(tabs.map((tab) => tab.next()));
  const end = await first.stop();
  if (!isWindows) expectPromptEnd(end);
  writeFileSync(join(root, twenty), proposalText(20, { title: "Meanwhile" }));
  const second = await start(root, ["--watch", "--port", String(first.port)]);
  expect(second.port).toBe(first.port);
  const tab = listen<{ type: string }>(second.port, "/__cipgen/events?page=/cip/cbc/cip-20&has=fromBefore");
  expect(await tab.next()).toEqual({ type: "reload" });
  if (!isWindows) expectPromptEnd(await second.stop("SIGTERM"));
  tab.close();
});

test.skipIf(isWindows)("--open opens the address with the system's program", async () => {
  const folder = makeFolder({ "bin/xdg-open": `#!/bin/sh\necho "$1" > "$OPENED"\n` });
  chmodSync(join(folder, "bin/xdg-open"), 0o755);
  const opened = join(folder, "opened");
  mkdirSync(join(folder, "empty"));
  const root = makeSite({ ...files, "build/index.html": "shown" });
  const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}`, OPENED: opened };
  const { address } = await start(root, ["--port", "0", "--open"], env);
  await expect.poll(() => existsSync(opened) && readFileSync(opened, "utf8").trim()).toBe(address);
  const without = await start(root, ["--port", "0", "--open"], { PATH: join(folder, "empty") });
  expect((await ask(without.port, "/")).body.toString()).toBe("shown");
});

test.each([
  ["--port", "x"],
  ["--port", "70000"],
  ["--port", "-1"],
  ["--host", ""],
  ["--host", "192.0.2.1"],
])("%s %j is bad usage, and says what to do", async (...args) => {
  const cwd = makeSite({ ...files, "build/index.html": "" });
  const { code, stdout, stderr } = await cipgen(["serve", ...args], { cwd });
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr).toContain("→");
});

test("a folder that is no site is bad usage, with and without --watch", async () => {
  const root = makeFolder();
  for (const args of [[], ["--watch"]]) {
    const { code, stderr } = await cipgen(["serve", "--root", root, ...args]);
    expect(code).toBe(3);
    expect(stderr).toContain("cipgen.config.ts");
  }
});
