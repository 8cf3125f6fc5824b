/**
 * What browser tests run of the scripts of a page, written down as V8 counts it: `npm run coverage` adds it to the coverage of the unit tests
 * (merge.ts). Without coverage nothing here runs.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** How often a range of a script ran. Offsets are in UTF-16 units; an inner range overrides the one around it. */
export interface CountedRange {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** One script on one page; its code is in a file that is named by the digest. */
export interface CountedScript {
  digest: string;
  ranges: CountedRange[];
}

/** Where tests write: below the folder of the report, which Vitest empties before a run. */
export const browserFolder = (reportsDirectory: string) => join(reportsDirectory, ".browser");

/**
 * Counts what the page runs from now on, in all documents that it opens. Scripts of workers are not counted.
 * @param folder of `browserFolder`.
 * @returns a function that writes the counts, to be called before the page is closed.
 */
export async function countScripts(page: Page, folder: string): Promise<() => Promise<void>> {
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  return async () => {
    if (page.isClosed()) return;
    const entries = await page.coverage.stopJSCoverage();
    mkdirSync(folder, { recursive: true });
    const scripts = entries.flatMap(({ source, functions }): CountedScript[] => {
      if (!source) return [];
      const digest = createHash("sha256").update(source).digest("hex");
      writeFileSync(join(folder, `${digest}.js`), source);
      return [{ digest, ranges: functions.flatMap(({ ranges }) => ranges) }];
    });
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(scripts));
  };
}
