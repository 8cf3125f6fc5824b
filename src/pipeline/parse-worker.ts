/** The second thread that parses texts. */
import type { MessagePort } from "node:worker_threads";
import { reviveFunctions } from "../config/index.js";
import { collectGarbage } from "../runtime/memory.js";
import { commonJobs, highlighted, type ParsedBatch, type ParseJob, type ParseShare, parseJob } from "./parse-jobs.js";

const batchSize = 32;

/** Texts that are parsed before their garbage is collected: of the thread's heap, nearly all is garbage. */
const collectEvery = 500;

export async function run(share: ParseShare, port: MessagePort): Promise<void> {
  for (const series of share.series) await reviveFunctions(series);
  const options = await reviveFunctions(share.options);
  let batch: ParsedBatch = [];
  let parsed = 0;
  const send = () => {
    if (batch.length > 0) port.postMessage(batch);
    batch = [];
  };
  const parse = async (index: number) => {
    batch.push([index, highlighted(await parseJob(share.jobs[index] as ParseJob, options))]);
    if (batch.length === batchSize) send();
    parsed++;
    if (parsed % collectEvery === 0) collectGarbage();
  };
  for (const index of share.own) await parse(index);
  for (const index of commonJobs(share)) await parse(index);
  send();
}
