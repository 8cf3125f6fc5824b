/**
 * Brings the hosted index to the state of a build. Readers never see work in progress: a copy of the index is brought up to date, compared
 * with what was sent, and then moved over the live one in one step. A failure before that step leaves the live index unchanged.
 */

import { randomBytes } from "node:crypto";
import { diagnose } from "../../diagnostics/codes.js";
import { hasErrors } from "../../diagnostics/report.js";
import { systemClock } from "../../net/retry.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { SearchRecord } from "../../shared/search.js";
import { IndexApi, indexSettings, type Provider, settingsToChange } from "./api.js";
import {
  type Counts,
  countsOf,
  isEmpty,
  type RecordChanges,
  recordChanges,
  refuseLoss,
  refuseRecords,
} from "./difference.js";
import { Budget, explainFailure, ProviderError } from "./requester.js";

export interface PushRequest {
  records: readonly SearchRecord[];
  /** Name of the live index. */
  index: string;
  provider: Provider;
  /** Sends every record, regardless of the live index. */
  full: boolean;
  /** Pushes an empty or much smaller set too. */
  force: boolean;
  /** Gets the progress, as text for people. */
  onProgress(step: string): void;
}

interface Pushed extends Counts {
  /** False if the live index was already up to date. */
  replaced: boolean;
}

/** Total time, and the part of it for cleaning up, in milliseconds. */
const totalTime = 120_000;
const cleaningTime = 10_000;
const maxRounds = 3;
const nothingHeld: ReadonlyMap<string, string> = new Map();

/** One push: its request and its state. */
interface Run extends PushRequest {
  api: IndexApi;
  temporary: string;
  /** While copying, the copy may exist; while moving, the live index may have been replaced. */
  stage: "reading" | "copying" | "moving";
}

/** @returns undefined with the reasons if the live index may not be up to date. */
export async function pushRecords(request: PushRequest): Promise<Result<Pushed | undefined>> {
  const refusals = refuseRecords(request.records, request.force);
  if (hasErrors(refusals)) return { value: undefined, diagnostics: refusals };
  const clock = request.provider.clock ?? systemClock;
  const budget = new Budget(clock, totalTime, cleaningTime);
  const api = new IndexApi(request.provider, budget);
  const temporary = temporaryName(request.index, clock.now());
  const run: Run = { ...request, api, temporary, stage: "reading" };
  try {
    const pushed = await push(run);
    budget.releaseReserve();
    const leftovers = await removeAll(api, await abandonedCopies(run, clock.now()));
    return { value: pushed.value, diagnostics: [...pushed.diagnostics, ...leftovers] };
  } catch (error) {
    budget.releaseReserve();
    const leftovers = await removeAll(api, run.stage === "reading" ? [] : [temporary]);
    if (!(error instanceof ProviderError)) throw error;
    const situation =
      run.stage === "moving"
        ? `Whether the index ${run.index} holds the old records or the new ones is not known; it is not a mixture.`
        : `The index ${run.index} is unchanged.`;
    return { value: undefined, diagnostics: [explainFailure(error, situation), ...leftovers] };
  }
}

async function push(run: Run): Promise<Result<Pushed | undefined>> {
  const { api, index, records, full, force } = run;
  run.onProgress(`reading ${index}`);
  const settings = await api.settings(index);
  const live = settings ? await api.hashes(index) : nothingHeld;
  const lost = refuseLoss(records.length, live.size, force);
  if (lost.length > 0) return { value: undefined, diagnostics: lost };
  const changes = recordChanges(records, live);
  const counts = countsOf(changes);
  const isRight = settings !== undefined && isEmpty(changes) && settingsToChange(settings).length === 0;
  if (isRight && !full) return { value: { ...counts, replaced: false }, diagnostics: [] };

  run.stage = "copying";
  if (settings) {
    run.onProgress(`copying ${index}`);
    await api.copy(index, run.temporary, full);
  }
  await applySettings(run);
  await fill(run, full ? recordChanges(records, nothingHeld) : changes);
  await tryContextualQuery(run);
  run.onProgress(`putting ${records.length} records in place`);
  run.stage = "moving";
  await api.move(run.temporary, index);
  return { value: { ...counts, replaced: true }, diagnostics: [] };
}

