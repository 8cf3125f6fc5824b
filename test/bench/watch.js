/**
 * How long an author waits: from the save of one of the 949 EIPs, of all of them at once, or of one of 10,000 generated proposals, until a program
 * that listens as a browser's tab does has the changed page, and from the save of a style sheet until it has the new styles.
 * `npm run bench:watch [-- runs]`.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { corpus, generated, hasCorpora } from "./registers.js";

const repository = resolve(import.meta.dirname, "../..");
const runs = Number(process.argv[2] ?? 20);
/** Between two saves, in ms, from when the server has made all pages: an author reads what he has got. */
const pause = 500;

if (!hasCorpora) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}

const work = mkdtempSync(join(tmpdir(), "cipgen-bench-"));
try {
  const eips = corpus(join(work, "eips"), "eips", "eip", "EIPS", "eip-1559.md");
  report("one of 949 EIPs", await benchText(eips, "/eip/eip-1559"));
  report("all of them", await benchTexts(eips.root, proposalsBeside(eips), "/eip/eip-1559", Math.min(runs, 5)));
  report("one of 10,000", await benchText(generated(join(work, "generated"), 10_000), "/eip/eip-7"));
  report("a style sheet", await benchStyles());
} finally {
  rmSync(work, { recursive: true, force: true });
}

function report(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (time) => `${time.toFixed(0)} ms`.padStart(7);
  console.log(
    `${name.padEnd(18)} median ${ms(sorted[sorted.length >> 1])}  best ${ms(sorted[0])}  worst ${ms(sorted.at(-1))}`,
  );
}

/** One text of a site is saved. */
function benchText({ root, edit }, route) {
  return benchTexts(root, [edit], route, runs);
}

/** These texts of a site are saved at once, and the page of one of them is looked at. */
function benchTexts(root, files, route, count) {
  const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  const want = { type: "reload", fetched: (run, page) => page.includes(`Edit ${run}.`) };
  return bench(join(repository, "bin/cipgen.js"), root, route, count, want, (run) => {
    for (const [file, text] of texts) save(file, `${text}\nEdit ${run}.\n`);
  });
}

function proposalsBeside({ edit }) {
  const folder = dirname(edit);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

/** A style sheet of the site. */
async function benchStyles() {
  const root = join(work, "styled");
  cpSync(join(repository, "content"), join(root, "content"), { recursive: true });
  const series = [{ profile: "cip", source: "content/cip" }];
  const config = { title: "T", url: "https://t.example", series, styles: ["site.css"] };
  writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
  const file = join(root, "site.css");
  writeFileSync(file, "");
  const want = { type: "css", fetched: (run, styles) => styles.includes(`.edit-${run}{`) };
  return bench(join(repository, "bin/cipgen.js"), root, "/cip", runs, want, (run) =>
    save(file, `.edit-${run} { color: red }\n`),
  );
}

/** @param want the message that is waited for, and whether what it leads to shows the edit. */
async function bench(program, root, page, count, want, change) {
  const server = spawn(process.execPath, [program, "serve", "--watch", "--port", "0", "--root", root]);
  try {
    const origin = await addressOf(server);
    const reports = createInterface(server.stderr)[Symbol.asyncIterator]();
    const times = [];
    for (let run = 0; run < count; run++) {
      while (!/^Built|changed: \d/.test((await reports.next()).value));
      await wait(pause);
      times.push(await measureEdit(run, origin, page, want, change));
    }
    return times;
  } finally {
    server.kill("SIGINT");
  }
}

async function addressOf(server) {
  for await (const line of createInterface(server.stdout)) {
    const origin = /http:\/\/[^/]+/.exec(line)?.[0];
    if (origin) return origin;
  }
  throw new Error("the server did not start");
}

async function measureEdit(run, origin, page, { type, fetched }, change) {
  const html = await fetchText(`${origin}${page}`);
  const has = /name="cipgen:page" content="([^"]*)"/.exec(html)?.[1];
  const messages = await listen(`${origin}/__cipgen/events?${new URLSearchParams({ page, has })}`);
  await messages.next("ok");
  const start = performance.now();
  change(run);
  const message = await messages.next(type);
  const answer = await fetchText(type === "css" ? `${origin}${message.hrefs[0]}` : `${origin}${page}`);
  const time = performance.now() - start;
  messages.close();
  if (!fetched(run, answer)) throw new Error("the answer does not show the edit");
  return time;
}

/** As editors save. */
function save(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

async function fetchText(url) {
  return (await fetch(url, { headers: { accept: "text/html" } })).text();
}

/** The messages of the server, one after the other; those of other types are left out. */
function listen(url) {
  return new Promise((done) => {
    const request = get(url, (response) => {
      const lines = createInterface(response)[Symbol.asyncIterator]();
      const next = async (type) => {
        for (;;) {
          const { value = "" } = await lines.next();
          const message = value.startsWith("data: ") ? JSON.parse(value.slice(6)) : {};
          if (message.type === type) return message;
        }
      };
      done({ next, close: () => request.destroy() });
    });
    request.on("error", () => {});
  });
}
