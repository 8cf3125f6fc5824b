/** Texts to documents, by this thread and, where there are many, by a second one: a thread that is done with a text takes the next. */
import { type SentReader, type Series, sentReader } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { type FileRole, parseText } from "../parse/document.js";
import { seemsToHaveDiagram } from "../parse/markdown/diagrams.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { hasThreads, runThread } from "../runtime/threads.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { ParsedDocument, SourceFile } from "../shared/document.js";
import { makePauses } from "./pauses.js";

export interface ParseJob {
  source: SourceFile;
  role: FileRole;
}

/** Without a document when the text is in error; the diagnostics say why. */
export type Parsed = Result<ParsedDocument | undefined>;

/** What the second thread is given. */
export interface ParseShare {
  jobs: readonly ParseJob[];
  /** What makes the hooks of series again: functions are not sent. */
  readers: readonly SentReader[];
  options: MarkdownOptions;
  /** Jobs that are for that thread alone, by index. */
  own: readonly number[];
  /** The others, of which both take the next. */
  common: readonly number[];
  /** How many of these were taken: one number, that both count up. */
  taken: Int32Array;
}

/** Results of some jobs, by the job's index. */
export type ParsedBatch = [job: number, parsed: Parsed][];

/** A thread takes as long to start as this many characters to parse. */
const fewCharacters = 1_000_000;

/** @returns the results in the order of the jobs. */
export async function parseJobs(jobs: readonly ParseJob[], options: MarkdownOptions): Promise<Parsed[]> {
  const results: Parsed[] = [];
  const characters = jobs.reduce((sum, { source }) => sum + source.text.length, 0);
  const sent = characters > fewCharacters && hasThreads() ? withoutFunctions(jobs) : undefined;
  const thread = sent !== undefined;
  // The library that draws is large: of two threads one should load it.
  const drawn = [...jobs.keys()].filter((index) => thread && seemsToHaveDiagram(jobs[index]?.source.text ?? ""));
  const others = new Set(drawn);
  const common = [...jobs.keys()].filter((index) => !others.has(index));
  const share: Omit<ParseShare, "readers"> = {
    jobs,
    options,
    own: [...others],
    common,
    taken: new Int32Array(new SharedArrayBuffer(4)),
  };
  const take = (batch: ParsedBatch) => {
    for (const [index, parsed] of batch) results[index] = parsed;
  };
  const help = sent && runThread("parse", { ...share, ...sent }, take);
  // It is waited for at the end; until then a problem must not count as unhandled.
  help?.catch(() => undefined);
  const pause = makePauses(50);
  for (const index of commonJobs(share)) {
    results[index] = await parseJob(jobs[index] as ParseJob, options);
    await pause();
  }
  await help;
  return results;
}

/** @returns jobs as a thread can be given them; undefined where one needs a function that only this thread has. */
function withoutFunctions(jobs: readonly ParseJob[]): Pick<ParseShare, "jobs" | "readers"> | undefined {
  const hooked = jobs.flatMap(({ role }) => ("series" in role && role.series.read ? [role.series] : []));
  const readers = new Map<Series, SentReader>();
  for (const series of new Set(hooked)) {
    const reader = sentReader(series);
    if (!reader) return undefined;
    readers.set(series, reader);
  }
  const plain = jobs.map((job): ParseJob => {
    const reader = "series" in job.role && readers.get(job.role.series);
    return reader ? { ...job, role: { ...job.role, series: reader.series } as FileRole } : job;
  });
  return { jobs: plain, readers: [...readers.values()] };
}

/** The remaining shared jobs. */
export function* commonJobs({ common, taken }: Pick<ParseShare, "common" | "taken">): Generator<number> {
  for (;;) {
    const index = common[Atomics.add(taken, 0, 1)];
    if (index === undefined) return;
    yield index;
  }
}

export async function parseJob({ source, role }: ParseJob, options: MarkdownOptions): Promise<Parsed> {
  const result = await parseText(source, role, options);
  return mayBeLeftOut(role) && hasErrors(result.diagnostics) ? leaveOut(source.path, result.diagnostics) : result;
}

/** Whether the series says that a proposal with errors is left out. */
export function mayBeLeftOut(role: FileRole | undefined): boolean {
  return role?.kind === "proposal" && role.series.onInvalid === "warn-and-skip";
}

/** A proposal's errors are warnings once it is left out. */
export function leaveOut(path: string, errors: readonly Diagnostic[]): Result<undefined> {
  const diagnostics = errors.map((d): Diagnostic => ({ ...d, severity: "warning" }));
  const place = { file: path, line: 1, column: 1 };
  const skipped = diagnose("proposal-skipped", "this proposal has errors and was left out", place);
  return { value: undefined, diagnostics: [...diagnostics, skipped] };
}
