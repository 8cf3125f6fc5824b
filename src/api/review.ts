/** Reviews a change: its effect on a register, and its problems. Everything is read from git; no code of the change runs. */
import { join, posix } from "node:path";
import { checkRoot, configFileNames, type SiteConfig } from "../config/index.js";
import { loadConfig } from "../config/loading.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { readSettings } from "../lint/settings.js";
import { isScript } from "../pipeline/input-places.js";
import { checkCacheFolder, openState } from "../pipeline/open-site.js";
import { knownDocuments, saveState } from "../pipeline/state.js";
import {
  dayOfPast,
  isSubmodule,
  locateInRepository,
  mergeBase,
  orderInHistory,
  readBlobs,
  readChanges,
  resolveCommit,
  type TreeChange,
} from "../read/commits.js";
import { type GitPlace, streamBlobs } from "../read/git.js";
import { type Commit, CommitFolder, readCommit, unreadFindings } from "../review/commit-files.js";
import { normalize } from "../review/needs.js";
import { reviewChange } from "../review/review.js";
import { sourcePlaces } from "../review/revision.js";
import { pathBelow } from "../runtime/path-below.js";
import { withTemporaryFolder } from "../runtime/temporary-folder.js";
import type { ReviewRequest, ReviewResult } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { changedLines, noCommit } from "./changed-lines.js";
import { siteRoot } from "./site-root.js";

/** The result of a review, before it is judged. */
type Reviewed = Omit<ReviewResult, "ok">;

const nothing: Reviewed = {
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
  const failed = (error: unknown): Result<Reviewed> => ({ value: nothing, diagnostics: [machineFailure(error, root)] });
  const { value, diagnostics: refusals } = await run(root, request).catch(failed);
  const diagnostics = [...refusals, ...value.diagnostics];
  return { ok: !hasErrors(diagnostics), ...value, diagnostics };
}

async function run(root: string, request: ReviewRequest): Promise<Result<Reviewed>> {
  const refused = (...diagnostics: Diagnostic[]): Result<Reviewed> => ({ value: nothing, diagnostics });
  const { head: change = "HEAD" } = request;
  const wrong = checkRequest(request) ?? checkRoot(root) ?? checkCacheFolder(request.cacheDir);
  if (wrong) return refused(wrong);
  const place = await locateInRepository(root);
  if (!place) {
    const help = "A review compares two commits: run it in a clone of the register's repository.";
    return refused(diagnose("config-reference", `${root} is not in a git repository`, { help }));
  }
  const { repository, prefix } = place;
  if (await isSubmodule(repository)) {
    const help = "A change may put any repository there: run the review in a clone of the register's own repository.";
    return refused(diagnose("config-reference", `${root} is in a submodule of another repository`, { help }));
  }
  const [tip, head] = await Promise.all([resolveCommit(repository, request.base), resolveCommit(repository, change)]);
  if (tip === undefined) return refused(noCommit("--base", request.base));
  if (head === undefined) return refused(noCommit("--head", change));
  const ancestor = await mergeBase(repository, tip, head);
  const base = ancestor ?? tip;

  const older = await readCommit(repository, base);
  const [newer, newest, changes] = await Promise.all([
    readCommit(repository, head, older),
    tip === base ? older : readCommit(repository, tip),
    readChanges(repository, base, head),
  ]);
  const { value, diagnostics } = await withTemporaryFolder("cipgen-review-", (top) =>
    compare(request, { root, repository, prefix, base: older, head: newer, tip: newest, changes, top }),
  );
  return { value, diagnostics: [...diagnostics, ...(ancestor ? [] : [noAncestor(request.base, change)])] };
}

/** The two commits, and where to write their files. */
interface Comparison {
  root: string;
  repository: GitPlace;
  prefix: string;
  base: Commit;
  head: Commit;
  tip: Commit;
  /** From the top of the repository. */
  changes: readonly TreeChange[];
  /** Absolute path of a private folder. */
  top: string;
}

