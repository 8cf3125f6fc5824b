/** Reviews a change of a register: its effect on proposals, its new problems, and what the process of its base says about it. */

import { posix } from "node:path";
import { type BuildState, emptyState } from "../../build/state.js";
import { formatNumber, type Series } from "../../config/index.js";
import { permissiveProcess } from "../../config/loading.js";
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
import { checkProcess } from "./process.js";
import { type ReviewedSite, type Revision, readRevision } from "./revision.js";
import { baseSeniority, duplicateNumbersIn, formerPaths, headSeniority, laterDoubles } from "./seniority.js";
import { changedSections, diffBodies } from "./text-changes.js";

interface ChangeReviewRequest extends ReviewedSite {
  /** The commit that the change is based on, the last commit of the change, and the newest commit of the target branch. */
  base: Commit;
  head: Commit;
  tip: Commit;
  /** From base to head, relative to the site's root. */
  changes: readonly TreeChange[];
  /** Findings about files of the head that are not read. */
  unread: readonly Diagnostic[];
  /** Handle of the person who proposes the change. */
  actor?: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** The order in which texts of the base came in, by path. Texts without a known order are missing. */
  orderInHistory(paths: readonly string[]): Promise<Map<string, number>>;
}

interface ChangeReviewResult {
  review: Review;
  /** Texts of the head, for reports that show lines. */
  textOf(path: string): string | undefined;
}

export async function reviewChange(request: ChangeReviewRequest): Promise<ChangeReviewResult> {
  const { config, actor } = request;
  const revisions = await readRevisions(request);
  const { base, head } = revisions;
  const newPaths = new Set(request.changes.map(({ path }) => path));
  const changes = [...request.changes, ...changesByIncludes(base, head, newPaths)];
  const pairs = pairProposals(changes, base.linked, head.linked);
  const files = fileChanges(request.changes);
  const texts = new Set(pairs.flatMap(({ before, after }) => [before?.path, after?.path]));
  // `assetsOf` leaves out texts in the program's formats alone, so proposals in a format of the site are left out here.
  const assets = assetsOf(
    files.filter(({ path }) => !texts.has(path)),
    config,
  );
  const controlFiles = processFiles(files, config);
  const reviewed = reviewProposals(request, revisions, pairs, assets);
  const ofProcess = reviewed.flatMap(({ diagnostics }) => diagnostics);
  const reviewedPaths = new Set([...texts, ...assets.map(({ path }) => path)]);
  const review: Review = {
    base: request.base.id,
    head: request.head.id,
    proposals: reviewed.map(({ proposal }) => proposal),
    files: files.filter(({ path }) => !reviewedPaths.has(path)),
    needs: controlFiles.length > 0 ? needsOfProcess(config.series, actor) : [],
    diagnostics: [
      ...ofProcess,
      ...newFindings(base, head, pairs, ofProcess).map((finding) => lowerIfForeign(finding, newPaths)),
      ...foreignAssets(assets, pairs, head),
      ...controlFiles.map(({ path }) => controlFileFinding(path)),
      ...request.unread,
    ],
  };
  return { review, textOf: head.textOf };
}

interface Revisions {
  base: Revision;
  head: Revision;
  /** The paths of texts of the base whose number another proposal had first. */
  later: ReadonlySet<string>;
}

