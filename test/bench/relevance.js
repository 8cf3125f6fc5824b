/**
 * How good and how expensive the embedded search is, on judged queries over the corpora of ../shared, next to minisearch and pagefind.
 * `npm run bench:search [-- ours] [-- misses] [-- weights]`: "ours" leaves the other engines out, "misses" prints each query of the half
 * for tuning whose first answer is not a right one, "weights" what the answers are worth without each weight.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { copiedQueries } from "./relevance/copied.js";
import { openMiniSearch } from "./relevance/minisearch.js";
import { openPagefind } from "./relevance/pagefind.js";
import { bundleProgram, coreCip, corpora, eips, makeWork } from "./relevance/sites.js";

const has = (word) => process.argv.includes(word);

if (!existsSync(corpora)) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exit(1);
}

const work = makeWork();
const program = await bundleProgram();
const { readPages, openIndex, buildIndex, plainPages, reduceQuery, weights } = await import(
  pathToFileURL(program).href
);
try {
  const outcomes = [];
  const registers = [];
  for (const [name, root] of [
    ["core-cip", coreCip(work)],
    ["eips", eips(work)],
  ]) {
    const request = await readPages(root);
    const judged = JSON.parse(readFileSync(join(import.meta.dirname, "relevance", `${name}.json`), "utf8"));
    if (name === "eips") judged.push(...copiedQueries(join(root, "content/eips"), (file) => `/eip/${file}`));
    console.log(`\n${name}: ${request.pages.length} pages, ${judged.length} queries`);
    const before = process.cpuUsage();
    buildIndex(request);
    console.log(`  index built in ${(process.cpuUsage(before).user / 1000).toFixed(0)} ms of CPU`);
    const index = openIndex(request);
    registers.push({ judged, search: ours(index.engine), index });
    const engines = [["cipgen", { search: ours(index.engine) }]];
    if (!has("ours")) {
      engines.push(["minisearch", openMiniSearch(plainPages(request))]);
      engines.push(["pagefind", await openPagefind(plainPages(request), join(work, `pagefind-${name}`))]);
    }
    for (const [engine, { search, close }] of engines) {
      outcomes.push(...(await judge(judged, search, engine)));
      await close?.();
    }
    await firstQueries(judged, index);
  }
  for (const split of ["dev", "held"]) printClasses(split, outcomes);
  if (has("weights")) await printWeights(registers, weights);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(program, { force: true });
}

function ours(engine) {
  return async (typed) => {
    const query = reduceQuery(typed);
    const { hits } = await engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
    return hits.map((hit) => hit.url_without_anchor);
  };
}

async function judge(judged, search, engine) {
  const outcomes = [];
  for (const { kind, split, query, answers } of judged) {
    const found = [...new Set(await search(query))];
    const rank = found.findIndex((href) => answers.includes(href)) + 1;
    outcomes.push({ engine, kind, split, rank });
    if (has("misses") && engine === "cipgen" && split === "dev" && rank !== 1) {
      console.log(
        `  ${kind}: ${query} -> ${found.slice(0, 3)} (wanted ${answers.slice(0, 4)}, at ${rank || "no place"})`,
      );
    }
  }
  return outcomes;
}

/** What a reader's first query costs: an engine that has nothing yet for each. */
async function firstQueries(judged, index) {
  const costs = [];
  const times = [];
  const copied = [];
  for (const { kind, query } of judged) {
    const { engine, fetched } = index.again();
    const ask = () => engine.search({ query: reduceQuery(query), page: 0, hitsPerPage: 20, snippetWords: 10 });
    await ask();
    (/^copied (code|json)/.test(kind) ? copied : costs).push({ ...fetched });
    await engine.search({ query: "something else", page: 0, hitsPerPage: 20, snippetWords: 10 });
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const spread = (values, digits) => `median ${middle(values).toFixed(digits)}, most ${values.at(-1).toFixed(digits)}`;
  const printCosts = (label, own) => {
    if (own.length === 0) return;
    const kilobytes = sorted(own.map(({ bytes }) => bytes / 1000));
    const requests = sorted(own.map((cost) => cost.requests));
    console.log(`  ${label}: kB gzip ${spread(kilobytes, 1)}; requests ${spread(requests, 0)}`);
  };
  printCosts("first query", costs);
  printCosts("first query, copied code", copied);
  console.log(`  warm query: ms ${spread(sorted(times), 1)}`);
}

/** Of each class and of all: how many queries have a right answer first, among the first three, and the mean reciprocal rank. */
function printClasses(split, outcomes) {
  const own = outcomes.filter((outcome) => outcome.split === split);
  const engines = [...new Set(own.map(({ engine }) => engine))];
  console.log(`\n${split === "dev" ? "for tuning" : "kept aside"}: first / first three / MRR`);
  const line = (label, queries) => {
    const figures = engines.map((engine) => `${engine} ${figuresOf(queries.filter((o) => o.engine === engine))}`);
    console.log(`  ${label.padEnd(15)} ${String(queries.length / engines.length).padStart(3)}  ${figures.join("   ")}`);
  };
  line("all", own);
  for (const kind of [...new Set(own.map((outcome) => outcome.kind))].sort()) {
    line(
      kind,
      own.filter((outcome) => outcome.kind === kind),
    );
  }
}

/** Each weight set to nothing, by itself: what that costs on the half for tuning. */
async function printWeights(registers, weights) {
  const score = async () => {
    const outcomes = [];
    for (const { judged, index } of registers) {
      const queries = judged.filter(({ split }) => split === "dev");
      outcomes.push(...(await judge(queries, ours(index.again().engine), "weights")));
    }
    return outcomes;
  };
  console.log(`\nwithout a weight, for tuning (all: ${figuresOf(await score())})`);
  for (const [group, values] of Object.entries(weights)) {
    for (const [name, value] of Object.entries(values)) {
      values[name] = 0;
      console.log(`  ${`${group}.${name}`.padEnd(24)} ${String(value).padStart(5)}  ${figuresOf(await score())}`);
      values[name] = value;
    }
  }
}

function figuresOf(outcomes) {
  const share = (within) => (100 * outcomes.filter(({ rank }) => rank > 0 && rank <= within).length) / outcomes.length;
  const reciprocal = outcomes.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / outcomes.length;
  return `${share(1).toFixed(0).padStart(3)} ${share(3).toFixed(0).padStart(3)} ${reciprocal.toFixed(2)}`;
}

function sorted(values) {
  return values.toSorted((a, b) => a - b);
}

function middle(values) {
  return values[values.length >> 1];
}
