/**
 * How long check-links takes: a made site of 500 pages with 30,000 links, checked as it is, without the start of the program; and the register of
 * ../shared in its seven languages, built and checked, start included. `npm run bench:links [-- runs]`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const corpus = join(repository, "../shared/corpora/core-cip");
const runs = Number(process.argv[2] ?? 5);
const pages = 500;
const linksPerPage = 60;

const work = mkdtempSync(join(tmpdir(), "cipgen-bench-"));
try {
  report("500 pages, 30,000 links", checks(["--site", madeSite()]), "checked");
  if (existsSync(corpus)) report("core-cip, 7 locales", checks(["--root", coreCip()]), "total");
  else console.error("There is no ../shared/corpora, so the register was left out.");
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A home page and pages that lead to each other, with as much text between the links as a proposal has. */
function madeSite() {
  const root = join(work, "made");
  const text = "<p>A paragraph of a proposal, with a <code>name</code> and an <em>emphasis</em> in it.</p>\n";
  for (let page = 0; page < pages; page++) {
    const sections = Array.from({ length: linksPerPage }, (_, index) => {
      const target = `p${1 + ((page + index) % (pages - 1))}/`;
      const href = index % 2 ? `/${target}#s${index}` : `${page === 0 ? "" : "../"}${target}`;
      return `<h2 id="s${index}">Section</h2>\n${text}<a href="${href}">x</a>\n`;
    });
    const folder = page === 0 ? root : join(root, `p${page}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "index.html"), `<!doctype html><html lang="en">${sections.join("")}</html>`);
  }
  return root;
}

function coreCip() {
  const root = join(work, "core-cip");
  cpSync(corpus, join(root, "content"), { recursive: true });
  cpSync(join(repository, "cipgen.config.ts"), join(root, "cipgen.config.ts"));
  return root;
}

/** @returns milliseconds of each run, with and without the start of the process. */
function checks(parameters) {
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    const command = [join(repository, "bin/cipgen.js"), "check-links", "--format", "json", ...parameters];
    const { stdout } = spawnSync(process.execPath, command, { encoding: "utf8", maxBuffer: 1e9 });
    const total = performance.now() - start;
    const { durationMs, links, diagnostics } = JSON.parse(stdout);
    return { total, checked: durationMs, links, found: diagnostics.length };
  });
}

function report(name, results, key) {
  const sorted = results.map((result) => result[key]).sort((a, b) => a - b);
  const { links, found } = results[0];
  const times = [sorted[runs >> 1], sorted[0], sorted.at(-1)].map((ms) => `${(ms / 1000).toFixed(2)} s`);
  console.log(
    `${name.padEnd(24)} median ${times[0]}  best ${times[1]}  worst ${times[2]}  (${links} links, ${found} found)`,
  );
}
