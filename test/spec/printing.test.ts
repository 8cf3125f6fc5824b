/** What the code of a site prints, in whatever way, is talk: no program that reads an answer finds it there. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { cipgenProcess } from "../support/cli.js";
import { Client } from "../support/lsp.js";
import { makeSite, proposalText, repositoryRoot } from "../support/site.js";

/** Prints in three ways, once a process for each place in the site's code; only servers are safe from the last two. */
const noise = `import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
const printed = new Set();
globalThis.print = (place) => {
  if (printed.has(place)) return;
  printed.add(place);
  process.stdout.write(place + " by stream, ");
  writeSync(1, place + " by descriptor, ");
  spawnSync(process.execPath, ["-e", "console.log('" + place + " by child')"], { stdio: "inherit" });
};
print("configuration");`;

const config = `import "./noise.js";
export default {
  title: "T", url: "https://t.example", search: { provider: "none" },
  series: [{ profile: "cip", source: "content/cip" }], docs: { mainDocId: "start" },
  formats: [{ name: "plain", extensions: ["adoc"], parse({ text }) { print("read"); return { body: text }; } }],
  outputs: [{ name: "a", paths: ["a.txt"], files() { print("output"); return [{ path: "a.txt", content: "a" }]; } }],
  checks: [{ id: "a", severity: "warn", summary: "a", help: "a", scope: "texts", check() { print("check"); return []; } }],
};`;

const makeNoisySite = (noisy = noise) =>
  makeSite({
    "noise.js": noisy,
    "cipgen.config.ts": config,
    "templates/Footer.tsx": `export default function Footer() { globalThis.print("template"); return null; }`,
    "content/cip/core/cip-1.md": proposalText(1),
    "content/docs/start.adoc": "# Start\n",
  });

const streamNoise = noise.replaceAll(/^ {2}(?:writeSync|spawnSync).*$/gm, "");
const printedBy = (talk: string) =>
  [...new Set([...talk.matchAll(/(\w+) by (\w+)/g)].map(([, place, way]) => `${place} by ${way}`))].sort();
const everyWay = (...places: string[]) =>
  places.flatMap((place) => ["child", "descriptor", "stream"].map((way) => `${place} by ${way}`)).sort();
const inBuild = ["configuration", "output", "read", "template"];

test.each([
  ["build", ["--json"], inBuild],
  ["lint", ["--format", "json"], ["check", "configuration", "read"]],
  ["check-links", ["--format=sarif"], inBuild],
])("%s %s", async (command, options, places) => {
  const { stdout, stderr } = await cipgenProcess([command, ...options, "--root", makeNoisySite(streamNoise)]);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  expect(printedBy(stderr)).toEqual(places.map((place) => `${place} by stream`));
});

test("an error after the answer adds no second answer", async () => {
  const late = `process.on("beforeExit", () => { throw new Error("late"); });\n${config.replace('import "./noise.js";', "")}`;
  const site = makeSite({
    "cipgen.config.ts": late.replaceAll(/print\("\w+"\);/g, ""),
    "content/cip/core/cip-1.md": proposalText(1),
    "content/docs/start.adoc": "# Start\n",
  });
  const { code, stdout, stderr } = await cipgenProcess(["build", "--json", "--root", site]);
  expect([code, JSON.parse(stdout).ok]).toEqual([1, true]);
  expect(stderr).toContain("late");
});

test("lsp", async () => {
  const client = await Client.start(makeNoisySite());
  let answers = "";
  client.process?.stdout?.on("data", (chunk) => {
    answers += String(chunk);
  });
  await client.open("content/cip/core/cip-1.md");
  await client.settled("content/cip/core/cip-1.md");
  expect(await client.stop()).toBe(0);
  expect(printedBy(answers)).toEqual([]);
  expect(printedBy(client.errors.join(""))).toEqual(expect.arrayContaining(everyWay("configuration", "read", "check")));
});

test("mcp", async () => {
  const child = spawn(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), "mcp"], { cwd: makeNoisySite() });
  const [answers, talk] = [text(child.stdout), text(child.stderr)];
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  for (const message of [
    { id: 1, method: "initialize", params: client },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "get_proposal", arguments: { proposal: "1" } } },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stdin.end();
  const [code] = await once(child, "close");
  const lines = (await answers).trim().split("\n");
  expect({ code, ids: lines.map((line) => JSON.parse(line).id) }).toEqual({ code: 0, ids: [1, 2] });
  expect(printedBy(await talk)).toEqual(expect.arrayContaining(everyWay("configuration", "read", "template")));
});
