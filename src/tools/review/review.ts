/** Compares two commits of a register: the effect of a change on proposals, its new problems, and the findings of the older commit's process. */

import { posix } from "node:path";
import { type BuildState, emptyState } from "../../build/state.js";
import { formatNumber, type Series } from "../../config/index.js";
import { openProcess } from "../../config/loading.js";
import { hasNumbersInNames, readFileName } from "../../content/parse/file-name.js";
import type { TreeChange } from "../../content/read/commits.js";
import type { KnownSources } from "../../content/read/sources.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { nextNumber } from "../../shared/proposal-number.js";
import type { Need, Review, ReviewedProposal } from "../../shared/review.js";
import { withoutTextExtension } from "../../shared/text-format.js";
import { countFindings, subtractFindings } from "../lint/baseline.js";
import type { ProposalChange } from "./changes.js";
import { changedFields, pairProposals } from "./changes.js";
import type { Commit } from "./commit-files.js";
import { type Asset, assetsOf, fileChanges, processFiles } from "./files.js";
import { needOfOwner, needsOf, needsOfProcess } from "./needs.js";
import { judge } from "./process.js";
import { type Revision, type RevisionOptions, readRevision, type Yardstick } from "./revision.js";
import { duplicateNumbersIn, everythingOld, formerPaths, laterDoubles, seniorityFrom } from "./seniority.js";
import { changedSections, diffBodies } from "./text-changes.js";

interface CommitReviewRequest extends Yardstick {
  /** The first and the last commit of the change, and the newest commit of the target branch. */
  base: Commit;
  head: Commit;
  tip: Commit;
  /** From base to head, relative to the site's root. */
  changes: readonly TreeChange[];
  /** What of the head is not read. */
  unread: readonly Diagnostic[];
  /** Handle of the person who proposes the change. */
  actor?: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** The order in which texts of the base came in, by path; without those of which that is not known. */
  orderInHistory(paths: readonly string[]): Promise<Map<string, number>>;
}

interface CommitReviewResult {
  review: Review;
  /** Texts of the head, for reports that show lines. */
  textOf(path: string): string | undefined;
}

export async function reviewChange(request: CommitReviewRequest): Promise<CommitReviewResult> {
  const { config, actor } = request;
  const older = new Set(request.changes.map(({ from, path }) => from ?? path));
  const newer = new Set(request.changes.map(({ path }) => path));
  // Most texts are the same in both commits.
  const state: BuildState = { ...emptyState(), documents: new Map() };
  const sources: KnownSources = new Map();
  const ofBase: RevisionOptions = {
    changed: older,
    state,
    sources,
    seniority: everythingOld(),
    isNew: () => false,
  };
  let base = await readRevision(request, request.base, ofBase);
  const doubles = duplicateNumbersIn(base.linked);
  // Only the history says which of two old texts had their number first.
  const order = doubles.length > 0 ? await request.orderInHistory(doubles) : new Map<string, number>();
  if (order.size > 0) base = await readRevision(request, request.base, { ...ofBase, seniority: everythingOld(order) });
  const former = formerPaths(request.changes);
  // A text that was left out had only its first problem reported: what else is wrong in it is as old.
  const leftOut = new Set(base.findings.flatMap(({ code, file }) => (code === "proposal-skipped" ? [file] : [])));
  for (const path of [...older, ...newer]) sources.delete(path);
  const head = await readRevision(request, request.head, {
    changed: newer,
    state,
    sources,
    seniority: seniorityFrom(base.linked, former, order),
    isNew: (path) => !leftOut.has(former(path)),
  });

  const changes = [...request.changes, ...changesByIncludes(base, head, newer)];
  const pairs = pairProposals(changes, base.linked, head.linked);
  const files = fileChanges(request.changes);
  const texts = new Set(pairs.flatMap(({ before, after }) => [before?.path, after?.path]));
  // The text of a format that only the site reads has an extension of its own.
  const assets = assetsOf(
    files.filter(({ path }) => !texts.has(path)),
    config,
  );
  const steering = processFiles(files, config);
  const judged = judgeAll(request, pairs, assets, base, head, laterDoubles(base.linked, order));
  const reviewedPaths = new Set([...texts, ...assets.map(({ path }) => path)]);
  const review: Review = {
    base: request.base.id,
    head: request.head.id,
    proposals: judged.map(({ proposal }) => proposal),
    files: files.filter(({ path }) => !reviewedPaths.has(path)),
    needs: steering.length > 0 ? needsOfProcess(config.series, actor) : [],
    diagnostics: [
      ...judged.flatMap(({ diagnostics }) => diagnostics),
      ...newFindings(
        base,
        head,
        pairs,
        judged.flatMap(({ diagnostics }) => diagnostics),
      ).map((finding) => mildly(finding, newer)),
      ...foreignAssets(assets, pairs, head),
      ...steering.map(({ path }) => steeringFile(path)),
      ...request.unread,
    ],
  };
  return { review, textOf: head.textOf };
}

