/** Pushes the search records of a site to Algolia. */
import type { Cache } from "../cache/cache.js";
import { placeInConfig } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors, sortDiagnostics } from "../diagnostics/report.js";
import { linkSite } from "../pipeline/link.js";
import { openSite } from "../pipeline/open-site.js";
import { toOrigins } from "../read/includes.js";
import { type Counts, countsOf, difference } from "../search/hosted/difference.js";
import { pushRecords } from "../search/hosted/push.js";
import { refuseLoss, refuseRecords } from "../search/hosted/refusals.js";
import { searchRecords } from "../search/records.js";
import type { PushIndexRequest, PushIndexResult } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SearchRecord } from "../shared/search.js";
import { readEnvironment } from "./push-index-environment.js";
import { readNote, writeNote } from "./push-index-note.js";
import { siteRoot } from "./site-root.js";

/** The result of a push with its records, for a report. */
export interface PushedRecords {
  /** Name of the index; undefined if the configuration names none. */
  index?: string;
  records: readonly SearchRecord[];
  /** Undefined if nothing was compared, or the push failed. */
  counts?: Counts;
  /** False if the index was already up to date. */
  replaced?: boolean;
  diagnostics: readonly Diagnostic[];
}

export async function pushIndex(request: PushIndexRequest = {}): Promise<PushIndexResult> {
  const { index, records, counts, replaced, diagnostics } = await pushSite(request);
  const found = sortDiagnostics(diagnostics);
  return { ok: !hasErrors(found), index, records: records.length, ...counts, replaced, diagnostics: found };
}

export async function pushSite(request: PushIndexRequest): Promise<PushedRecords> {
  const root = siteRoot(request.root);
  const failed = (error: unknown) => ({ records: [], diagnostics: [machineFailure(error, root)] });
  return run(root, request).catch(failed);
}

async function run(root: string, request: PushIndexRequest): Promise<PushedRecords> {
  const { environment = {}, dryRun = false, full = false, force = false, onProgress = () => undefined } = request;
  const opened = await openSite(root);
  const site = opened.value;
  if (!site) return { records: [], diagnostics: opened.diagnostics };
  const { configFile, notes } = site;
  const { search } = site.config;
  if (search.provider !== "algolia") {
    const problem = otherProvider(search.provider, configFile);
    return { records: [], diagnostics: await placeInConfig(root, configFile, [problem]) };
  }
  const index = search.indexName;
  const provider = dryRun ? undefined : readEnvironment(environment, search);
  if (provider && !provider.value) return { index, records: [], diagnostics: provider.diagnostics };

  const linked = await linkSite(site);
  const found = [...site.diagnostics, ...toOrigins(linked.diagnostics, linked.value.sources)];
  if (hasErrors(found)) return { index, records: [], diagnostics: found };
  const { contexts, bodies } = linked.value;
  const records = contexts.flatMap((context) => searchRecords(context, bodies));
  if (!provider?.value) {
    const compared = compareWithNote(notes, index, records, force);
    return { index, records, counts: compared.value, diagnostics: [...found, ...compared.diagnostics] };
  }
  const pushed = await pushRecords({ records, index, provider: provider.value, full, force, onProgress });
  if (pushed.value) writeNote(notes, index, records);
  const diagnostics = [...found, ...pushed.diagnostics];
  return { index, records, counts: pushed.value, replaced: pushed.value?.replaced, diagnostics };
}

/** The data of a dry run: the records, and those of the last push from here. */
function compareWithNote(
  notes: Cache,
  index: string,
  records: readonly SearchRecord[],
  force: boolean,
): Result<Counts | undefined> {
  const note = readNote(notes, index);
  const refusals = [...refuseRecords(records, force), ...refuseLoss(records.length, note?.size ?? 0, force)];
  return { value: note && countsOf(difference(records, note)), diagnostics: refusals };
}

function otherProvider(provider: string, file: string): Diagnostic {
  return diagnose("config-invalid", `search.provider: "${provider}" has no index to push to`, {
    file,
    help:
      provider === "local"
        ? 'The embedded search is written by cipgen build. For Algolia: search: { provider: "algolia", appId, apiKey, indexName }.'
        : 'For Algolia: search: { provider: "algolia", appId, apiKey, indexName }.',
  });
}
