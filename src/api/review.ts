/** Reviews a change: its effect on a register, and its problems. Everything is read from git; no code of the change runs. */
import { posix } from "node:path";
import { checkRoot } from "../config/index.js";
import { loadCommittedConfig } from "../config/loading.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { readSettings } from "../lint/settings.js";
import { checkCacheFolder, openState } from "../pipeline/open-site.js";
import { knownDocuments, saveState } from "../pipeline/state.js";
import { type BlobStore, commitReader } from "../read/commit-reader.js";
import {
  dayOfPast,
  isSubmodule,
  locateInRepository,
  mergeBase,
  orderInHistory,
  readChanges,
  resolveCommit,
} from "../read/commits.js";
import { normalize } from "../review/needs.js";
import { reviewChange } from "../review/review.js";
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

  const store: BlobStore = new Map();
  const read = async (id: string) => ({ id, reader: await commitReader(repository, prefix, id, store) });
  const [older, newer, changes] = await Promise.all([read(base), read(head), readChanges(repository, base, head)]);
  const newest = tip === base ? older : await read(tip);
  const installed = {
    root,
    touched: changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])),
  };
  const origin = `commit ${base.slice(0, 12)}, the base of this review`;
  const loaded = await loadCommittedConfig(older.reader, origin, installed);
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
  const { review, textOf } = await reviewChange({
    root,
    config,
    configFile,
    settings: settings.value,
    base: older,
    head: newer,
    tip: newest,
    changes: ownChanges,
    actor: request.actor === undefined ? undefined : normalize(request.actor),
    today: request.today ?? (await dayOfPast(repository, head)) ?? new Date().toISOString().slice(0, 10),
    orderInHistory: (paths) => orderInHistory(repository, base, prefix, paths),
    state,
  });
  if (known === 0) saveState(state);
  const diagnostics = [...loaded.diagnostics, ...(ancestor === undefined ? [noAncestor(request.base, change)] : [])];
  const rules = settings.value.map(({ rule }) => rule);
  const isChanged = await changedLines(review.diagnostics, ownChanges, older.reader, newer.reader);
  return { value: { ...review, rules, textOf, isChanged, trailingSlash: config.trailingSlash }, diagnostics };
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
