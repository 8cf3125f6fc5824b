/** `cipgen index`: pushes the search records of the site to Algolia. Only this command reads its keys, from the environment. */
import { resolve } from "node:path";
import type { Cache } from "../cache/cache.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { openSite } from "../pipeline/open-site.js";
import { linkSite } from "../pipeline/pipeline.js";
import { type Counts, countsOf, difference } from "../search/hosted/difference.js";
import { pushRecords } from "../search/hosted/push.js";
import { refuseLoss, refuseRecords } from "../search/hosted/refusals.js";
import { searchRecords } from "../search/records.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SearchRecord } from "../shared/search.js";
import { ExitCode, exitCode, type Output } from "./output.js";
import { progressLine } from "./progress.js";
import { readEnvironment } from "./push-index-environment.js";
import { readNote, writeNote } from "./push-index-note.js";
import { type IndexOutcome, reportIndex } from "./push-index-report.js";

export interface IndexOptions {
  root: string;
  dryRun?: boolean;
  full?: boolean;
  force?: boolean;
  json?: boolean;
}

export async function indexCommand(options: IndexOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  try {
    const outcome = await run(root, options, output);
    reportIndex(outcome, root, options, output);
    return exitCode(outcome.diagnostics);
  } catch (error) {
    const failure = machineFailure(error);
    reportIndex({ records: [], diagnostics: [failure] }, root, options, output);
    return ExitCode.failure;
  }
}

async function run(root: string, options: IndexOptions, output: Output): Promise<IndexOutcome> {
  const { dryRun = false, full = false, force = false, json = false } = options;
  const opened = await openSite(root);
  const site = opened.value;
  if (!site) return { records: [], diagnostics: opened.diagnostics };
  const { configFile, notes } = site;
  const { search } = site.config;
  if (search.provider !== "algolia") return { records: [], diagnostics: [otherProvider(search.provider, configFile)] };
  const index = search.indexName;
  const provider = dryRun ? undefined : readEnvironment(process.env, search);
  if (provider && !provider.value) return { index, records: [], diagnostics: provider.diagnostics };

  const linked = await linkSite(site);
  const found = [...site.diagnostics, ...linked.diagnostics];
  if (hasErrors(found)) return { index, records: [], diagnostics: found };
  const records = linked.value.contexts.flatMap(searchRecords);
  if (!provider?.value) {
    const compared = compareWithNote(notes, index, records, force);
    return { index, records, counts: compared.value, diagnostics: [...found, ...compared.diagnostics] };
  }
  const progress = progressLine(output, process.stderr.isTTY && !json);
  const request = { records, index, provider: provider.value, full, force, onProgress: progress.show };
  const pushed = await pushRecords(request).finally(progress.clear);
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
