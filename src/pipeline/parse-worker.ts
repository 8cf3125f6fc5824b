/** The job of the second thread that parses texts. */
import type { MessagePort } from "node:worker_threads";
import { loadDiagrams } from "../parse/markdown/diagrams.js";
import { commonJobs, type ParsedBatch, type ParseJob, type ParseShare, parseJob } from "./parse-jobs.js";

const batchSize = 32;

export async function run(share: ParseShare, port: MessagePort): Promise<void> {
  let batch: ParsedBatch = [];
  const send = () => {
    if (batch.length > 0) port.postMessage(batch);
    batch = [];
  };
  const parse = (index: number) => {
    batch.push([index, parseJob(share.jobs[index] as ParseJob, share.options)]);
    if (batch.length === batchSize) send();
  };
  if (share.own.length > 0) await loadDiagrams();
  share.own.forEach(parse);
  for (const index of commonJobs(share)) parse(index);
  send();
}