/** Texts that are other ones because of a file that they include. */
function changesByIncludes(base: Revision, head: Revision, changed: ReadonlySet<string>): TreeChange[] {
  const paths = head.linked.sources.map(({ path }) => path);
  const isOther = (path: string) => !changed.has(path) && base.linked.roles.has(path);
  return paths
    .filter((path) => isOther(path) && (head.isChanged(path) || base.isChanged(path)))
    .map((path) => ({ kind: "changed", path }));
}

interface JudgedProposal {
  proposal: ReviewedProposal;
  diagnostics: Diagnostic[];
}

function labelOf(series: Series, number: number | undefined, path = ""): string {
  if (series.numbers === "none") return withoutTextExtension(posix.basename(path), series.formats);
  return number === undefined ? series.label : `${series.label}-${formatNumber(number, series)}`;
}

function judgeAll(
  request: CommitReviewRequest,
  pairs: readonly ProposalChange[],
  assets: readonly Asset[],
  base: Revision,
  head: Revision,
  later: ReadonlySet<string>,
) {
  const numbersOfSeries = takenNumbers(request, base);
  const next = new Map<string, number>();
  return pairs.map((change): JudgedProposal => {
    const { kind, series, before, after } = change;
    const side = after ?? before;
    const numbers = numbersOfSeries.get(series.id) ?? new Map<number, Taken>();
    const free = next.get(series.id) ?? nextNumber(numbers.keys(), series.numbers);
    if (kind === "new") next.set(series.id, nextNumber([free], series.numbers));
    const number = side?.number;
    const label = labelOf(series, number, side?.path);
    const owned = assets.filter((asset) => asset.series === series && number !== undefined && asset.number === number);
    const hunks = diffBodies(before, after);
    const fields = changedFields(before, after);
    const [from, to] = [statusOf(before?.meta?.status, series), statusOf(after?.meta?.status, series)];
    const policy = series.process ?? openProcess;
    const common = { change, policy, label, from, to };
    const holder = number === undefined ? undefined : numbers.get(number);
    const isTaken = holder !== undefined && holder.path !== side?.path;
    const takenBy = holder?.isNew ? holder.path : undefined;
    const isLaterDouble = before !== undefined && later.has(before.path);
    const isEdited = fields.length > 0 || hunks.length > 0 || owned.length > 0 || kind === "renamed";
    const needs = needsOf({ ...common, isEdited, actor: request.actor });
    return {
      proposal: {
        number: series.numbers === "none" ? undefined : number,
        label,
        title: side?.meta?.title ?? "",
        path: side?.path ?? "",
        from: kind === "renamed" ? before?.path : undefined,
        change: kind,
        status: { from: before?.meta?.status || undefined, to: after?.meta?.status || undefined },
        fields,
        sections: changedSections(hunks, before, after),
        assets: owned.map(({ path, change: kindOfChange }) => ({ path, change: kindOfChange })),
        needs: [...needs, ...ownersOf(change, assets, pairs, head)],
        route: after?.route,
      },
      diagnostics: judge({
        ...common,
        fields,
        hunks,
        today: request.today,
        nextNumber: free,
        isTaken,
        takenBy,
        isLaterDouble,
      }),
    };
  });
}

/** Only statuses of the series can be judged; an unknown status is reported elsewhere. */
function statusOf(status: string | undefined, { statuses }: Series): string | undefined {
  return statuses.some(({ id }) => id === status) ? status : undefined;
}

interface Taken {
  path: string;
  /** Missing in the base commit. */
  isNew: boolean;
}

/** Numbers of files in the target branch, by series; where names do not have them, those of the texts before the change. */
function takenNumbers(
  { config, prefix, tip, base }: CommitReviewRequest,
  revision: Revision,
): Map<string, Map<number, Taken>> {
  return new Map(
    config.series.map((series) => {
      const numbers = new Map<number, Taken>();
      for (const document of hasNumbersInNames(series) ? [] : revision.linked.documents)
        if (document.kind === "proposal" && document.series === series.id)
          numbers.set(document.meta.number, { path: document.path, isNew: false });
      for (const file of tip.files.keys()) {
        const sitePath = posix.relative(prefix, file);
        const path = posix.relative(series.source, sitePath);
        const { number } = path.startsWith("../") ? {} : readFileName(path, series);
        if (number !== undefined) numbers.set(number, { path: sitePath, isNew: !base.names.has(file) });
      }
      return [series.id, numbers];
    }),
  );
}

