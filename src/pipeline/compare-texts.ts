/** Compares former texts of one proposal with today's: plain data in and out, so that a thread can do it. */
import type { Series } from "../config/index.js";
import { type Block, blocksOf } from "../history/blocks.js";
import { sectionHtml } from "../history/difference-html.js";
import { differences } from "../history/differences.js";
import type { MarkdownOptions } from "../parse/markdown/env.js";
import { renderVersion } from "../parse/version-fields.js";
import type { SectionHtml } from "../shared/history.js";
import type { HtmlPart } from "../shared/html-parts.js";
import { reasonOf } from "../shared/reason.js";

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
export type Differences = Record<string, SectionHtml[] | Failure>;

/** A difference that could not be made, and why. */
export interface Failure {
  failed: string;
}

/** What is wrong with one text fails its difference alone. */
export async function compareTexts({ series, now, former }: CompareTask, options: MarkdownOptions) {
  let today: Block[] | undefined;
  const found: Differences = {};
  for (const { key, path, text } of former) {
    try {
      today ??= blocksOf(now.html, now.urls);
      const old = await renderVersion({ path, text }, series, options);
      found[key] = differences(blocksOf(old.html, old.urls), today).map(sectionHtml);
    } catch (error) {
      found[key] = { failed: reasonOf(error) };
    }
  }
  return found;
}
