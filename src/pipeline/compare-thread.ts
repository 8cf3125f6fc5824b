/** A thread that compares texts, as the main thread sees it: src/pipeline/compare-worker.ts is its job. */
import type { Worker } from "node:worker_threads";
import { startThread } from "../runtime/threads.js";
import type { Differences } from "./compare-texts.js";
import type { CompareStart, SentTask, TaskResult } from "./compare-worker.js";

export class CompareThread {
  private readonly worker: Worker;
  private readonly asked = new Map<number, (found: Differences | undefined) => void>();
  private count = 0;
  private isBroken = false;

  constructor(start: CompareStart) {
    this.worker = startThread("compare", start);
    this.worker.on("message", ({ id, found }: TaskResult) => this.answer(id, found));
    this.worker.on("error", () => this.fail());
    this.worker.on("exit", () => this.fail());
  }

  /** Number of tasks without a result. */
  get load(): number {
    return this.asked.size;
  }

  /** @returns undefined if the task could not be made, or the thread failed. */
  compare(make: () => Promise<Omit<SentTask, "id">>): Promise<Differences | undefined> {
    if (this.isBroken) return Promise.resolve(undefined);
    const id = this.count++;
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      make()
        .then((task) => this.worker.postMessage({ ...task, id } satisfies SentTask))
        .catch(() => this.answer(id, undefined));
    });
  }

  /** Ends the thread, even while it works. */
  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private answer(id: number, found: Differences | undefined): void {
    this.asked.get(id)?.(found);
    this.asked.delete(id);
  }

  private fail(): void {
    this.isBroken = true;
    for (const id of [...this.asked.keys()]) this.answer(id, undefined);
  }
}