/** The diagnostics of the newer commit that the older one does not have, without those that a rule of the process has reported. */
function newFindings(
  base: Revision,
  head: Revision,
  pairs: readonly ProposalChange[],
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const renamed = pairs.filter(({ kind }) => kind === "renamed");
  const forward = new Map(renamed.map(({ before, after }) => [before?.path, after?.path]));
  const back = new Map(renamed.map(({ before, after }) => [after?.path, before?.path]));
  const moved = base.findings.map((finding) => ({ ...finding, file: forward.get(finding.file) ?? finding.file }));
  const findings = countFindings(moved, (file, line) => base.lineOf(back.get(file) ?? file, line));
  const missing = diagnostics.filter(({ code }) => code === "review-field").map(({ file, help }) => `${file} ${help}`);
  const keyIn = (help = "") => /^(?:Add a|Complete the) line: ([^:]+):/.exec(help)?.[1]?.toLowerCase();
  const absent = head.findings.flatMap(({ code, file, help }) =>
    code === "field-missing" ? `${file} ${keyIn(help)}` : [],
  );
  const numberless = new Set(diagnostics.flatMap(({ code, file }) => (code === "review-number" ? [file] : [])));
  return subtractFindings(head.findings, findings, head.lineOf).filter(
    ({ code, file, help }) =>
      !(code === "required-fields" && missing.includes(`${file} ${help}`)) &&
      !(code === "required-fields" && absent.includes(`${file} ${keyIn(help)}`)) &&
      !(code === "number-pending" && numberless.has(file)),
  );
}

/** What the author of a change cannot put right is not an error: a file of a kind that the site does not publish, and the status of a text that others need. */
function mildly(finding: Diagnostic, changed: ReadonlySet<string>): Diagnostic {
  const isOfOthers = finding.code === "requires-status" && !changed.has(finding.file ?? "");
  return finding.code === "file-refused" || isOfOthers ? { ...finding, severity: "warning" } : finding;
}

/** Authors of other proposals whose files this one's change touches. */
function ownersOf(
  change: ProposalChange,
  assets: readonly Asset[],
  pairs: readonly ProposalChange[],
  base: Revision,
): Need[] {
  // Reported once, with the first proposal of the change.
  if (pairs[0] !== change) return [];
  const needs = strangers(assets, pairs).flatMap(({ series, number }) => {
    const owner = number === undefined ? undefined : proposalOf(base, series, number);
    return owner ? [needOfOwner(owner.label, owner.meta.authors)] : [];
  });
  return needs.filter(({ why }, index) => needs.findIndex((need) => need.why === why) === index);
}

/** Files of proposals that the change does not affect otherwise. */
function strangers(assets: readonly Asset[], pairs: readonly ProposalChange[]): Asset[] {
  const numbers = new Set(
    pairs.flatMap(({ series, before, after }) => [before, after].map((side) => `${series.id} ${side?.number}`)),
  );
  return assets.filter(({ series, number }) => number === undefined || !numbers.has(`${series.id} ${number}`));
}

function foreignAssets(assets: readonly Asset[], pairs: readonly ProposalChange[], head: Revision): Diagnostic[] {
  return strangers(assets, pairs).map(({ path, change, series, number }) => {
    const owner = number === undefined ? undefined : proposalOf(head, series, number);
    const isAbout = pairs.length > 0 ? ", which this change is not about" : "";
    const message = owner
      ? `a file of ${owner.label} is ${change}${isAbout}`
      : `a file outside the proposals' folders is ${change}`;
    const help = owner
      ? undefined
      : `Put it into a folder that is named after its proposal: ${series.id}-${number ?? "<number>"}.`;
    return diagnose("review-foreign-assets", message, { file: path, help });
  });
}

function proposalOf({ linked }: Revision, series: Series, number: number) {
  return linked.site.registers.find((register) => register.series.id === series.id)?.byNumber.get(number);
}

function steeringFile(path: string): Diagnostic {
  const help = "This review did not use it. Read it before you run anything of this change.";
  return diagnose("review-process-file", "this file controls how the register is built or reviewed", {
    file: path,
    help,
  });
}
