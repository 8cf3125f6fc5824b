/** `cipgen review`: reports the effect of a change on a register, and its problems, in the requested format. */
import { resolve } from "node:path";
import { review } from "../api/review.js";
import { rules } from "../lint/rules/index.js";
import { reviewMarkdown } from "../review/markdown.js";
import { reviewJson, reviewNotes, reviewText } from "../review/report.js";
import type { ReviewRequest, ReviewResult } from "../shared/api.js";
import { type CommandOutput, exitCode, printReport, type ReviewFormat } from "./output.js";

export interface ReviewOptions extends ReviewRequest {
  root: string;
  format: ReviewFormat;
}

export async function reviewCommand(options: ReviewOptions, output: CommandOutput): Promise<number> {
  const result = await review(options);
  printReview(result, options, output);
  return exitCode(result.diagnostics);
}

export function printReview(result: ReviewResult, options: ReviewOptions, output: CommandOutput): void {
  const { textOf, trailingSlash, diagnostics } = result;
  const { format, previewUrl } = options;
  if (format === "json") output.result(reviewJson(result));
  else if (format === "text") output.result(reviewText(result, textOf));
  else if (format === "markdown") output.result(reviewMarkdown(result, { previewUrl, trailingSlash }));
  else
    printReport(format, diagnostics, resolve(options.root), output, {
      command: "review",
      rules,
      readText: textOf,
      notes: reviewNotes(result),
    });
}
