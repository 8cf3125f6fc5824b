/**
 * What a question costs as a person types it: requests and bytes (gzip -9) of the search page, in Chromium, at 90 ms a key with an empty cache;
 * that of the dialog's code is not among them. `npm run bench:typing`; with `-- --large` at 10,000 proposals as well.
 */
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { coreCip, corpora, eips, makeWork, manyEips } from "./relevance/sites.js";

const program = resolve(import.meta.dirname, "../../bin/cipgen.js");
/** Between two keys, in ms. */
const delay = 90;
const questions = {
  "core-cip": ["token", "wallet tokens", "cip 721", "who signs a transaction"],
  eips: ["erc20", "transient storage", "safeTransferFrom", "account abstraction entry point"],
  "10,000 proposals": ["account abstraction bundlers", "transient storage", "safeTransferFrom"],
};

if (!existsSync(corpora)) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}
const executablePath = [process.env.CHROME_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);
const work = makeWork();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
try {
  const sites = { "core-cip": coreCip, eips };
  if (process.argv.includes("--large")) sites["10,000 proposals"] = (folder) => manyEips(folder, 10_000);
  for (const [name, make] of Object.entries(sites)) {
    const root = make(work);
    const server = await serve(root);
    console.log(`${name}, as typed at ${delay} ms a key:`);
    for (const question of questions[name]) {
      const { requests, bytes } = await typed(server.address, question);
      console.log(
        `  ${question.padEnd(32)} ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${String(requests).padStart(3)} requests`,
      );
    }
    server.stop();
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

/** Builds the site and shows it. Resolves with its address. */
async function serve(root) {
  const child = spawn(
    process.execPath,
    [program, "serve", "--root", root, "--out", join(root, "build"), "--port", "0"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address) return { address, stop: () => child.kill() };
  }
  throw new Error("the server has ended and had not said its address");
}

/** What the worker asks for and what it is made of, from the first key until the answer is there and nothing is under way. */
async function typed(address, question) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL("/search", address).href, { waitUntil: "networkidle" });
  const bodies = [];
  context.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await page.locator(".search-form input").evaluate(type, { question, delay });
  await page.locator(".search-hit").first().waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  await context.close();
  return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** In the page, by its own clock: a key that comes over the wire of a busy machine comes late, and would be a pause in typing. */
async function type(field, { question, delay }) {
  for (let length = 1; length <= question.length; length++) {
    field.value = question.slice(0, length);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
