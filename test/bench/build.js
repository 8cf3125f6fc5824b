/**
 * How long builds take: the corpora of ../shared, cold, as a user runs them; next to Hugo with bare templates where it is installed, because on a
 * noisy machine only the ratio of one run means something. `npm run bench [-- runs]`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const corpora = join(repository, "../shared/corpora");
const runs = Number(process.argv[2] ?? 5);

if (!existsSync(corpora)) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}

const work = mkdtempSync(join(tmpdir(), "cipgen-bench-"));
try {
  const results = [
    ["core-cip, 7 locales", cipgen(coreCip())],
    ["EIPs, 1 locale", cipgen(register("eips", "eip", "EIPS"))],
    ["SIMDs, 1 locale", cipgen(register("simds", "simd", "proposals"))],
    ["EIPs, Hugo", hugo()],
  ];
  for (const [name, times] of results) {
    if (times.length === 0) continue;
    const sorted = [...times].sort((a, b) => a - b);
    console.log(
      `${name.padEnd(22)} median ${seconds(sorted[runs >> 1])}  best ${seconds(sorted[0])}  worst ${seconds(sorted.at(-1))}`,
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

function site(name, config) {
  const root = join(work, name);
  mkdirSync(join(root, "content"), { recursive: true });
  if (config) writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
  return root;
}

function coreCip() {
  const root = site("core-cip");
  cpSync(join(corpora, "core-cip"), join(root, "content"), { recursive: true });
  cpSync(join(repository, "cipgen.config.ts"), join(root, "cipgen.config.ts"));
  return root;
}

function register(corpus, profile, folder) {
  const source = `content/${corpus}/${folder}`;
  const root = site(corpus, {
    title: corpus,
    url: "https://example.org",
    checks: { brokenLinks: "warn" },
    series: [{ profile, source }],
  });
  cpSync(join(corpora, corpus), join(root, "content", corpus), { recursive: true });
  return root;
}

function cipgen(root) {
  const program = [join(repository, "bin/cipgen.js"), "build", "--no-cache", "--root", root, "--out"];
  return timed(root, (out) => [process.execPath, [...program, out]]);
}

function hugo() {
  if (spawnSync("hugo", ["version"]).status !== 0) return [];
  const root = site("hugo");
  const page = "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .TableOfContents }}{{ .Content }}";
  const list = "<!doctype html>{{ range .Paginator.Pages }}<h2>{{ .Title }}</h2>{{ .Summary }}{{ end }}";
  mkdirSync(join(root, "layouts/_default"), { recursive: true });
  writeFileSync(join(root, "layouts/_default/single.html"), page);
  for (const path of ["layouts/_default/list.html", "layouts/index.html"]) writeFileSync(join(root, path), list);
  writeFileSync(
    join(root, "config.toml"),
    'baseURL = "https://example.org/"\n[markup.goldmark.renderer]\nunsafe = true\n',
  );
  cpSync(join(corpora, "eips/EIPS"), join(root, "content/eips"), { recursive: true });
  return timed(root, (out) => ["hugo", ["--quiet", "--destination", out]]);
}

/**
 * Every run writes to a folder of its own, and nothing is removed in between: some file systems are slow to make new files for minutes after
 * thousands were removed.
 * @returns milliseconds of each run, start of the process included.
 */
function timed(root, commandFor) {
  return Array.from({ length: runs }, (_, run) => {
    const [command, parameters] = commandFor(join(root, `site-${run}`));
    const start = performance.now();
    const { status, stderr } = spawnSync(command, parameters, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    return performance.now() - start;
  });
}
