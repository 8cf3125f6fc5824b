/** Parses all sources into documents. */
import { hash } from "node:crypto";
import type { SiteConfig } from "../config/index.js";
import { diagramLibrary } from "../content/formats/diagrams/index.js";
import type { MarkdownOptions } from "../content/formats/markdown/env.js";
import { checkSiteRules } from "../content/formats/markdown/render.js";
import { roleKey } from "../content/parse/document.js";
import { lowerSeverity } from "../platform/diagnostics/codes.js";
import { limitHeapGrowth } from "../platform/memory.js";
import { missingPackages } from "../platform/optional-packages.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document, SourceFile } from "../shared/document.js";
import { numbersPattern } from "../shared/proposal-number.js";
import { DocumentBodies } from "./bodies.js";
import type { Highlighter } from "./highlighter.js";
import type { Inputs } from "./inputs.js";
import { isBesideOld, leaveOut, mayBeLeftOut, type Parsed, type ParseJob, parseJobs } from "./parse-jobs.js";
import type { BuildState } from "./state.js";

interface Documents extends Result<Document[]> {
  bodies: DocumentBodies;
}

/** The inputs of parsing besides the text. */
export function markdownOptions(config: SiteConfig): MarkdownOptions {
  const { series, elsewhere, linkSchemes, maxFileSize, markdown, formats, codeDigest } = config;
  const labels = [...series.flatMap(({ mentions }) => mentions), ...elsewhere.map(({ label }) => label)];
  const usual: MarkdownOptions = {
    mentionLabels: [...new Set(labels)],
    mentionNumbers: numbersPattern(series),
    linkSchemes,
    maxFileSize,
    ...(formats.length > 0 && { formats, codeDigest }),
  };
  if (!addsToMarkdown(markdown)) return usual;
  return { ...usual, markdown, ...(markdown.rules.length > 0 && { codeDigest }) };
}

function addsToMarkdown(markdown: SiteConfig["markdown"]): boolean {
  const { containers, math, extras, rules, allow } = markdown;
  return [containers, Object.keys(math.macros), extras, rules, Object.keys(allow)].some(({ length }) => length > 0);
}

/** The result of parsing each text, by its path. It holds while the text, its role and all options of parsing are the same. */
export type ParsedTexts = Map<string, { hash: string; role: string; stamp: string; parsed: Parsed }>;

interface ParseRequest {
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  roles: Inputs["roles"];
  state: BuildState;
  highlighter?: Highlighter | undefined;
  /** See `LinkRequest`. */
  withoutBodies?: boolean | undefined;
}

/** From this number of texts on, the size of the heap of a single build matters more than the time of collecting garbage. */
const manyTexts = 3_000;

export async function parseAll(
  sources: readonly SourceFile[],
  { config, configFile, roles, state, highlighter, withoutBodies }: ParseRequest,
): Promise<Documents> {
  const configured = markdownOptions(config);
  const ruleProblems = checkSiteRules(configured, configFile);
  const options = ruleProblems.length === 0 ? configured : withoutRules(configured);
  const jobs = sources.flatMap((source): ParseJob[] => {
    const role = roles.get(source.path);
    return role ? [{ source, role }] : [];
  });
  if (jobs.length > manyTexts && !state.documents) limitHeapGrowth();
  const parse = (jobsToDo: readonly ParseJob[]) => parseJobs(jobsToDo, { options, highlighter, withoutBodies });
  const results = state.documents
    ? await parseChanged(jobs, parse, stampOf(options, config), state.documents)
    : await parse(jobs);
  // A server may need any page again.
  const uses = state.documents ? Number.POSITIVE_INFINITY : Object.keys(config.locales).length;
  const parsed = results.map(({ value }) => value);
  const bodies = new DocumentBodies(jobs, parsed, options, uses, highlighter);
  return {
    value: parsed.flatMap((text) => text?.facts ?? []),
    bodies,
    // The texts were parsed without the site's rules, so their findings may be false.
    diagnostics: ruleProblems.length > 0 ? ruleProblems : results.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Identifies everything that parsing depends on, except the text and its role. */
function stampOf(options: MarkdownOptions, { series, docs }: SiteConfig): string {
  return hash("sha256", JSON.stringify([options, series, docs, missingPackages([diagramLibrary])]));
}

/** Removes the site's rules for Markdown if they cannot be added to the parser: one error says so, not one for each text. */
function withoutRules({ markdown, ...options }: MarkdownOptions): MarkdownOptions {
  return { ...options, markdown: markdown && { ...markdown, rules: [] } };
}

/** Parses the texts that changed. @param texts gets the new results. Those of missing texts stay, because a text may come back. */
async function parseChanged(
  jobs: readonly ParseJob[],
  parse: (jobs: readonly ParseJob[]) => Promise<Parsed[]>,
  stamp: string,
  texts: ParsedTexts,
): Promise<Parsed[]> {
  const isUnchanged = ({ source, role }: ParseJob) => {
    const last = texts.get(source.path);
    return last?.hash === source.hash && last.stamp === stamp && last.role === roleKey(role);
  };
  const changed = jobs.filter((job) => !isUnchanged(job));
  for (const [index, parsed] of (await parse(changed)).entries()) {
    const { source, role } = changed[index] as ParseJob;
    texts.set(source.path, { hash: source.hash, role: roleKey(role), stamp, parsed });
  }
  return jobs.map(({ source }) => texts.get(source.path)?.parsed as Parsed);
}

/** Leaves out the proposals that are not UTF-8, if their series leaves out proposals with errors. */
export function readableTexts(
  { value, diagnostics }: Result<SourceFile[]>,
  { roles }: Pick<Inputs, "roles">,
): Result<SourceFile[]> {
  const isLeftOut = (path: string | undefined) => path !== undefined && mayBeLeftOut(roles.get(path));
  const unreadable = new Set(diagnostics.flatMap(({ file }) => (isLeftOut(file) ? [file] : [])));
  return {
    value: value.filter(({ path }) => !unreadable.has(path)),
    diagnostics: diagnostics.flatMap((problem) => {
      if (problem.file && unreadable.has(problem.file)) return leaveOut(problem.file, [problem]).diagnostics;
      return isBesideOld(roles.get(problem.file ?? "")) ? [lowerSeverity(problem)] : [problem];
    }),
  };
}
