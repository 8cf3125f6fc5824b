/**
 * Parses many files: half of a large register in a thread of its own. The same function runs inline and in the thread, so what comes out is
 * the same; below some hundreds of files, starting a thread costs more than it saves.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type FileRole, parseDocument } from "../parse/document.js";
import { loadDiagrams } from "../parse/markdown/diagrams.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document, SourceFile } from "../shared/document.js";

export interface ParseJob {
  source: SourceFile;
  role: FileRole;
}

export type Parsed = Result<Document | undefined>;

/** What the thread is given, and what it answers. */
export interface ParseRequest {
  jobs: readonly ParseJob[];
  options: MarkdownOptions;
}

const workerFile = new URL("./parse-worker.js", import.meta.url);
const worthAThread = 300;
/** This thread's part of the text: the other one has the parser to load first. */
const ownShare = 0.58;

/** @returns a result for each job, in order. */
export async function parseJobs(jobs: readonly ParseJob[], options: MarkdownOptions): Promise<Parsed[]> {
  const threads = jobs.length >= worthAThread && availableParallelism() > 1 && existsSync(fileURLToPath(workerFile));
  if (!threads) return parseBatch({ jobs, options });
  const own = splitAt(jobs, ownShare);
  const others = inThread({ jobs: jobs.slice(own), options });
  const results = await Promise.all([parseBatch({ jobs: jobs.slice(0, own), options }), others]);
  return results.flat();
}

export async function parseBatch({ jobs, options }: ParseRequest): Promise<Parsed[]> {
  await loadDiagrams(jobs.map(({ source }) => source.text));
  return jobs.map(({ source, role }) => parseDocument(source, role, options));
}

/** How many jobs make up a share of all text. */
function splitAt(jobs: readonly ParseJob[], share: number): number {
  const total = jobs.reduce((sum, { source }) => sum + source.text.length, 0);
  let sum = 0;
  const index = jobs.findIndex(({ source }) => {
    sum += source.text.length;
    return sum >= total * share;
  });
  return index + 1;
}

function inThread(request: ParseRequest): Promise<Parsed[]> {
  const worker = new Worker(workerFile);
  return new Promise<Parsed[]>((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
