/**
 * Whether the tests notice a mistake: one is made at a random place of src/ or client/, the program is bundled, and the tests run until the first
 * fails. Before the first mistake all tests must pass: one that fails by itself would notice every mistake. A mistake that no test notices shows a promise without a test, or code without a use.
 *
 *   npm run test:mutation -- [--count N] [--seed TEXT …] [--only FOLDER]
 *
 * By default 100 mistakes, from two fixed seeds and the name of the present commit: the same commit has the same mistakes.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const repository = resolve(import.meta.dirname, "../..");

/** What is written in place of what. A mistake in a type changes no script, and is left out. */
const mistakes = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ \+ 1\b/g, " - 1"],
  [/ - 1\b/g, " + 1"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\bsome\(/g, "every("],
  [/\bevery\(/g, "some("],
  [/\?\? /g, "&& "],
  [/\(!(?=[\w(])/g, "("],
];

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", multiple: true },
    only: { type: "string", default: "" },
  },
});
const git = (...args) => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
const seeds = values.seed ?? ["proposals", "registers", git("rev-parse", "HEAD")];
const work = mkdtempSync(join(tmpdir(), "cipgen-mutation-"));
// Some tests run the program as another user.
chmodSync(work, 0o755);
const copy = join(work, "main");

try {
  git("worktree", "add", "--quiet", "--detach", copy, "HEAD");
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
  const shared = resolve(repository, "../shared");
  symlinkSync(shared, join(work, "shared"));
  const original = scripts();
  spawnSync(process.execPath, ["types.config.js"], { cwd: copy, stdio: "inherit" });
  const control = join(work, "control.json");
  const isGreen = passes("run", "--project", "unit", "--reporter=json", `--outputFile=${control}`);
  const { testResults } = JSON.parse(readFileSync(control, "utf8"));
  if (!isGreen) {
    const names = testResults.flatMap(({ name, message, assertionResults }) => {
      const failures = assertionResults.filter(({ status }) => status === "failed");
      return [message, ...failures.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`)]
        .filter(Boolean)
        .map((text) => `${name}: ${text}`);
    });
    throw new Error(`These tests fail without a mistake, so they cannot judge one:\n${names.join("\n")}`);
  }
  const testFiles = testResults.map(({ name }) => name);
  const places = git("ls-files", "src", "client")
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && path.startsWith(values.only))
    .flatMap(placesIn);
  const survivors = [];
  let made = 0;
  for (let turn = 0; made < Number(values.count); turn++) {
    const place = places[numberFrom(`${seeds[turn % seeds.length]} ${turn}`, places.length)];
    const outcome = attempt(place, original, testFiles);
    if (outcome === "no change") continue;
    made++;
    console.log(`${outcome}: ${place.path}:${place.line} ${place.from.trim()} for ${place.to.trim()}`);
    if (outcome === "not noticed") survivors.push(place);
  }
  console.log(`\n${made - survivors.length} of ${made} mistakes noticed`);
  if (survivors.length > 0.08 * made) process.exitCode = 1;
} finally {
  spawnSync("git", ["worktree", "remove", "--force", copy], { cwd: repository });
  rmSync(work, { recursive: true, force: true });
}

/** The places of a file where a mistake can be made; none in a comment. */
function placesIn(path) {
  return readFileSync(join(copy, path), "utf8")
    .split("\n")
    .flatMap((text, index) => {
      if (/^\s*(?:\*|\/[/*]|import\b)/.test(text)) return [];
      return mistakes.flatMap(([pattern, to]) =>
        Array.from(text.matchAll(pattern), (match) => ({ path, line: index + 1, at: match.index, from: match[0], to })),
      );
    });
}

/** @returns "no change" if the scripts stay as they are. */
function attempt({ path, line, at, from, to }, original, testFiles) {
  const file = join(copy, path);
  const before = readFileSync(file, "utf8");
  const lines = before.split("\n");
  const text = lines[line - 1];
  lines[line - 1] = text.slice(0, at) + to + text.slice(at + from.length);
  writeFileSync(file, lines.join("\n"));
  try {
    const changed = scripts();
    if (changed === original) return "no change";
    if (changed === undefined) return "noticed by the bundler";
    // Tests of the file itself find most of them; the others are for what runs the program or a browser.
    const report = join(work, "related.json");
    const reporter = ["--reporter=json", `--outputFile=${report}`];
    if (!passes("related", path, "--run", "--project", "unit", ...reporter)) return "noticed";
    const passed = new Set(JSON.parse(readFileSync(report, "utf8")).testResults.map(({ name }) => name));
    const others = testFiles.filter((name) => !passed.has(name));
    if (others.length > 0 && !passes("run", "--project", "unit", ...others)) return "noticed by the whole";
    if (path.startsWith("client/") && !passes("run", "--project", "browser")) return "noticed in the browser";
    return "not noticed";
  } finally {
    writeFileSync(file, before);
  }
}

/** Whether these tests pass; the first that fails ends them. */
function passes(...args) {
  const all = ["node_modules/vitest/vitest.mjs", ...args, "--bail", "1"];
  return spawnSync(process.execPath, all, { cwd: copy, stdio: "ignore" }).status === 0;
}

/** Digest of all scripts that are made; undefined if they cannot be. */
function scripts() {
  const { status } = spawnSync(process.execPath, ["esbuild.config.js"], { cwd: copy, stdio: "ignore" });
  if (status !== 0) return undefined;
  const hash = createHash("sha256");
  const names = ["cli.cjs", "program.cjs", "client.json", "live.js", "templates.cjs", "thread-index.cjs"];
  for (const name of names) hash.update(readFileSync(join(copy, "dist", name)));
  return hash.digest("hex");
}

/** A number below the limit, the same for the same text. */
function numberFrom(text, limit) {
  return createHash("sha256").update(text).digest().readUInt32BE(0) % limit;
}
