/**
 * What it costs to read a register's history: 6,000 commits over 600 proposals, made here. First reading alone, each time in a new process: processor
 * time of the process and of git, and how much its memory grows. Then builds with `history: false`, with an empty cache, with a filled one, and with
 * one more commit. `npm run bench:history`; `-- reading` leaves the builds out. `-- clone FOLDER` builds a clone of a register that has a configuration,
 * without a cache, with and without its history: the public repository of the EIPs and `cipgen init --from .`, for instance.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { sizeOf } from "./measure.js";

const program = resolve(import.meta.dirname, "../../bin/cipgen.js");
const [proposals, commits] = [600, 6000];
const [task, bundled = "", folder = ""] = process.argv.slice(2);
const root = task === "read" ? folder : mkdtempSync(join(tmpdir(), "cipgen-history-"));

if (task === "read") await read();
else if (task === "clone") compareClone(resolve(bundled));
else await compare();

/** Both configurations are beside the clone's own, whose folder is the site's. */
function compareClone(clone) {
  const config = join(clone, "cipgen.config.ts");
  const saved = join(root, "cipgen.config.ts");
  copyFileSync(config, saved);
  try {
    for (const wanted of ["false", "true"]) {
      const own = readFileSync(saved, "utf8").replace(/defineConfig\(\{/, `$&\n  history: ${wanted},`);
      writeFileSync(config, own);
      show(`history: ${wanted}`, build(clone, "--no-cache"));
    }
  } finally {
    copyFileSync(saved, config);
    rmSync(root, { recursive: true, force: true });
  }
}

async function compare() {
  try {
    await run();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function run() {
  mkdirSync(join(root, "content"));
  configure(false);
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], stream());
  git(["reset", "--quiet", "--hard"]);
  await showReading();
  if (task === "reading") return;
  configure(false);
  show("history: false", build(root, "--no-cache"));
  build(root);
  show("history: false, filled", build(root));
  configure(true);
  show("first", build(root));
  show("again", build(root));
  writeFileSync(join(root, path(7)), text(7, 99));
  git(["commit", "--quiet", "--all", "--message", "One more"]);
  show("one more commit", build(root));
  show("no cache at all", build(root, "--no-cache"));
}

/** Reads in new processes: without a cache, with one that is filled, and with one more commit. */
async function showReading() {
  configure(true);
  const outfile = resolve(import.meta.dirname, `../../node_modules/.cache/cipgen-history-${process.pid}.mjs`);
  await bundle({
    entryPoints: [resolve(import.meta.dirname, "history/reading.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; globalThis.require = requireFrom(import.meta.url);',
    },
    outfile,
    logLevel: "error",
  });
  const again = (name) => console.log(`${name.padEnd(24)} ${readInProcess(outfile)}`);
  try {
    again("reading, first");
    again("reading, again");
    writeFileSync(join(root, path(8)), text(8, 98));
    git(["commit", "--quiet", "--all", "--message", "One more"]);
    again("reading, one more");
  } finally {
    rmSync(outfile, { force: true });
  }
}

function readInProcess(outfile) {
  const args = [...process.execArgv, resolve(import.meta.filename), "read", outfile, root];
  return execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
}

/** What runs in a process of its own. Linux alone says what a process's children took. */
async function read() {
  const { prepared } = await import(pathToFileURL(bundled).href);
  const readHistory = await prepared(root);
  const [start, before, children] = [process.cpuUsage(), process.resourceUsage().maxRSS, childrenTime()];
  const versions = await readHistory();
  const { user, system } = process.cpuUsage(start);
  const own = ((user + system) / 1e6).toFixed(3);
  const gits = (childrenTime() - children).toFixed(2);
  const memory = ((process.resourceUsage().maxRSS - before) / 1024).toFixed(0);
  console.log(`${own} s of processor and ${gits} s of git's, ${memory} MB more, ${versions} versions`);
}

function childrenTime() {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function configure(history) {
  const series = [{ profile: "eip", source: "content/eips" }];
  const config = { title: "Bench", url: "https://bench.example", series, history, search: { provider: "none" } };
  writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
}

function git(args, input) {
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@bench.example"];
  return execFileSync("git", [...person, ...args], { cwd: root, input, maxBuffer: 1 << 28 });
}

function path(number) {
  return `content/eips/eip-${number}.md`;
}

function text(number, step) {
  const status = ["Draft", "Review", "Last Call", "Final"][Math.min(3, Math.floor(step / 3))];
  const head = `---\neip: ${number}\ntitle: Proposal ${number}\nauthor: Ada (@ada)\nstatus: ${status}\ntype: Standards Track\ncategory: ERC\ncreated: 2020-01-01\n---\n`;
  const sections = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations"];
  const body = sections.map((name, index) => {
    const lines = Array.from(
      { length: 30 },
      (_, line) => `Line ${line} of ${name} of proposal ${number} says what it says.`,
    );
    if (index === step % 5) lines.splice(step % 30, 1, `This line came with step ${step}.`, "And one more.");
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  return `${head}\n${body.join("\n")}`;
}

/** The commits as git fast-import reads them. */
function* lines() {
  for (let index = 0; index < commits; index++) {
    const number = 1 + (index % proposals);
    const content = text(number, Math.floor(index / proposals));
    const message = `Change ${number}`;
    yield `commit refs/heads/main\ncommitter Ada <ada@bench.example> ${1_500_000_000 + index * 20_000} +0000\n`;
    yield `data ${message.length}\n${message}\n`;
    yield `M 100644 inline ${path(number)}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
  }
}

function stream() {
  return [...lines()].join("");
}

function build(site, ...options) {
  const out = join(root, "build");
  const args = [program, "build", "--root", site, "--out", out, "--json", ...options];
  const measured = spawnSync("/usr/bin/env", ["time", "-f", "%U %S %e %M", process.execPath, ...args], {
    encoding: "utf8",
  });
  const [user, system, wall, memory] = measured.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  const ok = measured.status === 0;
  return { ok, cpu: user + system, wall, memory: Math.round(memory / 1024), ...(ok && sizeOf(out)) };
}

function show(name, { ok, cpu, wall, memory, files, bytes }) {
  const output = ok ? `${files} files of ${(bytes / 1e6).toFixed(1)} MB` : "FAILED";
  console.log(
    `${name.padEnd(24)} ${cpu.toFixed(2)} s of processor, ${wall.toFixed(2)} s, ${memory} MB of memory, ${output}`,
  );
}
