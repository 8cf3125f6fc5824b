/**
 * What builds cost: registers of several sizes, made for the first time, again with nothing changed, after one edit, and after a change of the
 * configuration; beside Hugo where it is installed, alone and with Pagefind, in turns, because on a noisy machine only the ratio of one run means something.
 *
 *   npm run bench -- [--runs N] [--only NAME] [--large] [--json FILE] [--compare REV]
 *
 * --large adds generated registers of 3,000 and 10,000 proposals. --compare runs another revision of the program beside this one.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { hasHugo, hugoSite, measureHugo } from "./hugo.js";
import { isTimed, measure, median, sizeOf } from "./measure.js";
import { coreCip, corpus, generated, hasCorpora } from "./registers.js";

const repository = resolve(import.meta.dirname, "../..");
const usage = "npm run bench -- [--runs N] [--only NAME] [--large] [--json FILE] [--compare REV]";
const options = readOptions();
const runs = Number(options.runs);
const work = mkdtempSync(join(tmpdir(), "cipgen-bench-"));

const registers = [
  ...(hasCorpora
    ? [
        { name: "core-cip, 7 locales", make: coreCip },
        {
          name: "EIPs (949)",
          make: (root) => corpus(root, "eips", "eip", "EIPS", "eip-1559.md", "eip-20.md"),
          hugo: (root) => join(root, "content/eips/EIPS"),
        },
        { name: "SIMDs (118)", make: (root) => corpus(root, "simds", "simd", "proposals", "0001-simd-process.md") },
      ]
    : []),
  ...[1000, ...(options.large ? [3000, 10_000] : [])].map((count) => ({
    name: `generated (${count})`,
    make: (root) => generated(root, count),
    hugo: (root) => join(root, "content/eip"),
  })),
].filter(({ name }) => !options.only || name.includes(options.only));

if (registers.length === 0) {
  console.error(
    `No register has ${options.only} in its name. Those of 3,000 and 10,000 proposals are measured with --large.`,
  );
  process.exitCode = 1;
}

try {
  const programs = [{ name: "cipgen", folder: repository }];
  if (options.compare) programs.push({ name: options.compare, folder: checkout(options.compare) });
  const rows = registers.flatMap((register, index) => bench(register, programs, join(work, `site-${index}`)));
  const text = table(rows);
  console.log(text);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Ends the process after a call for help or a wrong call. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: "string", default: "5" },
        only: { type: "string" },
        large: { type: "boolean", default: false },
        json: { type: "string" },
        compare: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (!/^[1-9]\d*$/.test(values.runs)) throw new Error(`--runs: "${values.runs}" is not a number of runs`);
    if (!values.help) return values;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(3);
  }
}

/** Another revision of the program, bundled, in a folder of its own. */
function checkout(revision) {
  const folder = join(work, "compared");
  execFileSync("git", ["worktree", "add", "--detach", folder, revision], { cwd: repository, stdio: "ignore" });
  process.once("exit", () => execFileSync("git", ["worktree", "prune"], { cwd: repository }));
  const [lock, other] = [repository, folder].map((root) => readFileSync(join(root, "package-lock.json"), "utf8"));
  if (lock === other) symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, stdio: "ignore" });
  execFileSync(process.execPath, ["esbuild.config.js"], { cwd: folder, stdio: "ignore" });
  return folder;
}

/** Every kind of build of one register, each program in turn. */
function bench({ name, make, hugo }, programs, folder) {
  const site = make(join(folder, "site"));
  const texts = hugo?.(site.root);
  const others = texts && hasHugo ? hugoSite(join(folder, "hugo"), texts) : undefined;
  const samples = new Map();
  const add = (program, kind, sample) => {
    const key = JSON.stringify([program, kind]);
    samples.set(key, [...(samples.get(key) ?? []), sample]);
  };
  let size;
  let hugoSize;
  for (let run = 0; run < runs; run++) {
    // Every run writes to a folder of its own, and nothing is removed in between: some file systems are slow to make new files for minutes after
    // thousands were removed.
    // In turn: the first of two has to wait for what was written before it.
    const order = [...programs.entries()];
    for (const [index, { name: program, folder: root }] of run % 2 === 0 ? order : order.reverse()) {
      const out = join(folder, `out-${index}-${run}`);
      const cache = join(folder, `cache-${index}-${run}`);
      const command = [process.execPath, join(root, "bin/cipgen.js"), "build", "--root", site.root, "--out", out];
      // A program of before has an option for it.
      process.env.CIPGEN_CACHE_DIR = cache;
      const lists = ["src/cli/cli.ts", "src/cli/commands/index.ts"].map((path) => join(root, path)).filter(existsSync);
      const hasCacheDir = lists.some((path) => readFileSync(path, "utf8").includes("--cache-dir"));
      const build = () => measure(hasCacheDir ? [...command, "--cache-dir", cache] : command, site.root);
      add(program, "cold", build());
      size ??= sizeOf(out);
      add(program, "nothing changed", build());
      appendFileSync(site.edit, "\nOne more sentence.\n");
      add(program, "one edit", build());
      if (site.hub) {
        appendFileSync(site.hub, "\nOne more sentence.\n");
        add(program, "edit of a text that many link to", build());
      }
      writeFileSync(site.config, readFileSync(site.config, "utf8").replace(/(title"?: ")/, "$1A"));
      add(program, "title changed", build());
    }
    if (others) {
      const out = join(folder, `hugo-out-${run}`);
      const { alone, both } = measureHugo(others, out);
      add("hugo", "cold", alone);
      add("hugo and pagefind", "cold", both);
      hugoSize ??= sizeOf(out);
    }
  }
  const hugoWall = others && median(samples.get('["hugo","cold"]').map(({ wall }) => wall));
  return [...samples].map(([key, taken]) => {
    const [program, kind] = JSON.parse(key);
    const wall = median(taken.map((sample) => sample.wall));
    return {
      register: name,
      program,
      kind,
      wall,
      cpu: isTimed ? median(taken.map(({ cpu }) => cpu)) : undefined,
      memory: isTimed ? median(taken.map(({ memory }) => memory)) : undefined,
      toHugo: hugoWall && wall / hugoWall,
      ...(kind === "cold" && (program.startsWith("hugo") ? hugoSize : size)),
    };
  });
}

function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
  };
}

/** The rows as a table in Markdown, medians. */
function table(rows) {
  const seconds = (ms) => (ms === undefined ? "" : (ms / 1000).toFixed(2));
  const { date, node, cores, cpu } = machine();
  const head = ["register", "program", "build", "s", "CPU s", "MiB", "to Hugo", "files", "MB"];
  const cells = rows.map((row) => [
    row.register,
    row.program,
    row.kind,
    seconds(row.wall),
    seconds(row.cpu),
    row.memory === undefined ? "" : Math.round(row.memory),
    row.toHugo === undefined ? "" : row.toHugo.toFixed(2),
    row.files ?? "",
    row.bytes === undefined ? "" : (row.bytes / 1e6).toFixed(1),
  ]);
  const line = (values) => `| ${values.join(" | ")} |`;
  const title = `Medians of ${runs}, ${date}, Node.js ${node}, ${cores} cores (${cpu})`;
  return [title, "", line(head), line(head.map(() => "---")), ...cells.map(line)].join("\n");
}
