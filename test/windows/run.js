/**
 * `npm run test:windows`: the tests of test/unit, test/spec and test/fixtures in Node.js for Windows under Wine, and the bytes of three registers,
 * which have to be the same as on this system. `-- tests FILE …` runs some of the tests, `-- bytes` compares the bytes alone. It passes with a note
 * where there is no Wine and none can be installed.
 */

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { corpus, generated, hasCorpora } from "../bench/registers.js";
import { makeCheckout, makeTools, run, runInWindows, windowsPath } from "./tools.js";

const repository = resolve(import.meta.dirname, "../..");

/** What Wine does not have, by what it says of it: the tests that need it are counted apart. */
const lacking = [
  ["symbolic link", /Wine has no symbolic links/],
  ["tar, which Windows has", /spawnSync tar ENOENT/],
  [
    "shell, in which git clones and adds submodules and the action runs",
    /cannot spawn sh\b|spawn(Sync)? (ba)?sh ENOENT|'submodule' is not a git command/,
  ],
];

/** A program takes a second to start under Wine, and git starts one for its own order after each commit. */
const withoutMaintenance = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "maintenance.auto", GIT_CONFIG_VALUE_0: "false" };

/** Files of one Vitest: a crash costs no more than these, and each start costs half a minute. */
const batch = 12;

const [task, ...files] = process.argv.slice(2);
const reason = makeTools();
if (reason !== undefined) {
  console.warn(`Nothing is tested in Windows, because its programs cannot be run here: ${reason}`);
} else {
  const checkout = makeCheckout();
  const isPassed = [task === "bytes" || runTests(checkout), task === "tests" || compareBytes(checkout)];
  if (isPassed.includes(false)) process.exitCode = 1;
}

/** @returns whether no test failed but for what Wine lacks. */
function runTests(checkout) {
  const build = runInWindows(["esbuild.config.js"], { cwd: checkout });
  if (build.status !== 0) throw new Error(`The program cannot be built under Wine:\n${build.output}`);
  // The compiler takes a checkout below node_modules for a package, of which it cannot name the types.
  for (const name of ["types", "config.schema.json"])
    cpSync(join(repository, "dist", name), join(checkout, "dist", name), { recursive: true });
  const all = testFiles(checkout);
  const chosen = all.filter((file) => files.length === 0 || files.some((name) => file.includes(name)));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const without = lacking.map(([what, said]) => ({ what, said, names: [] }));
  for (let start = 0; start < chosen.length; start += batch) {
    for (const test of runFiles(checkout, chosen.slice(start, start + batch))) {
      const missing = test.status === "failed" && without.find(({ said }) => said.test(test.text));
      if (missing) missing.names.push(test.name);
      else if (test.status === "failed") console.log(`\nFailed: ${test.name}\n  ${test.text.split("\n")[0]}`);
      if (!missing) counts[test.status in counts ? test.status : "skipped"] += 1;
    }
    console.log(`${Math.min(start + batch, chosen.length)} of ${chosen.length} files: ${counts.passed} tests passed`);
  }
  for (const { what, names } of without) {
    if (names.length > 0) console.log(`\nNot possible, because there is no ${what}: ${names.length}`);
    for (const name of names) console.log(`  ${name}`);
  }
  const impossible = without.flatMap(({ names }) => names).length;
  console.log(
    `\nUnder Wine, ${chosen.length} of ${all.length} files: ${counts.passed} passed, ${counts.failed} failed, ${impossible} not possible, ${counts.skipped} not for Windows`,
  );
  return counts.failed === 0 && counts.passed > 0;
}

/** Paths from the root of the checkout. */
function testFiles(checkout) {
  const paths = ["fixtures", "spec", "unit"].flatMap((name) =>
    readdirSync(join(checkout, "test", name), { recursive: true }).map((path) => `test/${name}/${path}`),
  );
  return paths.filter((path) => /\.test\.tsx?$/.test(path)).sort();
}

