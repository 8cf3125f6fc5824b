/**
 * `npm run test:windows`: the tests of test/unit, test/spec and test/fixtures in Node.js for Windows under Wine, and the bytes of three registers,
 * which have to be the same as on this system. `-- tests FILE …` runs some of the tests, `-- bytes` compares the bytes alone. It passes with a note
 * where there is no Wine and none can be installed.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { corpus, generated, hasCorpora } from "../bench/registers.js";
import { makeCheckout, makeTools, run, windowsNode, windowsPath, wineEnvironment } from "./tools.js";

const repository = resolve(import.meta.dirname, "../..");

/** What Wine does not have, by what it says of it: the tests that need it are counted apart. */
const lacking = [
  ["symbolic link", /Wine has no symbolic links/],
  ["shell, in which git clones and adds submodules", /cannot spawn sh\b|'submodule' is not a git command/],
];

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
  const report = join(checkout, "node_modules/.cache/report.json");
  mkdirSync(join(checkout, "node_modules/.cache"), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile=${windowsPath(report)}`];
  const preload = windowsPath(join(checkout, "test/windows/preload.cjs")).replaceAll("\\", "/");
  spawnSync("wine", windowsNode("node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...reporters, ...files), {
    cwd: checkout,
    env: { ...wineEnvironment(), NODE_OPTIONS: `--require=${preload}`, NO_COLOR: "1" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const place = (name) => relative(checkout, name.replace(/^[A-Z]:/i, "").replaceAll("\\", "/"));
  const broken = testResults.filter(
    ({ assertionResults, status }) => status === "failed" && assertionResults.length === 0,
  );
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: place(name), text: test.failureMessages.join("\n") })),
  );
  const failed = tests.filter(({ status }) => status === "failed");
  const without = lacking.map(([what, said]) => [what, failed.filter(({ text }) => said.test(text))]);
  const rest = failed.filter(({ text }) => !lacking.some(([, said]) => said.test(text)));
  const count = (status) => tests.filter((test) => test.status === status).length;
  for (const [what, all] of without) {
    if (all.length > 0) console.log(`\nNot possible, because there is no ${what}: ${all.length}`);
    for (const { file, fullName } of all) console.log(`  ${file} > ${fullName}`);
  }
  for (const { file, fullName, text } of rest) console.log(`\nFailed: ${file} > ${fullName}\n  ${text.split("\n")[0]}`);
  for (const { name, message } of broken) console.log(`\nNot run: ${place(name)}\n  ${message.split("\n")[0]}`);
  const skipped = count("pending") + count("skipped");
  const impossible = failed.length - rest.length;
  console.log(
    `\nUnder Wine: ${count("passed")} passed, ${rest.length + broken.length} failed, ${impossible} not possible, ${skipped} not for Windows`,
  );
  return rest.length + broken.length === 0 && tests.length > 0;
}

/** @returns whether three registers have the same bytes, whichever system builds them. */
function compareBytes(checkout) {
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
  run("wine", windowsNode(...there), { cwd: checkout, env: wineEnvironment() });
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
