/** Compares former texts of one proposal with today's: plain data in and out, so that a thread can do it. */
import type { Series } from "../config/index.js";
import { blocksOf } from "../history/blocks.js";
import { sectionHtml } from "../history/difference-html.js";
import { differences } from "../history/differences.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { renderVersion } from "../parse/version-fields.js";
import type { SectionHtml } from "../shared/history.js";
import type { HtmlPart } from "../shared/html-parts.js";

export interface CompareTask {
  series: Series;
  /** Today's text: its HTML, and the addresses of its links by index. */
  now: { html: readonly HtmlPart[]; urls: readonly string[] };
  former: readonly FormerText[];
}

export interface FormerText {
  /** Identifies its differences in the result. */
  key: string;
  path: string;
  text: string;
}

/** By key; JSON, as in the cache. */
export type Differences = Record<string, SectionHtml[]>;

export async function compareTexts({ series, now, former }: CompareTask, options: MarkdownOptions) {
  const today = blocksOf(now.html, now.urls);
  const found: Differences = {};
  for (const { key, path, text } of former) {
    const old = await renderVersion({ path, text }, series, options);
    found[key] = differences(blocksOf(old.html, old.urls), today).map(sectionHtml);
  }
  return found;
}
