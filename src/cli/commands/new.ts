/** `cipgen new TITLE`: creates the file of a new proposal. */

import { join } from "node:path";
import { isFolder } from "../../config/index.js";
import { askGit, findRepository, noRepository } from "../../content/read/git.js";
import { pathBelow } from "../../platform/path-below.js";
import { writeProposal } from "../api/new-proposal.js";
import { siteRoot } from "../api/site-root.js";
import { type CommandOutput, exitCode, localDay, printDiagnostics } from "./output.js";

interface NewOptions {
  root: string;
  category?: string;
  number?: string;
  author?: string;
  /** Id of a series; the first one by default. */
  series?: string;
}

/** @param today day of the proposal, `YYYY-MM-DD`. */
export async function newCommand(
  title: string,
  options: NewOptions,
  output: CommandOutput,
  today = localDay(new Date()),
): Promise<number> {
  const root = siteRoot(options.root);
  const author = options.author ?? (isFolder(root) ? await gitAuthor(root) : undefined);
  const { path, diagnostics } = await writeProposal(root, title, { ...options, author }, today);
  printDiagnostics(diagnostics, root, output);
  if (path !== undefined) output.result(`${pathBelow(process.cwd(), join(root, path))}\n`);
  return exitCode(diagnostics);
}

/** The author's name in git's configuration, if there is one. */
async function gitAuthor(root: string): Promise<string | undefined> {
  const repository = (await findRepository(root)) ?? noRepository(root);
  const name = await askGit(repository, ["config", "--get", "user.name"]).catch(() => "");
  return name.trim() || undefined;
}
