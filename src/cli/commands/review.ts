/** `cipgen review`: reports the effect of a change on a register, and its problems, in the requested format. */
import { resolve } from "node:path";
import type { ReviewRequest, ReviewResult } from "../../shared/api.js";
import { reviewMarkdown } from "../../tools/review/markdown.js";
import { reviewJson, reviewNotes, reviewText } from "../../tools/review/report.js";
import { review } from "../api/review.js";
import { type CommandOutput, exitCode, printReports, type ReportOptions, reportText } from "./output.js";

export interface ReviewOptions extends ReviewRequest, ReportOptions {
  root: string;
}

export async function reviewCommand(options: ReviewOptions, output: CommandOutput): Promise<number> {
  const result = await review(options);
  printReview(result, options, output);
  return exitCode(result.diagnostics);
}

export function printReview(result: ReviewResult, options: ReviewOptions, output: CommandOutput): void {
  const { rules, textOf, isChanged, trailingSlash, diagnostics } = result;
  const { previewUrl, root } = options;
  const context = { command: "review", rules, readText: textOf, notes: reviewNotes(result), isChanged };
  printReports(options, output, (format) => {
    if (format === "json") return reviewJson(result);
    if (format === "text") return reviewText(result, textOf);
    if (format === "markdown") return reviewMarkdown(result, { previewUrl, trailingSlash });
    return reportText(format, diagnostics, resolve(root), context);
  });
}
