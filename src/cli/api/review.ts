/** Reviews the effect of a change on a register, and its problems. All files are read from git, and no code of the change runs. */

import { join, posix } from "node:path";
import { isScript } from "../../build/input-folders.js";
import { checkRoot, configFileNames } from "../../config/index.js";
import { loadConfig } from "../../config/loading.js";
import {
  dayOfPastCommit,
  isSubmodule,
  locateInRepository,
  mergeBase,
  orderInHistory,
  readChanges,
  resolveCommit,
} from "../../content/read/commits.js";
import { askGit, type GitRepository } from "../../content/read/git.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import { withTemporaryFolder } from "../../platform/temporary-folder.js";
import type { ReviewRequest, ReviewResult } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { readSettings } from "../../tools/lint/settings.js";
import { type Commit, CommitFolder, readCommit, unreadFindings } from "../../tools/review/commit-files.js";
import { normalizeHandle } from "../../tools/review/needs.js";
import { reviewChange } from "../../tools/review/review.js";
import { sourcePlaces } from "../../tools/review/revision.js";
import { siteRoot } from "./site-root.js";

/** The result of a review without `ok`, which depends on all of its diagnostics. */
type Outcome = Omit<ReviewResult, "ok">;

const nothing: Outcome = {
  base: "",
  head: "",
  proposals: [],
  files: [],
  needs: [],
  diagnostics: [],
  rules: [],
  trailingSlash: false,
  textOf: () => undefined,
  isChanged: () => true,
};

export async function review(request: ReviewRequest): Promise<ReviewResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown): Result<Outcome> => ({ value: nothing, diagnostics: [machineFailure(error, root)] });
  const run = (top: string) => compare(root, request, top);
  const { value, diagnostics: refusals } = await withTemporaryFolder("cipgen-review-", run).catch(failed);
  const diagnostics = [...refusals, ...value.diagnostics];
  return { ok: !hasErrors(diagnostics), ...value, diagnostics };
}

/** @param top absolute path of a private folder. */
async function compare(root: string, request: ReviewRequest, top: string): Promise<Result<Outcome>> {
  const refused = (...diagnostics: Diagnostic[]): Result<Outcome> => ({ value: nothing, diagnostics });
  const { head: change = "HEAD" } = request;
  const problem = checkRequest(request) ?? checkRoot(root);
  if (problem) return refused(problem);
  const located = await locateSite(root);
  if ("code" in located) return refused(located);
  const { repository, prefix } = located;
  const [tip, headId] = await Promise.all([resolveCommit(repository, request.base), resolveCommit(repository, change)]);
  if (tip === undefined) return refused(noCommit("--base", request.base));
  if (headId === undefined) return refused(noCommit("--head", change));
  const ancestor = await mergeBase(repository, tip, headId);
  const base = await readCommit(repository, ancestor ?? tip);
  const head = await readCommit(repository, headId, base);
  const [newest, changes] = await Promise.all([
    tip === base.id ? base : readCommit(repository, tip),
    readChanges(repository, base.id, headId),
  ]);
  const touched = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  const folder = new CommitFolder(repository, top);
  const loaded = await loadConfig(join(top, prefix), {
    origin: `commit ${base.id.slice(0, 12)}, the base of this review`,
    top,
    provide: (start) => {
      const files = [...base.files].filter(([path]) => path.startsWith(start) && isScript(path));
      return folder.addFiles(files, Number.POSITIVE_INFINITY);
    },
    checkout: root,
    touched,
    hasLocalPackages: () => hasLocalPackages(repository, base),
  });
  const configFile = configFileNames.find((name) => base.files.has(posix.join(prefix, name))) ?? "";
  const { value: config } = loaded;
  if (!config) return refused(...loaded.diagnostics);
  if (request.previewUrl !== undefined && new URL(request.previewUrl).origin === new URL(config.url).origin)
    return refused(ownPreview(request.previewUrl));
  const settings = readSettings(config, configFile);
  if (hasErrors(settings.diagnostics)) return refused(...settings.diagnostics);

  const siteChanges = changes.map(({ from, ...treeChange }) => ({
    ...treeChange,
    path: posix.relative(prefix, treeChange.path),
    ...(from !== undefined && { from: posix.relative(prefix, from) }),
  }));
  const { review, textOf } = await reviewChange({
    folder,
    prefix,
    config,
    configFile,
    settings: settings.value,
    base,
    head,
    tip: newest,
    changes: siteChanges,
    unread: unreadFindings(base, head, touched, sourcePlaces(config, prefix), prefix),
    actor: request.actor === undefined ? undefined : normalizeHandle(request.actor),
    today: request.today ?? (await dayOfPastCommit(repository, headId)) ?? new Date().toISOString().slice(0, 10),
    orderInHistory: (paths) => orderInHistory(repository, base.id, prefix, paths),
  });
  const diagnostics = ancestor === undefined ? [noAncestor(request.base, change)] : [];
  const rules = settings.value.map(({ rule }) => rule);
  const changed = new Set(siteChanges.map(({ path }) => path));
  const isChanged = (file: string) => changed.has(file);
  return { value: { ...review, rules, textOf, isChanged, trailingSlash: config.trailingSlash }, diagnostics };
}

