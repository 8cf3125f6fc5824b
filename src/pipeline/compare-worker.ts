/** A thread that compares texts: one task after the other, until it is ended. */
import type { MessagePort } from "node:worker_threads";
import { reviveReaders, type SentReader, type Series } from "../config/index.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { type CompareTask, compareTexts, type Differences } from "./compare-texts.js";

/** The input of the thread at its start. */
export interface CompareStart {
  options: MarkdownOptions;
  /** Of the site, without functions. */
  series: readonly Series[];
  readers: readonly SentReader[];
}

export interface SentTask extends Omit<CompareTask, "series"> {
  id: number;
  /** By index. */
  series: number;
}

export interface TaskResult {
  id: number;
  found: Differences;
}

export async function run({ options, series, readers }: CompareStart, port: MessagePort): Promise<void> {
  const revived = reviveReaders(readers);
  let last: Promise<unknown> = revived;
  port.on("message", (task: SentTask) => {
    last = last.then(async () => {
      const found = await compareTexts({ ...task, series: series[task.series] as Series }, options);
      port.postMessage({ id: task.id, found } satisfies TaskResult);
    });
  });
  await revived;
}
