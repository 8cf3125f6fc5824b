/**
 * Parses texts into documents, one after the other, while a thread highlights their code. Several threads for parsing
 * would save nothing for the 949 EIPs and 1% for 10,000 texts, because each compiles the parser anew.
 */

import type { MarkdownOptions } from "../content/formats/markdown/env.js";
import { type FileRole, parseText } from "../content/parse/document.js";
import { encodeSections } from "../output/search/page.js";
import { diagnose, lowerSeverity } from "../platform/diagnostics/codes.js";
import { hasErrors } from "../platform/diagnostics/report.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { ParsedFacts, SearchText, SourceFile } from "../shared/document.js";
import type { ParsedPart } from "../shared/html-parts.js";
import type { Highlighter } from "./highlighter.js";
import { makePauses } from "./pauses.js";

export interface ParseJob {
  source: SourceFile;
  role: FileRole;
}

/** A document with its body, unless that is not wanted. */
export interface ParsedText extends ParsedFacts {
  body?: { html: ParsedPart[]; text: SearchText };
}

interface ParseOptions {
  options: MarkdownOptions;
  highlighter?: Highlighter | undefined;
  /** See `LinkRequest`. */
  withoutBodies?: boolean | undefined;
}

/** The result of a job: undefined with diagnostics if the text has no document. */
export type Parsed = Result<ParsedText | undefined>;

/** Texts with fewer characters in all have so little code that the start of the thread would take longer than highlighting. */
const minimumForThread = 100_000;

/** @returns the results in the order of the jobs. */
export async function parseJobs(
  jobs: readonly ParseJob[],
  { options, highlighter, withoutBodies = false }: ParseOptions,
): Promise<Parsed[]> {
  const results: Parsed[] = [];
  const characters = jobs.reduce((sum, { source }) => sum + source.text.length, 0);
  const startedHighlighter = characters > minimumForThread ? highlighter : undefined;
  startedHighlighter?.start();
  const pause = makePauses(50);
  for (const job of jobs) {
    const parsed = await parseJob(job, options, withoutBodies);
    if (parsed.value?.body) startedHighlighter?.add(parsed.value.body.html);
    results.push(parsed);
    await pause();
  }
  startedHighlighter?.finish();
  return results;
}

async function parseJob({ source, role }: ParseJob, options: MarkdownOptions, withoutBodies: boolean): Promise<Parsed> {
  const { value, diagnostics } = await parseText(source, role, options);
  // An error that a rule of the site throws is no fault of the text.
  const isSiteFault = diagnostics.some(({ code }) => code === "site-code-failed");
  if (mayBeLeftOut(role) && !isSiteFault && hasErrors(diagnostics)) return leaveOut(source.path, diagnostics);
  const judged = isBesideOld(role) && !isSiteFault ? diagnostics.map(lowerSeverity) : diagnostics;
  if (!value) return { value, diagnostics: judged };
  const { body, ...facts } = value;
  if (withoutBodies) return { value: facts, diagnostics: judged };
  return { value: { ...facts, body: { html: body.html, text: encodeSections(body.sections) } }, diagnostics: judged };
}

/** Whether a text is beside proposals of a series that is lenient with old ones. */
export const isBesideOld = (role: FileRole | undefined) => role?.kind === "companion" && role.series.hasLegacy;

/** Whether the series leaves out proposals with errors. */
export function mayBeLeftOut(role: FileRole | undefined): boolean {
  return role?.kind === "proposal" && role.series.hasLegacy;
}

/** Leaves out a proposal with errors: they become warnings, and another warning says that it is left out. */
export function leaveOut(path: string, errors: readonly Diagnostic[]): Result<undefined> {
  const diagnostics = errors.map(lowerSeverity);
  const location = { file: path, line: 1, column: 1 };
  const skipped = diagnose("proposal-skipped", "this proposal has errors and was left out", location);
  return { value: undefined, diagnostics: [...diagnostics, skipped] };
}
