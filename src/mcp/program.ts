/**
 * What the server needs of the rest of the program, which is another script of dist/ (esbuild.config.js) and is loaded when sources are read: over a
 * built site and an address the server starts without it.
 */

import type { LiveFiles } from "../api/live-files.js";
import type { PlannedProposal } from "../api/new-proposal.js";
import type { LintRequest, LintResult, NewProposalRequest } from "../shared/api.js";
import type { Result } from "../shared/diagnostic.js";

export async function openLiveFiles(root: string): Promise<Result<LiveFiles | undefined>> {
  return (await import("../api/live-files.js")).openLiveFiles(root);
}

export async function lint(request: LintRequest): Promise<LintResult> {
  return (await import("../api/lint.js")).lint(request);
}

export async function planProposal(request: NewProposalRequest): Promise<PlannedProposal> {
  return (await import("../api/new-proposal.js")).planProposal(request);
}

/** The folder of the site that a folder is in, if it is in one. */
export async function findRoot(folder: string): Promise<string | undefined> {
  return (await import("../config/index.js")).findRoot(folder);
}
