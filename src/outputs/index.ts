/** All kinds of outputs, in the order in which they are made. */
import type { SiteConfig } from "../config/index.js";
import type { OutputName } from "../shared/extension.js";
import { api, apiProposals } from "./api.js";
import { calendar } from "./calendar.js";
import { changesFeed } from "./changes-feed.js";
import { csv } from "./csv.js";
import { docsData } from "./docs-data.js";
import { epub } from "./epub.js";
import { feedsOf } from "./feeds.js";
import { headers } from "./headers.js";
import { historyData } from "./history-data.js";
import type { OutputKind } from "./kind.js";
import { llms } from "./llms.js";
import { manifest } from "./manifest.js";
import { openSearch } from "./open-search.js";
import { ownOutput } from "./own.js";
import { redirects } from "./redirects.js";
import { registerData } from "./register-data.js";
import { robots } from "./robots.js";
import { searchUi } from "./search-ui.js";
import { sitemap } from "./sitemap.js";
import { socialCards } from "./social-cards.js";
import { text } from "./text.js";
import { versionTexts } from "./version-texts.js";

export type { OutputKind, OutputRequest } from "./kind.js";

/** Every site has them. */
const usual: readonly OutputKind[] = [
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
];

/** A site has those that `outputs` of its configuration names. What it names `print` is a kind of page. */
const chosen: Readonly<Record<OutputName, readonly OutputKind[]>> = {
  calendar: [calendar],
  csv: [csv],
  epub: [epub],
  print: [],
  text: [text],
};

export function outputsOf(config: SiteConfig): OutputKind[] {
  // An extension and the site may name the same one.
  const others = [...new Set(config.outputs)].flatMap((one) =>
    typeof one === "string" ? chosen[one] : ownOutput(one, config),
  );
  return [...usual, feedsOf(config), ...others];
}
