/** Entry of the second thread that parses texts. */
import { parentPort, workerData } from "node:worker_threads";
import { loadDiagrams } from "../parse/markdown/diagrams.js";
import { commonJobs, type ParsedBatch, type ParseJob, type ParseShare, parseJob } from "./parse-jobs.js";

const share = workerData as ParseShare;
const batchSize = 32;

let batch: ParsedBatch = [];
const send = () => {
  if (batch.length > 0) parentPort?.postMessage(batch);
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