async function applySettings({ api, temporary, onProgress }: Run): Promise<void> {
  onProgress("setting up facets and ranking");
  await api.setSettings(temporary, indexSettings);
  const wrong = settingsToChange((await api.settings(temporary)) ?? {});
  if (wrong.length > 0) throw new ProviderError("unverified", { detail: `its settings differ: ${wrong.join(", ")}` });
}

/** Sends changes until the copy has exactly the records: another push may have changed the index that was copied. */
async function fill({ api, temporary, records, onProgress }: Run, changes: RecordChanges): Promise<void> {
  let missing = changes;
  for (let round = 0; round < maxRounds; round++) {
    const total = missing.added.length + missing.changed.length + missing.deleted.length;
    await api.write(temporary, missing, (sent) => onProgress(`sending ${sent} of ${total} changes`));
    onProgress("comparing the copy with what was sent");
    missing = recordChanges(records, await api.hashes(temporary));
    if (isEmpty(missing)) return;
  }
  const { added, changed, deleted } = countsOf(missing);
  throw new ProviderError("unverified", {
    detail: `records missing ${added}, different ${changed}, too many ${deleted}`,
  });
}

/** The query of a reader's page: without facets it would find nothing, and the site's search would be broken. */
async function tryContextualQuery({ api, temporary, records, onProgress }: Run): Promise<void> {
  const [sample] = records;
  if (!sample) return;
  onProgress("trying a search");
  const { language } = sample;
  const tags = [...new Set(records.filter((r) => r.language === language).map((r) => r.docusaurus_tag))];
  const filters = [`language:${language}`, tags.map((tag) => `docusaurus_tag:${tag}`)];
  const { nbHits, hits } = await api.query(temporary, filters);
  const isFitting = hits.every((hit) => hit.language === language && tags.some((tag) => tag === hit.docusaurus_tag));
  if (nbHits === 0 || !isFitting) {
    throw new ProviderError("unverified", {
      detail: `a search in ${language} finds ${nbHits ? "other pages" : "nothing"}`,
    });
  }
}

/** Removes copies of killed pushes. Not every key may list indices: without that right they are left. */
async function abandonedCopies({ api, index }: Run, now: number): Promise<string[]> {
  try {
    return (await api.names()).filter((name) => isAbandoned(name, index, now));
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

/** Reports copies that cannot be removed: they only take space. */
async function removeAll(api: IndexApi, names: readonly string[]): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    try {
      await api.remove(name);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      diagnostics.push(
        diagnose("search-leftover", `the temporary index ${name} may still exist`, {
          help: "A later push removes it after an hour if the key may list indices. You can also delete it in Algolia's dashboard.",
        }),
      );
    }
  }
  return diagnostics;
}

/** Far longer than a push can take, and than the clocks of two machines differ: the program that made an older copy has ended. */
const abandonedAfterMs = 60 * 60_000;

/** The name of the copy that a push prepares beside the live index: it has the index and the time. @param now in milliseconds since 1970. */
export function temporaryName(index: string, now: number): string {
  return `${index}_cipgen_${Math.floor(now).toString(36)}_${randomBytes(4).toString("hex")}`;
}

/** Whether this is a copy of the index that a killed push left behind. */
function isAbandoned(name: string, index: string, now: number): boolean {
  if (!name.startsWith(`${index}_cipgen_`)) return false;
  const [, made] = /^([0-9a-z]{1,9})_[0-9a-f]{8}$/.exec(name.slice(`${index}_cipgen_`.length)) ?? [];
  return made !== undefined && now - Number.parseInt(made, 36) > abandonedAfterMs;
}
