/**
 * What each layer of memory and each thread wins: the program is bundled once for every layer, without that layer, and all of them build the
 * register in turn. Its table in docs/architecture.md is the reason why a layer is there.
 *
 *   npm run bench:layers -- [RUNS] [LAYER …]
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { measure, median } from "./measure.js";
import { corpus, generated, hasCorpora } from "./registers.js";

const repository = resolve(import.meta.dirname, "../..");

/** A program without a layer: the file, and text of it in place of other text. */
const layers = {
  "known build": ["src/pipeline/known-build.ts", "if (saved?.key !== key) return", "if (saved || key) return"],
  "cached facts": ["src/pipeline/state.ts", "factsIn(state.cache).all()", "new Map()"],
  "search texts": [
    "src/search/saved-texts.ts",
    "new ShardedEntries(cache,",
    "new ShardedEntries({ ...cache, readJson: () => undefined },",
  ],
  "index state": [
    "src/search/index/start.ts",
    "const bytes = cache.read(stateName(locale))",
    "const bytes = false as unknown as Uint8Array",
  ],
  "page keys": ["src/render/page-keys.ts", "saved?.shared === shared ?", "saved && !shared ?"],
  "followed links": [
    "src/site/known-links.ts",
    "if (!entry || entry.document",
    "if (entry || !entry || entry.document",
  ],
  "code cache": ["bin/load.cjs", "return data.length > 0 &&", "return data.length < 0 &&"],
  "keys of files": [
    "src/pipeline/make-files.ts",
    "sink?.reuse(paths, key) ?? false",
    "false && paths && key ? true : false",
  ],
  "highlight thread": ["src/pipeline/highlighter.ts", "if (!hasThreads())", "if (hasThreads())"],
  "index thread": ["src/search/index/start.ts", "hasThreads()", "!hasThreads()"],
  "write thread": ["src/emit/writer.ts", "return hasThreads() ?", "return !hasThreads() ?"],
  "all threads": ["src/runtime/threads.ts", "return existsSync(entry) &&", "return !existsSync(entry) &&"],
};

const [runs = "5", ...chosen] = process.argv.slice(2);
// A disk in memory, where there is one: others make new files slowly for minutes after thousands were removed.
const memory = "/dev/shm";
const work = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "cipgen-layers-"));
try {
  const names = ["nothing", ...(chosen.length > 0 ? chosen : Object.keys(layers))];
  const programs = names.map((name) => ({ name, folder: programWithout(name) }));
  const site = hasCorpora
    ? corpus(join(work, "site"), "eips", "eip", "EIPS", "eip-1559.md")
    : generated(join(work, "site"), 1000);
  const samples = new Map();
  for (let run = 0; run < Number(runs); run++) {
    const first = run % programs.length;
    for (const program of [...programs.slice(first), ...programs.slice(0, first)]) {
      for (const [kind, sample] of builds(program.folder, site, run)) {
        const key = JSON.stringify([program.name, kind]);
        samples.set(key, [...(samples.get(key) ?? []), sample]);
      }
    }
  }
  console.log(table(names, samples));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Every kind of build, into an output and with a cache of its own. */
function* builds(program, { root, edit }, run) {
  const [out, cache] = ["out", "cache"].map((name) => join(work, name, `${run}`));
  const command = [process.execPath, join(program, "bin/cipgen.js"), "build", "--root", root, "--out", out];
  process.env.CIPGEN_CACHE_DIR = cache;
  const build = () => measure(command, root);
  // The first run of a program writes its code cache, which is not what is measured.
  if (run === 0) build();
  for (const folder of [out, cache]) rmSync(folder, { recursive: true, force: true });
  const before = readFileSync(edit, "utf8");
  yield ["cold", build()];
  yield ["nothing changed", build()];
  appendFileSync(edit, "\nOne more sentence.\n");
  yield ["text edited", build()];
  writeFileSync(edit, before.replace(/^title: /m, "$&A "));
  yield ["title edited", build()];
  writeFileSync(edit, before);
}

/** @returns the root of a program, bundled. */
function programWithout(name) {
  const folder = join(work, name.replaceAll(" ", "-"));
  for (const part of [
    "bin",
    "client",
    "locales",
    "src",
    "templates",
    "esbuild.config.js",
    "package.json",
    "package-lock.json",
  ])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  const [file, text, other] = layers[name] ?? [];
  if (file) {
    const code = readFileSync(join(folder, file), "utf8");
    if (!code.includes(text)) throw new Error(`${file} has no "${text}" any more`);
    writeFileSync(join(folder, file), code.replaceAll(text, other));
  }
  measure([process.execPath, "esbuild.config.js"], folder);
  return folder;
}

/** Medians in seconds, wall and CPU, in Markdown. */
function table(names, samples) {
  const kinds = [...new Set([...samples.keys()].map((key) => JSON.parse(key)[1]))];
  const cell = (name, kind) => {
    const taken = samples.get(JSON.stringify([name, kind]));
    const seconds = (of) => (median(taken.map(of)) / 1000).toFixed(2);
    return `${seconds(({ wall }) => wall)} (${seconds(({ cpu }) => cpu)})`;
  };
  const line = (values) => `| ${values.join(" | ")} |`;
  const rows = names.map((name) => line([name, ...kinds.map((kind) => cell(name, kind))]));
  return [line(["without", ...kinds]), line(["---", ...kinds.map(() => "---")]), ...rows].join("\n");
}
