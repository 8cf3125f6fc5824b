/** All kinds of outputs, in the order in which they are made. */
import { changesFeed } from "./changes-feed.js";
import { docsData } from "./docs-data.js";
import { feeds } from "./feeds.js";
import { headers } from "./headers.js";
import { historyData } from "./history-data.js";
import type { OutputKind } from "./kind.js";
import { llms } from "./llms.js";
import { manifest } from "./manifest.js";
import { openSearch } from "./open-search.js";
import { registerData } from "./register-data.js";
import { robots } from "./robots.js";
import { searchUi } from "./search-ui.js";
import { sitemap } from "./sitemap.js";
import { socialCards } from "./social-cards.js";

export type { OutputKind, OutputRequest } from "./kind.js";
export { ownOutputs } from "./own.js";

export const outputKinds: readonly OutputKind[] = [
  registerData,
  changesFeed,
  feeds,
  docsData,
  openSearch,
  searchUi,
  sitemap,
  historyData,
  robots,
  manifest,
  headers,
  socialCards,
  llms,
];