/**
 * The tests of the files. Where Vitest says nothing, Wine has ended it or it hangs: each file runs alone then, so that the others are not lost, and
 * one of which it says nothing again has failed. @returns the name, status and failure of each.
 */
function runFiles(checkout, paths) {
  const report = join(checkout, "node_modules/.cache/report.json");
  mkdirSync(join(checkout, "node_modules/.cache"), { recursive: true });
  rmSync(report, { force: true });
  const preload = windowsPath(join(checkout, "test/windows/preload.cjs")).replaceAll("\\", "/");
  const options = ["--project", "unit", "--reporter=dot", "--reporter=json", `--outputFile=${windowsPath(report)}`];
  const { output } = runInWindows(["node_modules/vitest/vitest.mjs", "run", ...options, ...paths], {
    cwd: checkout,
    env: { NODE_OPTIONS: `--require=${preload}`, NO_COLOR: "1", ...withoutMaintenance },
    minutes: 5 + paths.length,
  });
  if (!existsSync(report)) {
    if (paths.length > 1) return paths.flatMap((path) => runFiles(checkout, [path]));
    const text = `Vitest said nothing of it. The last of its output: ${output.trim().split("\n").at(-1)}`;
    return [{ name: paths[0], status: "failed", text }];
  }
  return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(checkout, name.replace(/^[A-Z]:/i, "").replaceAll("\\", "/"));
    if (status === "failed" && assertionResults.length === 0) return [{ name: file, status, text: message }];
    return assertionResults.map((test) => ({
      name: `${file} > ${test.fullName}`,
      status: test.status,
      text: test.failureMessages.join("\n"),
    }));
  });
}

/** @returns whether three registers have the same bytes, whichever system builds them: with one program, as it is published. */
function compareBytes(checkout) {
  cpSync(join(repository, "dist"), join(checkout, "dist"), { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "cipgen-windows-"));
  try {
    const make = (name, fill) => {
      mkdirSync(join(work, name));
      fill(join(work, name));
      return [name, join(work, name)];
    };
    const sites = [
      make("this repository", ownSite),
      make("300 proposals with a history", withHistory),
      hasCorpora
        ? make("the EIPs", (root) => corpus(root, "eips", "eip", "EIPS", "eip-1559.md"))
        : make("1,000 proposals", (root) => generated(root, 1000)),
    ];
    return sites
      .map(([name, root], index) => compareSite(name, root, checkout, join(work, `out-${index}`)))
      .every(Boolean);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function compareSite(name, root, checkout, out) {
  const build = ["bin/cipgen.js", "build", "--no-cache", "--json", "--root"];
  const here = [...build, root, "--out", `${out}-here`];
  const there = [...build, windowsPath(root), "--out", windowsPath(`${out}-there`)];
  run(process.execPath, here, { cwd: repository });
  const { status, output } = runInWindows(there, { cwd: checkout });
  if (status !== 0) throw new Error(`${name} cannot be built under Wine:\n${output}`);
  const [one, other] = [digestsOf(`${out}-here`), digestsOf(`${out}-there`)];
  const differing = [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
  const outcome =
    differing.length === 0 ? "the same bytes" : `${differing.length} differ: ${differing.slice(0, 10).join(", ")}`;
  console.log(`${name}: ${one.size} files, ${outcome}`);
  return differing.length === 0 && one.size > 0;
}

/** The list of what the build wrote as well. */
function digestsOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}

function ownSite(root) {
  for (const name of ["content", "cipgen.config.ts"])
    cpSync(join(repository, name), join(root, name), { recursive: true });
}

function withHistory(root) {
  const git = (...args) => run("git", args, { cwd: root });
  git("init", "--quiet", "--initial-branch=main");
  for (const count of [200, 300]) {
    generated(root, count);
    git("add", "--all");
    git("-c", "user.name=Ann", "-c", "user.email=ann@register.example", "commit", "--quiet", "--message", `${count}`);
  }
}