/** The repository that a site is in, and the site's folder there; a problem if no review is possible there. */
async function locateSite(root: string): Promise<{ repository: GitRepository; prefix: string } | Diagnostic> {
  const located = await locateInRepository(root);
  if (!located) {
    const help = "A review compares two commits: run it in a clone of the register's repository.";
    return diagnose("config-reference", `${root} is not in a git repository`, { help });
  }
  if (!(await isSubmodule(located.repository))) return located;
  const help = "A change may put any repository there: run the review in a clone of the register's own repository.";
  return diagnose("config-reference", `${root} is in a submodule of another repository`, { help });
}

/** Whether a commit may have packages in its own folders, as with workspaces or `file:`. */
async function hasLocalPackages(repository: GitRepository, { files }: Commit): Promise<boolean> {
  const manifests = [...files].filter(([path]) => /(^|\/)package\.(json5?|yaml)$/.test(path));
  const texts = await Promise.all(manifests.map(([, id]) => askGit(repository, ["cat-file", "blob", id])));
  const isLocal = (text: string) => /\bworkspaces\b|\b(file|link|portal|workspace):/.test(text);
  return texts.some(isLocal) || [...files.keys()].some((path) => posix.basename(path) === "pnpm-workspace.yaml");
}

function checkRequest({ actor, previewUrl }: ReviewRequest): Diagnostic | undefined {
  if (actor !== undefined && !/^@?[\w.-]+(\[bot\])?$/.test(actor))
    return diagnose("config-invalid", `--actor: "${actor}" is not a handle`, { help: "Write it as @name." });
  if (previewUrl !== undefined && !(URL.canParse(previewUrl) && /^https?:$/.test(new URL(previewUrl).protocol)))
    return diagnose("config-invalid", `--preview-url: "${previewUrl}" is not an http(s) URL`);
  return undefined;
}

function ownPreview(url: string): Diagnostic {
  const message = `--preview-url: ${url} is on the origin of the register itself`;
  const help = "Publish previews on another host: pages of strangers must not share its origin.";
  return diagnose("config-invalid", message, { help });
}

function noAncestor(base: string, head: string): Diagnostic {
  const message = `${base} and ${head} have no common ancestor here, so they are compared with each other: what was merged since is shown as removed`;
  return diagnose("review-no-ancestor", message, { help: "In CI, fetch the whole history: fetch-depth: 0." });
}

function noCommit(option: string, ref: string): Diagnostic {
  const help = "Name a branch, a tag or an id that this clone has. In CI, fetch the whole history: fetch-depth: 0.";
  return diagnose("config-reference", `${option}: there is no commit "${ref}"`, { help });
}
