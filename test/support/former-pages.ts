/** What the history of a register says of its past, compared with what a build of that day's commit says. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import type { Series } from "../../src/config/index.js";
import { linkSite } from "../../src/pipeline/link.js";
import { type OpenSite, openSite } from "../../src/pipeline/open-site.js";
import { emptyState } from "../../src/pipeline/state.js";
import { commitReader } from "../../src/read/commit-reader.js";
import type { Version } from "../../src/shared/history.js";

export interface ComparedPages {
  /** How many proposals of former commits were compared. */
  pages: number;
  /** Where the history says something else: commit, file, what it says, what the page of that day said. */
  differences: string[];
}

interface KnownText {
  series: Series;
  version: Version;
}

/**
 * @param root of a site, and the top of its repository.
 * @param commits number of former commits, drawn by the seed, by the clock without one.
 */
export async function compareWithFormerPages(
  root: string,
  { commits, seed }: { commits: number; seed: number | undefined },
): Promise<ComparedPages> {
  const { value: site, diagnostics } = await openSite(root);
  if (!site) throw new Error(JSON.stringify(diagnostics));
  const linked = await linkSite(site);
  const texts = linked.value.site.registers.flatMap(({ series, proposals }) =>
    proposals.map(({ history }) => ({ series, versions: history?.versions ?? [] })),
  );
  const log = execFileSync("git", ["rev-list", "--first-parent", "--reverse", "HEAD"], { cwd: root, encoding: "utf8" });
  const branch = log.trim().split("\n");
  const order = new Map(branch.map((commit, index) => [commit, index]));
  const count = { minLength: commits, maxLength: commits };
  const options = { numRuns: 1, ...(seed !== undefined && { seed }) };
  const [drawn = []] = fc.sample(fc.uniqueArray(fc.constantFrom(...branch), count), options);
  const differences: string[] = [];
  let pages = 0;
  for (const commit of drawn) {
    const at = order.get(commit) ?? 0;
    const known = new Map<string, KnownText>();
    for (const { series, versions } of texts) {
      const version = versions.find((one) => (order.get(one.commit) ?? Number.POSITIVE_INFINITY) <= at);
      if (version) known.set(version.path, { series, version });
    }
    for (const [path, page] of await pagesAt(site, commit, [...known.values()])) {
      const version = known.get(path)?.version;
      if (!version) continue;
      pages++;
      const said = JSON.stringify(saidBy(version));
      if (said !== page) differences.push(`${commit.slice(0, 9)} ${path}\n  history: ${said}\n  page:    ${page}`);
    }
  }
  return { pages, differences };
}

const saidBy = ({ number, title = "", status = "", category = "", authors = [] }: Version) => ({
  number,
  title,
  status,
  category,
  authors,
});

/** What the pages of a commit's proposals say, by path. */
async function pagesAt(
  { root, config, configFile }: OpenSite,
  commit: string,
  known: readonly KnownText[],
): Promise<Map<string, string>> {
  const reader = await commitReader({ top: root, folder: join(root, ".git") }, "", commit);
  const series = config.series.map((one) => asItWas(one, known));
  const { value } = await linkSite({ root, config: { ...config, series }, configFile, reader, state: emptyState() });
  return new Map(
    value.site.registers.flatMap(({ series: { numbers }, proposals }) =>
      proposals.flatMap(({ number, document, meta }): [string, string][] => {
        if (!document) return [];
        const { title, status, category, authors } = meta;
        const said = { title, status, category, authors: authors.map(({ name }) => name) };
        return [[document.path, JSON.stringify({ number: numbers === "none" ? undefined : number, ...said })]];
      }),
    ),
  );
}

/** The series with the folder and the extension that most of its texts had, while none was where all are now: those of Python were `pep-0001.txt` once. */
function asItWas(series: Series, known: readonly KnownText[]): Series {
  const own = known.filter((one) => one.series.id === series.id);
  if (own.some(({ version }) => version.path.startsWith(`${series.source}/`))) return series;
  const depth = series.files.split("/").length;
  const counts = new Map<string, number>();
  for (const { version } of own) {
    const folder = version.path.split("/").slice(0, -depth).join("/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [source = series.source] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  return source === series.source ? series : { ...series, source, files: series.files.replace(/\.rst$/, ".{rst,txt}") };
}
