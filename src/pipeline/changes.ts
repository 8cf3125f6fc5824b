/**
 * The differences between earlier versions of proposals and today's texts, for their pages. A proposal's differences
 * are one entry of the cache, by the digests of both texts. Earlier texts are read only if an entry is missing, then
 * those of all proposals at once.
 */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import { comparisonsOf } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { readVersions } from "../read/history.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Bodies, Document } from "../shared/document.js";
import type { Comparison, SectionHtml } from "../shared/history.js";
import { reasonOf } from "../shared/reason.js";
import { type CompareTask, compareTexts, type Differences, type Failure, type FormerText } from "./compare-texts.js";
import type { Comparer, PlannedTask } from "./comparer.js";

/** Must change when the computation or the form of differences changes. */
const form = 3;

/** The differences of a site's proposals, each computed when the first page asks for it. */
export class SavedChanges implements ChangesSource {
  private readonly stamp: string;
  /**
   * The differences of proposals whose pages are being made: those of all would take hundreds of megabytes in a large
   * register.
   */
  private readonly known = new Map<Proposal, Differences>();
  /** The number of a proposal's differences that were not requested yet. */
  private readonly left = new Map<Proposal, number>();
  private readonly failed = new Map<string, Diagnostic>();
  private tasks: Promise<ReadonlyMap<Proposal, PlannedTask>> | undefined;

  /** @param root absolute. @param comparer compares in threads; without one, all is done here. */
  constructor(
    private readonly root: string,
    private readonly site: Site,
    private readonly bodies: Bodies,
    private readonly options: MarkdownOptions,
    private readonly cache: Cache,
    private readonly comparer?: Comparer,
  ) {
    this.stamp = createHash("sha256")
      .update(JSON.stringify([form, options]))
      .digest("hex")
      .slice(0, 12);
    for (const proposal of site.registers.flatMap(({ proposals }) => proposals))
      if (proposal.document && comparisonsOf(proposal).length > 0) bodies.reserve(proposal.document);
  }

  hasFailed(proposal: Proposal, comparison: Comparison): boolean {
    return this.failed.has(this.key(proposal, comparison));
  }

  get problems(): Diagnostic[] {
    return [...this.failed.values()];
  }

  key({ document }: Proposal, { from }: Comparison): string {
    return `${this.stamp} ${from.blob} ${document && this.bodies.own(document).hash}`;
  }

  async sections(proposal: Proposal, comparison: Comparison): Promise<SectionHtml[] | undefined> {
    const sections = await this.complete(proposal).then(
      (all) => all[this.key(proposal, comparison)] ?? [],
      (error): Failure => ({ failed: reasonOf(error) }),
    );
    const others = (this.left.get(proposal) ?? comparisonsOf(proposal).length) - 1;
    this.left.set(proposal, others);
    if (others <= 0) {
      this.known.delete(proposal);
      this.left.delete(proposal);
    }
    if (!("failed" in sections)) return sections;
    const { kind, commit } = comparison;
    this.failed.set(
      this.key(proposal, comparison),
      diagnose(
        "history-left-out",
        `what changed ${kind === "change" ? "with" : "since"} commit ${commit} is not shown: ${sections.failed}`,
        {
          file: proposal.document?.path,
          help: "The page of this difference says so. All other pages are complete.",
        },
      ),
    );
    return undefined;
  }

  /** @returns the saved differences with those that were missing: pages that are made at the same time may have dropped them by now. */
  private async complete(proposal: Proposal): Promise<Differences> {
    const all = this.saved(proposal);
    this.known.set(proposal, all);
    if (this.missing(proposal, all).length === 0) return all;
    const task = await this.taskFor(proposal);
    if (!task) return all;
    const found = (await this.comparer?.take(proposal)) ?? (await compareTexts(await task.make(), this.options));
    const entries = comparisonsOf(proposal).flatMap((comparison): [string, SectionHtml[] | Failure][] => {
      const key = this.key(proposal, comparison);
      const sections = found[key] ?? all[key];
      return sections ? [[key, sections]] : [];
    });
    const current = Object.fromEntries(entries);
    this.known.set(proposal, current);
    // What failed is tried again, so that every build says so.
    const made = Object.fromEntries(entries.filter(([, sections]) => !("failed" in sections)));
    this.cache.write(nameOf(proposal), JSON.stringify(made));
    return current;
  }

  private saved(proposal: Proposal): Differences {
    return this.known.get(proposal) ?? ((this.cache.readJson(nameOf(proposal)) ?? {}) as Differences);
  }

  private missing(proposal: Proposal, all: Differences): Comparison[] {
    return comparisonsOf(proposal).filter((comparison) => !all[this.key(proposal, comparison)]);
  }

  private async taskFor(proposal: Proposal): Promise<PlannedTask | undefined> {
    this.tasks ??= this.plan();
    const planned = (await this.tasks).get(proposal);
    if (planned) return planned;
    // The cache lost them since then.
    this.tasks = this.plan();
    return (await this.tasks).get(proposal);
  }

  /** Reads the former texts of all missing differences. @returns how to compare them, by proposal. */
  private async plan(): Promise<ReadonlyMap<Proposal, PlannedTask>> {
    const tasks = new Map<Proposal, PlannedTask>();
    for (const { proposals } of this.site.registers) {
      const lacking = proposals.flatMap((proposal) => {
        const { document } = proposal;
        const comparisons = this.missing(proposal, this.saved(proposal));
        return document && comparisons.length > 0 ? [{ proposal, document, comparisons }] : [];
      });
      const blobs = lacking.map(({ document, comparisons }): [string, string[]] => [
        document.path,
        comparisons.map(({ from }) => from.blob),
      ]);
      const texts = await readVersions(this.root, new Map(blobs), this.options.maxFileSize);
      for (const { proposal, document, comparisons } of lacking) {
        const former = comparisons.map((comparison): FormerText => {
          const { path, blob } = comparison.from;
          return { key: this.key(proposal, comparison), path, text: texts.get(blob) ?? "" };
        });
        const size = former.reduce((sum, { text }) => sum + text.length, 0);
        tasks.set(proposal, { size, make: () => this.task(proposal, document, former) });
      }
    }
    this.comparer?.begin(tasks, { series: this.site.config.series, options: this.options });
    return tasks;
  }

  private async task({ series }: Proposal, document: Document, former: readonly FormerText[]): Promise<CompareTask> {
    const { bodies } = this;
    await bodies.prepare(document);
    return { series, now: { html: bodies.html(document), urls: document.links.map(({ url }) => url) }, former };
  }
}

const nameOf = ({ series, number }: Proposal) => `changes/${series.id}-${number}.json`;
