/**
 * The differences between earlier versions of proposals and today's texts, for their pages. A proposal's differences
 * are one entry of the cache, by the digests of both texts. Earlier texts are read only if an entry is missing, then
 * those of all proposals at once.
 */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { comparisonsOf } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { readVersions } from "../read/history.js";
import type { Document } from "../shared/document.js";
import type { Comparison, SectionHtml } from "../shared/history.js";
import { type CompareTask, compareTexts, type Differences, type FormerText } from "./compare-texts.js";
import type { Comparer, PlannedTask } from "./comparer.js";

/** Must change when the computation or the form of differences changes. */
const form = 2;

/** @param root absolute. @param comparer compares in threads; without one, all is done here. */
export function changesSource(
  root: string,
  site: Site,
  options: MarkdownOptions,
  cache: Cache,
  comparer?: Comparer,
): ChangesSource {
  const stamp = createHash("sha256")
    .update(JSON.stringify([form, options]))
    .digest("hex")
    .slice(0, 12);
  const keyOf = ({ document }: Proposal, { from }: Comparison) => `${stamp} ${from.blob} ${document?.hash}`;
  const nameOf = ({ series, number }: Proposal) => `changes/${series.id}-${number}.json`;
  /**
   * The differences of proposals whose pages are being made: those of all would take hundreds of megabytes in a large
   * register.
   */
  const known = new Map<Proposal, Differences>();
  /** The number of a proposal's differences that were not requested yet. */
  const left = new Map<Proposal, number>();
  let begun: Promise<ReadonlyMap<Proposal, PlannedTask>> | undefined;

  const saved = (proposal: Proposal): Differences =>
    known.get(proposal) ?? ((cache.readJson(nameOf(proposal)) ?? {}) as Differences);
  const wanted = (proposal: Proposal) => comparisonsOf(proposal);
  const missing = (proposal: Proposal, all = saved(proposal)) =>
    wanted(proposal).filter((comparison) => !all[keyOf(proposal, comparison)]);

  const taskOf = async (
    { series }: Proposal,
    document: Document,
    former: readonly FormerText[],
  ): Promise<CompareTask> => {
    await site.bodies.prepare(document);
    return { series, now: { html: site.bodies.html(document), urls: document.links.map(({ url }) => url) }, former };
  };

  /** Reads the former texts of all missing differences. @returns how to compare them, by proposal. */
  const begin = async (): Promise<ReadonlyMap<Proposal, PlannedTask>> => {
    const tasks = new Map<Proposal, PlannedTask>();
    for (const { proposals } of site.registers) {
      const lacking = new Map(proposals.map((proposal) => [proposal, missing(proposal)]));
      const wanted = [...lacking].flatMap(([{ document }, comparisons]): [string, string[]][] =>
        document && comparisons.length > 0 ? [[document.path, comparisons.map(({ from }) => from.blob)]] : [],
      );
      const texts = await readVersions(root, new Map(wanted));
      for (const [proposal, comparisons] of lacking) {
        const { document } = proposal;
        if (!document || comparisons.length === 0) continue;
        const former = comparisons.map((comparison): FormerText => {
          const { path, blob } = comparison.from;
          return { key: keyOf(proposal, comparison), path, text: texts.get(blob) ?? "" };
        });
        tasks.set(proposal, {
          size: former.reduce((sum, { text }) => sum + text.length, 0),
          make: () => taskOf(proposal, document, former),
        });
      }
    }
    comparer?.begin(tasks, { series: site.config.series, options });
    return tasks;
  };

  /** @returns the saved differences with those that were missing: pages that are made at the same time may have dropped them by now. */
  const complete = async (proposal: Proposal): Promise<Differences> => {
    const all = saved(proposal);
    known.set(proposal, all);
    if (missing(proposal, all).length === 0) return all;
    begun ??= begin();
    let task = (await begun).get(proposal);
    if (!task) {
      // The cache lost them since then.
      begun = begin();
      task = (await begun).get(proposal);
    }
    if (!task) return all;
    const found = (await comparer?.take(proposal)) ?? (await compareTexts(await task.make(), options));
    const entries = wanted(proposal).flatMap((comparison): [string, SectionHtml[]][] => {
      const key = keyOf(proposal, comparison);
      const sections = found[key] ?? all[key];
      return sections ? [[key, sections]] : [];
    });
    const current = Object.fromEntries(entries);
    known.set(proposal, current);
    cache.write(nameOf(proposal), JSON.stringify(current));
    return current;
  };

  for (const { proposals } of site.registers)
    for (const proposal of proposals)
      if (proposal.document && wanted(proposal).length > 0) site.bodies.reserve(proposal.document);
  return {
    key: keyOf,
    async sections(proposal, comparison) {
      const sections = (await complete(proposal))[keyOf(proposal, comparison)] ?? [];
      const others = (left.get(proposal) ?? wanted(proposal).length) - 1;
      left.set(proposal, others);
      if (others <= 0) {
        known.delete(proposal);
        left.delete(proposal);
      }
      return sections;
    },
  };
}
