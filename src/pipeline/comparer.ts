/**
 * Compares the texts of many proposals in threads, while the main thread renders pages. It requests one proposal after
 * the other; threads work ahead, but not far, because differences are large. While it waits for one, it compares the
 * texts of a later one itself.
 */
import { availableParallelism } from "node:os";
import { setImmediate as othersFirst } from "node:timers/promises";
import { type Series, sentSeries } from "../config/index.js";
import type { Proposal } from "../model/site.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { hasThreads } from "../runtime/threads.js";
import { type CompareTask, compareTexts, type Differences } from "./compare-texts.js";
import { CompareThread } from "./compare-thread.js";

/** A task that is made when it begins, because its texts are large. */
export interface PlannedTask {
  /** Characters of its former texts. */
  size: number;
  make(): Promise<CompareTask>;
}

/** Characters of former texts that are compared in the time that the start of a thread takes. */
const few = 4_000_000;
/** Each thread takes some 100 MB of memory. */
const maxThreads = 3;
/** Tasks that a thread has at once, so that it need not wait for the main thread. */
const perThread = 4;
/** Proposals that are compared before they are requested. */
const maxAhead = 24;

/** What all tasks have in common. */
interface Work {
  series: readonly Series[];
  options: MarkdownOptions;
}

export class Comparer {
  private readonly threads: CompareThread[] = [];
  private work: Work | undefined;
  /** In the order in which they will be requested. */
  private readonly waiting = new Map<Proposal, PlannedTask>();
  /** Of proposals that were not requested yet; undefined if that failed. */
  private readonly ahead = new Map<Proposal, Promise<Differences | undefined>>();

  /** Announces what will be requested, in about this order. If it is much, threads begin, once a build. */
  begin(tasks: ReadonlyMap<Proposal, PlannedTask>, work: Work): void {
    const characters = [...tasks.values()].reduce((sum, { size }) => sum + size, 0);
    const isMuch = characters > few && this.work === undefined && hasThreads();
    const sent = isMuch ? sentSeries(work.series) : undefined;
    if (!sent) return;
    this.work = work;
    for (const [proposal, task] of tasks) this.waiting.set(proposal, task);
    const count = Math.min(maxThreads, Math.max(1, availableParallelism() - 1));
    for (let index = 0; index < count; index++)
      this.threads.push(new CompareThread({ ...sent, options: work.options }));
    this.feed(work);
  }

  /** @returns undefined if they were not compared: the caller has to. */
  async take(proposal: Proposal): Promise<Differences | undefined> {
    const { work } = this;
    const result = this.ahead.get(proposal);
    this.waiting.delete(proposal);
    if (!work || !result) return undefined;
    let isDone = false;
    const done = result.then(() => {
      isDone = true;
    });
    await othersFirst();
    while (!isDone && this.ahead.size < maxAhead && (await this.compareNext(work))) await othersFirst();
    await done;
    this.ahead.delete(proposal);
    this.feed(work);
    return result;
  }

  /** Ends the threads, even while they work. */
  async close(): Promise<void> {
    this.waiting.clear();
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private feed(work: Work): void {
    for (const thread of this.threads) {
      while (thread.load < perThread && this.ahead.size < maxAhead) {
        const next = this.next();
        if (!next) return;
        const sent = thread.compare(async () => {
          const { series, ...texts } = await next.task.make();
          return { ...texts, series: work.series.indexOf(series) };
        });
        this.ahead.set(
          next.proposal,
          sent.finally(() => this.feed(work)),
        );
      }
    }
  }

  /** In this thread. @returns whether there was one. */
  private async compareNext({ options }: Work): Promise<boolean> {
    const next = this.next();
    if (!next) return false;
    // An error is for the page that requests it.
    const made = next.task
      .make()
      .then((task) => compareTexts(task, options))
      .catch(() => undefined);
    this.ahead.set(next.proposal, made);
    await made;
    return true;
  }

  private next(): { proposal: Proposal; task: PlannedTask } | undefined {
    for (const [proposal, task] of this.waiting) {
      this.waiting.delete(proposal);
      return { proposal, task };
    }
    return undefined;
  }
}