async function readRevisions(request: ChangeReviewRequest): Promise<Revisions> {
  const oldPaths = new Set(request.changes.map(({ from, path }) => from ?? path));
  const newPaths = new Set(request.changes.map(({ path }) => path));
  // Most texts are the same in both commits, so the head reuses texts and documents of the base.
  const state: BuildState = { ...emptyState(), documents: new Map() };
  const sources: KnownSources = new Map();
  const shared = { state, sources };
  const baseOptions = { ...shared, changed: oldPaths, seniority: baseSeniority(), isNew: () => false };
  let base = await readRevision(request, request.base, baseOptions);
  const doubles = duplicateNumbersIn(base.linked);
  // Only the history says which of two old texts had their number first.
  const order = doubles.length > 0 ? await request.orderInHistory(doubles) : new Map<string, number>();
  if (order.size > 0)
    base = await readRevision(request, request.base, { ...baseOptions, seniority: baseSeniority(order) });
  const former = formerPaths(request.changes);
  // For a skipped text the build reports only the first problem, so its further problems count as old, too.
  const skipped = new Set(base.findings.flatMap(({ code, file }) => (code === "proposal-skipped" ? [file] : [])));
  for (const path of [...oldPaths, ...newPaths]) sources.delete(path);
  const head = await readRevision(request, request.head, {
    ...shared,
    changed: newPaths,
    seniority: headSeniority(base.linked, former, order),
    isNew: (path) => !skipped.has(former(path)),
  });
  return { base, head, later: laterDoubles(base.linked, order) };
}

/** Texts that change because a file that they include changes. */
function changesByIncludes(base: Revision, head: Revision, changed: ReadonlySet<string>): TreeChange[] {
  const paths = head.linked.sources.map(({ path }) => path);
  return paths
    .filter((path) => !changed.has(path) && base.linked.roles.has(path))
    .filter((path) => head.isChanged(path) || base.isChanged(path))
    .map((path) => ({ kind: "changed", path }));
}

interface ProposalReview {
  proposal: ReviewedProposal;
  diagnostics: Diagnostic[];
}

function labelOf(series: Series, number: number | undefined, path = ""): string {
  if (series.numbers === "none") return withoutTextExtension(posix.basename(path), series.formats);
  return number === undefined ? series.label : `${series.label}-${formatNumber(number, series)}`;
}

