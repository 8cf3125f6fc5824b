/**
 * Parses texts into documents in this thread and, if there are many, in a second one: each thread takes the next text
 * when it has finished one.
 */
import { type SentFunctions, type Series, sentFunctions } from "../config/index.js";
import { diagnose, lowered } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { seemsToHaveDiagram } from "../formats/diagrams/index.js";
import type { MarkdownOptions } from "../formats/markdown/env.js";
import { highlight } from "../formats/markdown/highlight.js";
import { type FileRole, parseText } from "../parse/document.js";
import { hasIdleCore, hasThreads, runThread } from "../runtime/threads.js";
import { encodeText } from "../search/saved-texts.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { ParsedFacts, SearchText, SourceFile } from "../shared/document.js";
import { type ParsedPart, withColors } from "../shared/html-parts.js";
import type { Highlighter } from "./highlighter.js";
import { makePauses } from "./pauses.js";

export interface ParseJob {
  source: SourceFile;
  role: FileRole;
}

/** A document in the form in which threads send it. */
export interface ParsedText extends ParsedFacts {
  html: ParsedPart[];
  text: SearchText;
}

/** Without a document if the text has errors; the diagnostics have them. */
export type Parsed = Result<ParsedText | undefined>;

/** The input of the second thread. */
export interface ParseShare {
  jobs: readonly ParseJob[];
  /** Those of the jobs: their functions are made again. */
  series: readonly SentFunctions<Series>[];
  options: SentFunctions<MarkdownOptions>;
  /** Indexes of jobs for that thread alone. */
  own: readonly number[];
  /** The shared jobs. */
  common: readonly number[];
  /** The number of shared jobs that were taken; both threads increment it. */
  taken: Int32Array;
}

/** Results of some jobs, by the job's index. */
export type ParsedBatch = [job: number, parsed: Parsed][];

/** The start of a thread takes as long as parsing this many characters. */
const fewCharacters = 1_000_000;
/** The thread that highlights takes as long to start as highlighting the code that texts of this many characters usually have. */
const charactersWithCode = 100_000;
/** The library for diagrams takes as long to load and to draw its first as parsing this many characters. */
const diagramCharacters = 600_000;

/** @returns the results in the order of the jobs. */
export async function parseJobs(
  jobs: readonly ParseJob[],
  options: MarkdownOptions,
  highlighter?: Highlighter,
): Promise<Parsed[]> {
  const results: Parsed[] = [];
  const characters = jobs.reduce((sum, { source }) => sum + source.text.length, 0);
  // The library for diagrams is large, so only one of the threads should load it.
  const drawn = [...jobs.keys()].filter((index) => seemsToHaveDiagram(jobs[index]?.source.text ?? ""));
  const work = characters + (drawn.length > 0 ? diagramCharacters : 0);
  const isLarge = work > fewCharacters && hasThreads() && hasIdleCore();
  const sent = isLarge ? withoutFunctions(jobs, options) : undefined;
  const others = new Set(sent && drawn);
  const common = [...jobs.keys()].filter((index) => !others.has(index));
  const share: Omit<ParseShare, "series" | "options"> = {
    jobs,
    own: [...others],
    common,
    taken: new Int32Array(new SharedArrayBuffer(4)),
  };
  const take = (batch: ParsedBatch) => {
    for (const [index, parsed] of batch) results[index] = parsed;
  };
  const help = sent && runThread("parse", { ...share, ...sent }, take);
  // It is awaited at the end; until then, a rejection must not count as unhandled.
  help?.catch(() => undefined);
  const helper = !sent && characters > charactersWithCode ? highlighter : undefined;
  helper?.start();
  const pause = makePauses(50);
  for (const index of commonJobs(share)) {
    const parsed = await parseJob(jobs[index] as ParseJob, options);
    if (parsed.value) helper?.add(parsed.value.html);
    results[index] = sent ? highlighted(parsed) : parsed;
    await pause();
  }
  helper?.finish();
  await help;
  return results;
}

/** @returns jobs in a form for the thread; undefined if one needs a function that only this thread has. */
function withoutFunctions(
  jobs: readonly ParseJob[],
  options: MarkdownOptions,
): Pick<ParseShare, "jobs" | "series" | "options"> | undefined {
  const all = [...new Set(jobs.flatMap(({ role }) => ("series" in role ? [role.series] : [])))];
  const sent = new Map(all.map((series) => [series, sentFunctions(series)]));
  const sentOptions = sentFunctions(options);
  const series = [...sent.values()].filter((one) => one !== undefined);
  if (series.length < all.length || !sentOptions) return undefined;
  return {
    jobs: jobs.map((job): ParseJob => {
      const { role } = job;
      return "series" in role ? { ...job, role: { ...role, series: sent.get(role.series)?.value } as FileRole } : job;
    }),
    series,
    options: sentOptions,
  };
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
  const { value, diagnostics } = await parseText(source, role, options);
  // What a rule of the site throws is no fault of the text.
  const isSiteFault = diagnostics.some(({ code }) => code === "site-code-failed");
  if (mayBeLeftOut(role) && !isSiteFault && hasErrors(diagnostics)) return leaveOut(source.path, diagnostics);
  if (!value) return { value, diagnostics };
  const { facts, own, body } = value;
  return { value: { facts, own, html: body.html, text: encodeText(body.sections) }, diagnostics };
}

/** The same with colours in code: where texts are shared out, each thread highlights its own. */
export function highlighted({ value, diagnostics }: Parsed): Parsed {
  return { value: value && { ...value, html: withColors(value.html, highlight) }, diagnostics };
}

/** Whether the series leaves out proposals with errors. */
export function mayBeLeftOut(role: FileRole | undefined): boolean {
  return role?.kind === "proposal" && role.series.onInvalid === "warn-and-skip";
}

/** The errors of a proposal that is left out become warnings. */
export function leaveOut(path: string, errors: readonly Diagnostic[]): Result<undefined> {
  const diagnostics = errors.map(lowered);
  const place = { file: path, line: 1, column: 1 };
  const skipped = diagnose("proposal-skipped", "this proposal has errors and was left out", place);
  return { value: undefined, diagnostics: [...diagnostics, skipped] };
}
