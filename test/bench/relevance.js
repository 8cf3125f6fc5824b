/**
 * How good and how dear the embedded search is, on judged queries over the corpora of ../shared, next to minisearch and pagefind.
 * `npm run bench:search [-- misses]`: with "misses", each query whose first answer is not a right one is printed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openMiniSearch } from "./relevance/minisearch.js";
import { openPagefind } from "./relevance/pagefind.js";
import { bundleProgram, coreCip, corpora, eips, makeWork } from "./relevance/sites.js";

const showMisses = process.argv.includes("misses");

if (!existsSync(corpora)) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}

const work = makeWork();
const program = await bundleProgram();
try {
  const { readPages, openIndex, buildIndex } = await import(pathToFileURL(program).href);
  const totals = new Map();
  for (const [name, root] of [
    ["core-cip", coreCip(work)],
    ["eips", eips(work)],
  ]) {
    const request = await readPages(root);
    const judged = JSON.parse(readFileSync(join(import.meta.dirname, "relevance", `${name}.json`), "utf8"));
    console.log(`\n${name}: ${request.pages.length} pages, ${judged.length} queries`);
    const start = performance.now();
    buildIndex(request);
    console.log(`  index built in ${(performance.now() - start).toFixed(0)} ms`);
    const engines = [
      ["cipgen", ours(openIndex(request).engine)],
      ["minisearch", openMiniSearch(request.pages)],
      ["pagefind", await openPagefind(request.pages, join(work, `pagefind-${name}`))],
    ];
    for (const [engine, { search, close }] of engines) {
      const outcomes = [];
      for (const { kind, query, answers } of judged) {
        const found = await search(query);
        const rank = found.findIndex((href) => answers.includes(href)) + 1;
        outcomes.push({ kind, rank });
        if (showMisses && rank !== 1 && engine === "cipgen") {
          console.log(`  ${kind}: ${query} -> ${found.slice(0, 3)} (wanted ${answers}, at ${rank || "no place"})`);
        }
      }
      await close?.();
      totals.set(engine, [...(totals.get(engine) ?? []), ...outcomes]);
      console.log(`  ${engine.padEnd(11)} ${summary(outcomes)}`);
    }
    await firstQueries(judged, () => openIndex(request));
  }
  console.log("\nall");
  for (const [engine, outcomes] of totals) console.log(`  ${engine.padEnd(11)} ${summary(outcomes)}`);
  for (const kind of new Set(totals.get("cipgen").map((outcome) => outcome.kind))) {
    const of = [...totals].map(([engine, outcomes]) => [engine, outcomes.filter((outcome) => outcome.kind === kind)]);
    const shares = of.map(([engine, outcomes]) => `${engine} ${share(outcomes).toFixed(2)}`);
    console.log(`  ${kind.padEnd(8)} ${String(of[0][1].length).padStart(3)} queries, success@1 ${shares.join(", ")}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(program, { force: true });
}

function ours(engine) {
  return {
    async search(query) {
      const { hits } = await engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
      return hits.map((hit) => hit.url_without_anchor);
    },
  };
}

/** What a reader's first query costs: a new engine for each. */
async function firstQueries(judged, open) {
  const costs = [];
  const times = [];
  for (const { query } of judged) {
    const { engine, fetched } = open();
    const ask = () => engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
    await ask();
    costs.push({ ...fetched });
    await engine.search({ query: "something else", page: 0, hitsPerPage: 20, snippetWords: 10 });
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const kilobytes = sorted(costs.map(({ bytes }) => bytes / 1000));
  const requests = sorted(costs.map((cost) => cost.requests));
  const spread = (values, digits) => `median ${middle(values).toFixed(digits)}, most ${values.at(-1).toFixed(digits)}`;
  console.log(`  first query: kB gzip ${spread(kilobytes, 1)}; requests ${spread(requests, 0)}`);
  console.log(`  warm query: ms ${spread(sorted(times), 1)}`);
}

function summary(outcomes) {
  const reciprocal = outcomes.map(({ rank }) => (rank ? 1 / rank : 0));
  return `success@1 ${share(outcomes).toFixed(3)}  MRR ${(reciprocal.reduce((a, b) => a + b, 0) / outcomes.length).toFixed(3)}`;
}

function share(outcomes) {
  return outcomes.filter(({ rank }) => rank === 1).length / outcomes.length;
}

function sorted(values) {
  return values.toSorted((a, b) => a - b);
}

function middle(values) {
  return values[values.length >> 1];
}