async function compare(request: ReviewRequest, comparison: Comparison): Promise<Result<Reviewed>> {
  const refused = (...diagnostics: Diagnostic[]): Result<Reviewed> => ({ value: nothing, diagnostics });
  const { root, repository, prefix, base, head, changes } = comparison;
  const folder = new CommitFolder(repository, comparison.top);
  const touched = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  const loaded = await loadBaseConfig(folder, comparison, touched);
  if (!loaded.value) return refused(...loaded.diagnostics);
  const { config, file: configFile } = loaded.value;
  if (request.previewUrl !== undefined && new URL(request.previewUrl).origin === new URL(config.url).origin)
    return refused(ownPreview(request.previewUrl));
  const settings = readSettings(config, configFile);
  if (hasErrors(settings.diagnostics)) return refused(...loaded.diagnostics, ...settings.diagnostics);

  const state = await openState(root, { cacheDir: request.cacheDir });
  const known = knownDocuments(state).size;
  const inSite = (path: string) => posix.relative(prefix, path);
  const ownChanges = changes.map((one) => ({
    ...one,
    path: inSite(one.path),
    ...(one.from !== undefined && { from: inSite(one.from) }),
  }));
  const targets = await linkTargets(repository, head);
  const { review, textOf } = await reviewChange({
    ...comparison,
    folder,
    config,
    configFile,
    settings: settings.value,
    changes: ownChanges,
    unread: unreadFindings({ base, head, targets, changed: touched, places: sourcePlaces(config, prefix), prefix }),
    actor: request.actor === undefined ? undefined : normalize(request.actor),
    today: request.today ?? (await dayOfPast(repository, head.id)) ?? new Date().toISOString().slice(0, 10),
    orderInHistory: (paths) => orderInHistory(repository, base.id, prefix, paths),
    state,
  });
  if (known === 0) saveState(state);
  const rules = settings.value.map(({ rule }) => rule);
  const textIn = async ({ files }: Commit, path: string) => {
    const id = files.get(posix.join(prefix, path));
    return id === undefined ? undefined : (await readBlobs(repository, [id])).get(id)?.toString("utf8");
  };
  const isChanged = await changedLines(
    review.diagnostics,
    ownChanges,
    (path) => textIn(base, path),
    (path) => textIn(head, path),
  );
  const value = { ...review, rules, textOf, isChanged, trailingSlash: config.trailingSlash };
  return { value, diagnostics: loaded.diagnostics };
}

/** The configuration of the base and the name of its file, or undefined with diagnostics. */
async function loadBaseConfig(
  folder: CommitFolder,
  { root, prefix, base }: Comparison,
  touched: readonly string[],
): Promise<Result<{ config: SiteConfig; file: string } | undefined>> {
  const origin = `commit ${base.id.slice(0, 12)}, the base of this review`;
  const files = configFileNames.filter((name) => base.files.has(posix.join(prefix, name)));
  const [file] = files;
  if (file === undefined) {
    const help = `The configuration is read from there, so that no code of a change runs. Looked for ${configFileNames.join(", ")}.`;
    const missing = diagnose("config-missing", `there is no cipgen.config.ts in ${origin}`, { help });
    return { value: undefined, diagnostics: [missing] };
  }
  const write = (isWanted: (path: string) => boolean) =>
    folder.add(
      [...base.files].filter(([path]) => isWanted(path)),
      Number.POSITIVE_INFINITY,
    );
  await write((path) => files.includes(posix.relative(prefix, path)));
  const provide = (place: string) => {
    const name = pathBelow(folder.top, place);
    const start = name.replace(/\.\w+$/, "");
    return write((path) => path === name || (path.startsWith(start) && isScript(path)));
  };
  const { top } = folder;
  const { value, diagnostics } = await loadConfig(join(top, prefix), { origin, top, provide, checkout: root, touched });
  return { value: value && { config: value, file }, diagnostics };
}

/** Bytes of the longest target that a system follows; in a commit, a link may have any content. */
const longestTarget = 4_096;

async function linkTargets(repository: GitPlace, { links }: Commit): Promise<Map<string, string>> {
  const paths = [...links.keys()];
  const targets = new Map<string, string>();
  await streamBlobs(repository, [...links.values()], longestTarget, (index, target) => {
    targets.set(paths[index] ?? "", typeof target === "string" ? target : "");
  });
  return targets;
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
  const message = `${base} and ${head} have no common ancestor here, so they are compared with each other: what was merged meanwhile is shown as taken back`;
  return diagnose("review-no-ancestor", message, { help: "In CI, fetch the whole history: fetch-depth: 0." });
}
