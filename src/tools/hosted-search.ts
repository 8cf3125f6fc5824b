/**
 * Replaces the records of the hosted index by algoliasearch's own `replaceAllObjects`: it fills a copy and moves that over the live index in one step, so
 * readers find the old records or the new ones. Two protections are added here: an empty list of records is refused, and pauses and the push have limits.
 */
import { createHttpRequester } from "@algolia/requester-node-http";
import { algoliasearch } from "algoliasearch";
import { maxRecordBytes } from "../output/search/page.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { SearchRecord } from "../shared/search.js";
import { truncateText } from "../shared/text.js";

/** The settings that DocSearch's requests rely on. Other settings of the index stay as its owner made them. */
export const indexSettings = {
  // The facets of contextual search.
  attributesForFaceting: ["type", "language", "version", "docusaurus_tag"],
  searchableAttributes: [
    "unordered(hierarchy.lvl0)",
    "unordered(hierarchy.lvl1)",
    "unordered(hierarchy.lvl2)",
    "unordered(hierarchy.lvl3)",
    "unordered(hierarchy.lvl4)",
    "unordered(hierarchy.lvl5)",
    "unordered(hierarchy.lvl6)",
    "content",
  ],
  attributesToRetrieve: ["hierarchy", "content", "anchor", "url", "url_without_anchor", "type"],
  attributesToHighlight: ["hierarchy", "content"],
  attributesToSnippet: ["content:10"],
  camelCaseAttributes: ["hierarchy", "content"],
  // One hit for each section, even if several of its records match.
  distinct: true,
  attributeForDistinct: "url",
  customRanking: ["desc(weight.pageRank)", "desc(weight.level)", "asc(weight.position)"],
  ranking: ["words", "filters", "typo", "attribute", "proximity", "exact", "custom"],
  minWordSizefor1Typo: 3,
  minWordSizefor2Typos: 7,
  // A number with a typo is another proposal.
  allowTyposOnNumericTokens: false,
  ignorePlurals: true,
  advancedSyntax: true,
  attributeCriteriaComputedByMinProximity: true,
  removeWordsIfNoResults: "allOptional" as const,
};

export interface Provider {
  appId: string;
  adminKey: string;
  /** The origin of a proxy that is used instead of Algolia's hosts. */
  origin?: string | undefined;
  /** Sends the requests, `@algolia/requester-node-http` by default. */
  requester?: Requester;
}

export type Requester = ReturnType<typeof createHttpRequester>;

/** Milliseconds after which a push sends no further requests, except to delete its copy of the index. */
const longestPush = 120_000;
/** Maximum number of seconds to wait between two requests, even if the provider asks for more. */
const longestPause = 10;

/** Replaces all records of an index. @returns why the records were refused, or why the provider failed; empty after success. */
export async function pushRecords(
  indexName: string,
  records: readonly SearchRecord[],
  { appId, adminKey, origin, requester = createHttpRequester() }: Provider,
  now: () => number = Date.now,
): Promise<Diagnostic[]> {
  const refusals = refuseRecords(records);
  if (refusals.length > 0) return refusals;
  const { protocol, host } = new URL(origin ?? "https://x");
  const url = { url: host, protocol: protocol.slice(0, -1) as "http" | "https", accept: "readWrite" as const };
  const client = algoliasearch(appId, adminKey, {
    // Algolia has several hosts to fall back on; a proxy gets three attempts instead.
    ...(origin && { hosts: [url, url, url] }),
    requester: withLimits(requester, now() + longestPush, now),
  });
  try {
    const { taskID } = await client.setSettings({ indexName, indexSettings });
    await client.waitForTask({ indexName, taskID });
    await client.replaceAllObjects({ indexName, objects: records.map((record) => ({ ...record })) });
    return [];
  } catch (error) {
    return [explainFailure(error, indexName, adminKey)];
  }
}

/** Limits all pauses, and refuses requests after `end`. A DELETE is still sent then, because it removes the copy of the index. */
function withLimits(requester: Requester, end: number, now: () => number): Requester {
  return {
    async send(request) {
      if (now() > end && request.method !== "DELETE")
        throw new Error(`the push did not end within ${longestPush / 1000} seconds`);
      const response = await requester.send(request);
      const pause = Number(response.headers?.["retry-after"]);
      if (!(pause > longestPause)) return response;
      return { ...response, headers: { ...response.headers, "retry-after": String(longestPause) } };
    },
  };
}

/** The size of a record as the provider counts it. */
export function recordBytes(record: SearchRecord): number {
  return Buffer.byteLength(JSON.stringify(record));
}

/** @returns why these records cannot be pushed: there are none, or some are too large. */
export function refuseRecords(records: readonly SearchRecord[]): Diagnostic[] {
  if (records.length === 0) {
    const help = "Check the folders of the content in the configuration. To empty an index, use Algolia's dashboard.";
    return [diagnose("search-empty", "no page has a record, so the index would be emptied", { help })];
  }
  return records
    .filter((record) => recordBytes(record) > maxRecordBytes)
    .map((record) =>
      diagnose("search-record-size", `a record of ${recordBytes(record)} bytes is too large: ${record.url}`, {
        help: `Algolia takes ${maxRecordBytes} bytes. Shorten the title, or the headings above this place.`,
      }),
    );
}

/** Turns an error of the provider into a diagnostic. @param secret is removed from the provider's message. */
function explainFailure(error: unknown, indexName: string, secret: string): Diagnostic {
  const { status, message } = error as Error & { status?: number };
  const providerMessage = truncateText(message.replaceAll(secret, "*****"), 200);
  const reason = status === undefined ? providerMessage : `${providerMessage} (${status})`;
  const isRefused = status === 401 || status === 403;
  const help = isRefused
    ? "CIPGEN_ALGOLIA_ADMIN_KEY must belong to CIPGEN_ALGOLIA_APP_ID and have the rights addObject, deleteIndex, settings and editSettings, also for <index>_tmp_*."
    : "Check the network, CIPGEN_ALGOLIA_APP_ID and CIPGEN_ALGOLIA_HOST, and run it again later; status.algolia.com lists known problems.";
  return diagnose("search-provider", `${isRefused ? "Algolia refuses the key" : "Algolia failed"}: ${reason}`, {
    help: `${help} Readers of ${indexName} find the old records or the new ones, never a mixture.`,
  });
}
