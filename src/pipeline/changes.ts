/**
 * The differences between earlier versions of proposals and today's texts, for their pages. A proposal's differences
 * are one entry of the cache, by the digests of both texts. Earlier texts are read only if an entry is missing, then
 * those of all proposals at once.
 */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { blocksOf } from "../history/blocks.js";
import { sectionHtml } from "../history/difference-html.js";
import { differences } from "../history/differences.js";
import { comparisonsOf } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { renderVersion } from "../parse/version-fields.js";
import { readVersions } from "../read/history.js";
import type { Comparison, SectionHtml } from "../shared/history.js";

/** Must change when the computation or the form of differences changes. */
const form = 2;

type Saved = Record<string, SectionHtml[]>;

/** @param root absolute. */
export function changesSource(root: string, site: Site, options: MarkdownOptions, cache: Cache): ChangesSource {
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
  const known = new Map<Proposal, Saved>();
  /** The number of a proposal's differences that were not requested yet. */
  const left = new Map<Proposal, number>();
  let texts: Promise<Map<string, string>> | undefined;

  const saved = (proposal: Proposal): Saved =>
    known.get(proposal) ?? ((cache.readJson(nameOf(proposal)) ?? {}) as Saved);
  const wanted = (proposal: Proposal) => comparisonsOf(proposal);
  const missing = (proposal: Proposal, all = saved(proposal)) =>
    wanted(proposal).filter((comparison) => !all[keyOf(proposal, comparison)]);

  const readTexts = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for (const { proposals } of site.registers) {
      const path = proposals.find(({ history }) => history)?.document?.path;
      const lacking = proposals.flatMap((proposal) => missing(proposal));
      const blobs = [...new Set(lacking.map(({ from }) => from.blob))];
      const read = path === undefined || blobs.length === 0 ? [] : await readVersions(root, path, blobs);
      for (const [index, text] of read.entries()) if (text !== undefined) found.set(blobs[index] ?? "", text);
    }
    return found;
  };

  /** @returns the saved differences with those that were missing: pages that are made at the same time may have dropped them by now. */
  const complete = async (proposal: Proposal): Promise<Saved> => {
    const { document, series } = proposal;
    const all = saved(proposal);
    known.set(proposal, all);
    const fresh = missing(proposal, all);
    if (!document || fresh.length === 0) return all;
    texts ??= readTexts();
    const former = await texts;
    const urls = document.links.map(({ url }) => url);
    await site.bodies.prepare(document);
    const now = blocksOf(site.bodies.html(document), urls);
    for (const comparison of fresh) {
      const { from } = comparison;
      const old = await renderVersion({ path: from.path, text: former.get(from.blob) ?? "" }, series, options);
      all[keyOf(proposal, comparison)] = differences(blocksOf(old.html, old.urls), now).map(sectionHtml);
    }
    const keys = new Set(wanted(proposal).map((comparison) => keyOf(proposal, comparison)));
    const current = Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
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