/** Reviews each changed proposal: its changes, who must agree to them, and the findings of the process. */
function reviewProposals(
  request: ChangeReviewRequest,
  { base, head, later }: Revisions,
  pairs: readonly ProposalChange[],
  assets: readonly Asset[],
): ProposalReview[] {
  const numbersOfSeries = takenNumbers(request, base);
  const next = new Map<string, number>();
  return pairs.map((change) => {
    const { kind, series, before, after } = change;
    const side = after ?? before;
    const numbers = numbersOfSeries.get(series.id) ?? new Map<number, NumberHolder>();
    const free = next.get(series.id) ?? nextNumber(numbers.keys(), series.numbers);
    if (kind === "new") next.set(series.id, nextNumber([free], series.numbers));
    const number = side?.number;
    const label = labelOf(series, number, side?.path);
    const owned = assets.filter((asset) => asset.series === series && number !== undefined && asset.number === number);
    const hunks = diffBodies(before, after);
    const fields = changedFields(before, after);
    const [from, to] = [statusOf(before?.meta?.status, series), statusOf(after?.meta?.status, series)];
    const policy = series.process ?? permissiveProcess;
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
      diagnostics: checkProcess({
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

/** @returns undefined for a status that the series does not have, which the build reports. */
function statusOf(status: string | undefined, { statuses }: Series): string | undefined {
  return statuses.some(({ id }) => id === status) ? status : undefined;
}

/** The text that has a number. */
interface NumberHolder {
  path: string;
  /** Whether the text is missing in the base commit. */
  isNew: boolean;
}

/** The numbers in the names of files in the target branch, by series; if names have no numbers, those in the texts of the base. */
function takenNumbers(
  { config, prefix, tip, base }: ChangeReviewRequest,
  revision: Revision,
): Map<string, Map<number, NumberHolder>> {
  return new Map(
    config.series.map((series) => {
      const numbers = new Map<number, NumberHolder>();
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

/** The findings of the head that the base does not have, without those that a diagnostic of the process or of the build repeats. */
function newFindings(
  base: Revision,
  head: Revision,
  pairs: readonly ProposalChange[],
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const renamed = pairs.filter(({ kind }) => kind === "renamed");
  const forward = new Map(renamed.map(({ before, after }) => [before?.path, after?.path]));
  const back = new Map(renamed.map(({ before, after }) => [after?.path, before?.path]));
  // Findings of renamed texts are compared under their new paths.
  const moved = base.findings.map((finding) => ({ ...finding, file: forward.get(finding.file) ?? finding.file }));
  const oldFindings = countFindings(moved, (file, line) => base.lineOf(back.get(file) ?? file, line));
  // A missing field is reported by the process, by the build or by a rule; the help of each names the line to add.
  const missing = diagnostics.filter(({ code }) => code === "review-field").map(({ file, help }) => `${file} ${help}`);
  const keyIn = (help = "") => /^(?:Add a|Complete the) line: ([^:]+):/.exec(help)?.[1]?.toLowerCase();
  const absent = head.findings.flatMap(({ code, file, help }) =>
    code === "field-missing" ? `${file} ${keyIn(help)}` : [],
  );
  const numberless = new Set(diagnostics.flatMap(({ code, file }) => (code === "review-number" ? [file] : [])));
  return subtractFindings(head.findings, oldFindings, head.lineOf).filter(
    ({ code, file, help }) =>
      !(code === "required-fields" && missing.includes(`${file} ${help}`)) &&
      !(code === "required-fields" && absent.includes(`${file} ${keyIn(help)}`)) &&
      !(code === "number-pending" && numberless.has(file)),
  );
}

/** Lowers to a warning what the author of a change cannot correct: a file that the site does not publish, or the status that another text requires. */
function lowerIfForeign(finding: Diagnostic, changed: ReadonlySet<string>): Diagnostic {
  const isInOtherText = finding.code === "requires-status" && !changed.has(finding.file ?? "");
  return finding.code === "file-refused" || isInOtherText ? { ...finding, severity: "warning" } : finding;
}

/** The authors of other proposals whose files the change touches must agree. */
function ownersOf(
  change: ProposalChange,
  assets: readonly Asset[],
  pairs: readonly ProposalChange[],
  head: Revision,
): Need[] {
  // The first proposal of the change gets the needs, so that they are reported once.
  if (pairs[0] !== change) return [];
  const needs = assetsOfOthers(assets, pairs).flatMap(({ series, number }) => {
    const owner = number === undefined ? undefined : proposalOf(head, series, number);
    return owner ? [needOfOwner(owner.label, owner.meta.authors)] : [];
  });
  return needs.filter(({ why }, index) => needs.findIndex((need) => need.why === why) === index);
}

/** The files among the assets that belong to none of the changed proposals. */
function assetsOfOthers(assets: readonly Asset[], pairs: readonly ProposalChange[]): Asset[] {
  const numbers = new Set(
    pairs.flatMap(({ series, before, after }) => [before, after].map((side) => `${series.id} ${side?.number}`)),
  );
  return assets.filter(({ series, number }) => number === undefined || !numbers.has(`${series.id} ${number}`));
}

function foreignAssets(assets: readonly Asset[], pairs: readonly ProposalChange[], head: Revision): Diagnostic[] {
  return assetsOfOthers(assets, pairs).map(({ path, change, series, number }) => {
    const owner = number === undefined ? undefined : proposalOf(head, series, number);
    const isAbout = pairs.length > 0 ? ", which this change is not about" : "";
    if (owner || (number !== undefined && series.numbers !== "none")) {
      const reason = owner ? isAbout : ", and there is no such proposal";
      const message = `a file of ${owner?.label ?? labelOf(series, number ?? 0)} is ${change}${reason}`;
      return diagnose("review-foreign-assets", message, { file: path });
    }
    const folder = series.numbers === "none" ? "<slug>" : `${series.id}-<number>`;
    const help = `Put it into a folder that is named after its proposal: ${folder}.`;
    const message = `a file outside the proposals' folders is ${change}`;
    return diagnose("review-foreign-assets", message, { file: path, help });
  });
}

function proposalOf({ linked }: Revision, series: Series, number: number) {
  return linked.site.registers.find((register) => register.series.id === series.id)?.byNumber.get(number);
}

function controlFileFinding(path: string): Diagnostic {
  const help = "This review did not use it. Read it before you run anything of this change.";
  return diagnose("review-process-file", "this file controls how the register is built or reviewed", {
    file: path,
    help,
  });
}
