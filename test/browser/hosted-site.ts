/** This repository's register with hosted search, of which a stand-in answers. It loads the program, which takes seconds: tests that may need it import it when they do. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkSite } from "../../src/build/link.js";
import { emptyState } from "../../src/build/state.js";
import { searchRecords } from "../../src/cli/api/push-index.js";
import type { SiteConfig } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import { indexSettings } from "../../src/tools/hosted-search.js";
import { AlgoliaStandIn } from "../support/algolia-server.js";
import { build, repositoryRoot, writeBuild } from "../support/site.js";
import type { SearchSite } from "./search-support.js";
import { serveSite } from "./support.js";

export interface HostedSite extends SearchSite {
  algolia: AlgoliaStandIn;
  origin: string;
}

/** Built in two locales, that there is something for contextual search to leave out. */
export async function hostedSite(change: { insights?: boolean; missingResultsUrl?: string } = {}): Promise<HostedSite> {
  const algolia = new AlgoliaStandIn();
  const origin = await algolia.listen();
  const search = {
    provider: "algolia" as const,
    appId: algolia.appId,
    apiKey: algolia.searchKey,
    indexName: "cip",
    hosts: [origin],
    maxResultsPerGroup: 5,
    insights: false,
    ...change,
  };
  const adjust = (config: SiteConfig): SiteConfig => ({ ...config, search, locales: only(config, "en-US", "de-DE") });
  const folder = mkdtempSync(join(tmpdir(), "cipgen-hosted-"));
  writeBuild(folder, await build(repositoryRoot, adjust));
  algolia.seed("cip", await recordsOf(adjust), { ...indexSettings });
  const server = await serveSite(folder);
  return {
    server,
    algolia,
    origin,
    async setDown(_, isDown) {
      algolia.fault = () => (isDown ? { reset: true } : undefined);
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
      return Promise.all([server.close(), algolia.close()]);
    },
  };
}

const only = (config: SiteConfig, ...codes: string[]) =>
  Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code)));

async function recordsOf(adjust: (config: SiteConfig) => SiteConfig) {
  const { value } = await loadConfig(repositoryRoot);
  if (!value) throw new Error("this repository's configuration cannot be read");
  const request = { root: repositoryRoot, config: adjust(value), configFile: "cipgen.config.ts", state: emptyState() };
  const { contexts, bodies } = (await linkSite(request)).value;
  return contexts.flatMap((context) => searchRecords(context, bodies));
}
