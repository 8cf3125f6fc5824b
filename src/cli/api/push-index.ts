/** Pushes the search records of a site to Algolia. */
import { createHash } from "node:crypto";
import { linkSite } from "../../build/link.js";
import { openSite } from "../../build/open-site.js";
import { placeInConfig, type SiteConfig } from "../../config/index.js";
import { toOrigins } from "../../content/read/origins.js";
import { pageParts, type SearchPage } from "../../output/search/page.js";
import { searchPages } from "../../output/search/pages.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { hasErrors, sortDiagnostics } from "../../platform/diagnostics/report.js";
import type { PushIndexRequest, PushIndexResult } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { Bodies } from "../../shared/document.js";
import { hierarchyOf, type RecordType, type SearchRecord } from "../../shared/search.js";
import { encodeText } from "../../shared/text.js";
import type { PagesContext } from "../../site/model/context.js";
import { type Provider, pushRecords, refuseRecords } from "../../tools/hosted-search.js";
import { siteRoot } from "./site-root.js";

/** The records of a site. They were pushed, unless a diagnostic is an error or the run was dry. */
export interface PushedRecords {
  /** Name of the index; undefined if the configuration names none. */
  index?: string;
  records: readonly SearchRecord[];
  diagnostics: readonly Diagnostic[];
}

export async function pushIndex(request: PushIndexRequest = {}): Promise<PushIndexResult> {
  const { index, records, diagnostics } = await pushSite(request);
  return { ok: !hasErrors(diagnostics), index, records: records.length, diagnostics: sortDiagnostics(diagnostics) };
}

export async function pushSite(request: PushIndexRequest): Promise<PushedRecords> {
  const root = siteRoot(request.root);
  const failed = (error: unknown) => ({ records: [], diagnostics: [machineFailure(error, root)] });
  return run(root, request).catch(failed);
}

async function run(root: string, { environment = {}, dryRun = false }: PushIndexRequest): Promise<PushedRecords> {
  const opened = await openSite(root);
  const site = opened.value;
  if (!site) return { records: [], diagnostics: opened.diagnostics };
  const { search } = site.config;
  if (search.provider !== "algolia") {
    const problem = otherProvider(search.provider, site.configFile);
    return { records: [], diagnostics: await placeInConfig(root, site.configFile, [problem]) };
  }
  const index = search.indexName;
  const provider = dryRun ? undefined : readEnvironment(environment, search);
  if (provider && !provider.value) return { index, records: [], diagnostics: provider.diagnostics };

  const linked = await linkSite(site);
  const diagnostics = toOrigins(linked.diagnostics, linked.value.sources);
  if (hasErrors(diagnostics)) return { index, records: [], diagnostics };
  const { contexts, bodies } = linked.value;
  const records = contexts.flatMap((context) => searchRecords(context, bodies));
  const problems = provider?.value ? await pushRecords(index, records, provider.value) : refuseRecords(records);
  return { index, records, diagnostics: [...diagnostics, ...problems] };
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

type AlgoliaSearch = Extract<SiteConfig["search"], { provider: "algolia" }>;

/** Reads and checks the provider's keys. Messages name the variables, never their values. @returns no provider if a variable is missing or wrong. */
function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  search: AlgoliaSearch,
): Result<Provider | undefined> {
  const appId = env.CIPGEN_ALGOLIA_APP_ID?.trim() ?? "";
  const adminKey = env.CIPGEN_ALGOLIA_ADMIN_KEY?.trim() ?? "";
  const host = env.CIPGEN_ALGOLIA_HOST?.trim() ?? "";
  const diagnostics = [...checkAppId(appId, search), ...checkAdminKey(adminKey, search), ...checkHost(host)];
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: { appId, adminKey, origin: host ? new URL(host).origin : undefined }, diagnostics };
}

function checkAppId(appId: string, search: AlgoliaSearch): Diagnostic[] {
  if (!appId) return wrong("CIPGEN_ALGOLIA_APP_ID is not set", "Set it to the id of the Algolia application.");
  if (appId === search.appId) return [];
  return wrong(
    "CIPGEN_ALGOLIA_APP_ID is another application than search.appId",
    "Readers would search another application than the one that gets the records.",
  );
}

function checkAdminKey(key: string, search: AlgoliaSearch): Diagnostic[] {
  if (!key) {
    return wrong("CIPGEN_ALGOLIA_ADMIN_KEY is not set", "Set it to a key with write access; in CI, use a secret.");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return wrong("CIPGEN_ALGOLIA_ADMIN_KEY is not a key", "It has characters that a key cannot have. Copy it again.");
  }
  if (key !== search.apiKey) return [];
  return wrong(
    "search.apiKey is the same key as CIPGEN_ALGOLIA_ADMIN_KEY, and every page publishes it",
    "Put the search-only key into the configuration; if pages were published with the admin key, make a new one.",
  );
}

/** Refuses an unencrypted host, because the admin key is sent to it. */
function checkHost(host: string): Diagnostic[] {
  if (!host) return [];
  if (/^(?:https:\/\/[\w.-]+|http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d+)?\/?$/i.test(host)) return [];
  return wrong(
    "CIPGEN_ALGOLIA_HOST is not an https origin",
    "Write it as https://host or https://host:port, without a path, a query or a user; http is for hosts on this machine only.",
  );
}

function wrong(message: string, help: string): Diagnostic[] {
  return [diagnose("config-environment", message, { help })];
}

// The records of hosted search in DocSearch's schema: one for each page, each heading, and each piece of text below them.

/** All records of one locale, by page, in the site's order. */
export function searchRecords(context: PagesContext, bodies: Bodies): SearchRecord[] {
  const { urls, locale } = context;
  return searchPages(context, bodies).flatMap((page) => pageRecords(page, urls.absolute(page.href), locale));
}

/** @param address the page's absolute URL. */
export function pageRecords(page: SearchPage, address: string, locale: string): SearchRecord[] {
  const records: SearchRecord[] = [];
  for (const part of pageParts(page)) {
    const type = part.anchor ? (`lvl${part.headings.length + 1}` as RecordType) : "lvl1";
    for (const [index, content] of [null, ...part.pieces].entries()) {
      const recordType = content === null ? type : "content";
      records.push({
        objectID: identify([locale, page.route, part.anchor, recordType, index === 0 ? "" : String(index)]),
        type: recordType,
        hierarchy: hierarchyOf(page.section, page.title, part.headings),
        content,
        url: part.anchor ? `${address}#${encodeText(part.anchor)}` : address,
        url_without_anchor: address,
        anchor: part.anchor,
        language: locale,
        docusaurus_tag: page.tag,
        version: page.version,
        weight: {
          pageRank: page.pageRank,
          level: recordType === "content" ? 0 : 110 - 10 * Number(recordType.slice(3)),
          position: records.length,
        },
      });
    }
  }
  return records;
}

function identify(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}
