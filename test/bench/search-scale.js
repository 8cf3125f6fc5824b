/**
 * How the embedded index grows: the EIPs several times over, with other numbers and other titles, up to 10,000 proposals. One process for
 * each size, so that its memory is its own. `npm run bench:search-scale`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleProgram, corpora, eips, makeWork } from "./relevance/sites.js";

const sizes = [949, 10_000];

if (process.argv[2]) await measure(process.argv[2], process.argv[3], Number(process.argv[4]));
else if (!existsSync(corpora)) {
  console.error("The bench reads the corpora in ../shared/corpora, and there are none.");
  process.exitCode = 1;
} else {
  const work = makeWork();
  const program = await bundleProgram();
  try {
    for (const size of sizes) {
      const parameters = [resolve(import.meta.filename), program, eips(work), String(size)];
      const { status } = spawnSync(process.execPath, parameters, { stdio: "inherit" });
      if (status !== 0) process.exitCode = 1;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(program, { force: true });
  }
}

async function measure(program, root, size) {
  const { readPages, buildIndex, openIndex } = await import(pathToFileURL(join(program)).href);
  const request = await readPages(root);
  const pages = Array.from({ length: size }, (_, index) => again(request.pages, index));
  const start = performance.now();
  const files = buildIndex({ ...request, pages });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const megabytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 1e6;
  const { maxRSS } = process.resourceUsage();
  console.log(
    `${size} proposals: ${seconds} s, ${(maxRSS / 1024).toFixed(0)} MiB at most, ${files.length} files, ${megabytes.toFixed(1)} MB`,
  );
  for (const query of ["EIP 1559", "account abstraction", "difficlty bomb"]) {
    const { engine, fetched } = openIndex({ ...request, pages });
    const ask = () => engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
    await ask();
    const first = `${(fetched.bytes / 1000).toFixed(1)} kB gzip in ${fetched.requests} requests`;
    await engine.search({ query: "something else", page: 0, hitsPerPage: 20, snippetWords: 10 });
    const warm = performance.now();
    await ask();
    console.log(`  ${query}: ${first}; warm ${(performance.now() - warm).toFixed(1)} ms`);
  }
}

/** The page at an index; from the second round on as another proposal. */
function again(pages, index) {
  const page = pages[index % pages.length];
  const round = Math.floor(index / pages.length);
  if (round === 0) return page;
  const number = (page.proposal?.number ?? 0) + round * 10_000;
  const title = page.title.replace(/-\d+:/, `-${number}:`);
  return {
    ...page,
    body: page.body,
    route: `${page.route}-${round}`,
    href: `${page.href}-${round}`,
    title,
    proposal: { series: 0, number },
  };
}
