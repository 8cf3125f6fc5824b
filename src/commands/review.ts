/** `cipgen review`: what a change does to a register, and what stands against it. Everything is read from git; nothing of the change is run. */
import { posix, resolve } from "node:path";
import { loadCommittedConfig } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { type ReportFormat, reportFormats } from "../diagnostics/reporters/index.js";
import { rules } from "../lint/rules/index.js";
import { readSettings } from "../lint/settings.js";
import { openState } from "../pipeline/open-site.js";
import { knownDocuments, saveState } from "../pipeline/state.js";
import { type BlobStore, commitReader } from "../read/commit-reader.js";
import { mergeBase, pathInRepository, readChanges, resolveCommit } from "../read/commits.js";
import { reviewMarkdown } from "../review/markdown.js";
import { normalize } from "../review/needs.js";
import { reviewJson, reviewNotes, reviewText } from "../review/report.js";
import { reviewChange } from "../review/review.js";
import type { Review } from "../review/types.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { exitCode, type Output, printReport } from "./output.js";

export type ReviewFormat = ReportFormat | "markdown";
export const reviewFormats: ReviewFormat[] = [...reportFormats, "markdown"];

export interface ReviewOptions {
  root: string;
  /** What the change is meant for, and what it is: whatever git takes for a commit. */
  base: string;
  head: string;
  /** Handle of the person who proposes the change. */
  actor?: string;
  previewUrl?: string;
  /** See `SiteOptions`. */
  cacheDir?: string;
  format: ReviewFormat;
}

/** What a review came to, before it takes a form. */
export interface ReviewOutcome {
  review: Review;
  /** Whether the site's addresses end with a slash. */
  trailingSlash: boolean;
  /** Texts of the newer commit. */
  textOf(path: string): string | undefined;
}

export async function reviewCommand(options: ReviewOptions, output: Output): Promise<number> {
  const outcome = await runReview(options, new Date().toISOString().slice(0, 10));
  printReview(outcome, options, output);
  return exitCode(outcome.review.diagnostics);
}

/** @param today `YYYY-MM-DD`: deadlines are held against it. */
export async function runReview(options: ReviewOptions, today: string): Promise<ReviewOutcome> {
  const failed = (error: unknown): Result<ReviewOutcome> => ({ value: nothing, diagnostics: [machineFailure(error)] });
  const { value, diagnostics } = await run(resolve(options.root), options, today).catch(failed);
  return { ...value, review: { ...value.review, diagnostics: [...diagnostics, ...value.review.diagnostics] } };
}

export function printReview(outcome: ReviewOutcome, options: ReviewOptions, output: Output): void {
  const { review, textOf, trailingSlash } = outcome;
  const { format, previewUrl } = options;
  if (format === "json") output.result(reviewJson(review));
  else if (format === "text") output.result(reviewText(review, textOf));
  else if (format === "markdown") output.result(reviewMarkdown(review, { previewUrl, trailingSlash }));
  else
    printReport(format, review.diagnostics, resolve(options.root), output, {
      command: "review",
      rules,
      readText: textOf,
      notes: reviewNotes(review),
    });
}

const nothing: ReviewOutcome = {
  review: { base: "", head: "", proposals: [], files: [], needs: [], diagnostics: [] },
  trailingSlash: false,
  textOf: () => undefined,
};

async function run(root: string, options: ReviewOptions, today: string): Promise<Result<ReviewOutcome>> {
  const refused = (...diagnostics: Diagnostic[]): Result<ReviewOutcome> => ({ value: nothing, diagnostics });
  const wrong = checkOptions(options);
  if (wrong) return refused(wrong);
  const prefix = await pathInRepository(root);
  if (prefix === undefined) {
    const help = "A review compares two commits: run it in a clone of the register's repository.";
    return refused(diagnose("config-reference", `${root} is in no git repository`, { help }));
  }
  const [tip, head] = await Promise.all([resolveCommit(root, options.base), resolveCommit(root, options.head)]);
  if (tip === undefined) return refused(noCommit("--base", options.base));
  if (head === undefined) return refused(noCommit("--head", options.head));
  const ancestor = await mergeBase(root, tip, head);
  const base = ancestor ?? tip;

  const store: BlobStore = new Map();
  const read = async (id: string) => ({ id, reader: await commitReader(root, prefix, id, store) });
  const [older, newer, changes] = await Promise.all([read(base), read(head), readChanges(root, base, head)]);
  const newest = tip === base ? older : await read(tip);
  const loaded = await loadCommittedConfig(older.reader, `commit ${base.slice(0, 12)}, the base of this review`);
  if (!loaded.value) return refused(...loaded.diagnostics);
  const { config, file: configFile } = loaded.value;
  const settings = readSettings(rules, config, configFile);
  if (hasErrors(settings.diagnostics)) return refused(...loaded.diagnostics, ...settings.diagnostics);

  const state = await openState(root, { cacheDir: options.cacheDir });
  const known = knownDocuments(state).size;
  const inSite = (path: string) => posix.relative(prefix, path);
  const { review, textOf } = await reviewChange({
    root,
    config,
    configFile,
    settings: settings.value,
    base: older,
    head: newer,
    tip: newest,
    changes: changes.map((change) => ({
      ...change,
      path: inSite(change.path),
      ...(change.from !== undefined && { from: inSite(change.from) }),
    })),
    actor: options.actor === undefined ? undefined : normalize(options.actor),
    today,
    state,
  });
  if (known === 0) saveState(state);
  const diagnostics = [...loaded.diagnostics, ...(ancestor === undefined ? [noAncestor(options)] : [])];
  return { value: { review, textOf, trailingSlash: config.trailingSlash }, diagnostics };
}

function checkOptions({ actor, previewUrl }: ReviewOptions): Diagnostic | undefined {
  if (actor !== undefined && !/^@?[\w.-]+(\[bot\])?$/.test(actor))
    return diagnose("config-invalid", `--actor: "${actor}" is no handle`, { help: "Write it as @name." });
  if (previewUrl !== undefined && !(URL.canParse(previewUrl) && /^https?:$/.test(new URL(previewUrl).protocol)))
    return diagnose("config-invalid", `--preview-url: "${previewUrl}" is no http(s) URL`);
  return undefined;
}

function noCommit(option: string, ref: string): Diagnostic {
  const help = "Name a branch, a tag or an id that this clone has. In CI, fetch the whole history: fetch-depth: 0.";
  return diagnose("config-reference", `${option}: there is no commit "${ref}"`, { help });
}

function noAncestor({ base, head }: ReviewOptions): Diagnostic {
  const message = `${base} and ${head} have no common ancestor here, so they are compared with each other: what was merged meanwhile is shown as taken back`;
  return diagnose("review-no-ancestor", message, { help: "In CI, fetch the whole history: fetch-depth: 0." });
}
