/** All kinds of outputs, in the order in which they are made. */
import type { SiteConfig } from "../../config/index.js";
import { api, apiProposals } from "./api.js";
import { changesFeed } from "./changes-feed.js";
import { docsData } from "./docs-data.js";
import { feeds } from "./feeds.js";
import { headers } from "./headers.js";
import { historyData } from "./history-data.js";
import type { OutputKind } from "./kind.js";
import { llms } from "./llms.js";
import { manifest } from "./manifest.js";
import { openSearch } from "./open-search.js";
import { redirects } from "./redirects.js";
import { registerData } from "./register-data.js";
import { robots } from "./robots.js";
import { searchUi } from "./search-ui.js";
import { siteOutput } from "./site-output.js";
import { sitemap } from "./sitemap.js";
import { socialCards } from "./social-cards.js";
import { versionTexts } from "./version-texts.js";

export type { OutputKind, OutputRequest } from "./kind.js";

/** The outputs of every site. */
const builtInOutputs: readonly OutputKind[] = [
  registerData,
  changesFeed,
  docsData,
  openSearch,
  searchUi,
  sitemap,
  historyData,
  robots,
  manifest,
  headers,
  redirects,
  socialCards,
  llms,
  api,
  apiProposals,
  versionTexts,
  feeds,
];

export function outputsOf(config: SiteConfig): OutputKind[] {
  return [...builtInOutputs, ...config.outputs.map(siteOutput)];
}
