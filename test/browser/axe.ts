/** What axe says of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions, run } from "axe-core";
import type { Page } from "playwright-core";
import { isThorough } from "../support/runs.js";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Those of WCAG 2.2, A and AA, and the best practices. */
const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

interface Scope {
  /** Selector of the part that is looked at; the whole page by default. */
  within?: string;
  only?: "colours";
}

/**
 * Those in either theme; in the suite in the light one on a wide screen, in the dark one on a narrow one. The rest of a page than colours is the same
 * in both, and need not be looked at twice.
 */
export async function violationsInThemes(page: Page, within?: string): Promise<string[]> {
  const isWide = (page.viewportSize()?.width ?? 0) > 996;
  const themes = (["light", "dark"] as const).filter((theme) => isThorough || isWide === (theme === "light"));
  const lists: string[][] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const list = await violations(page, { within, only: lists.length > 0 ? "colours" : undefined });
    lists.push(list.map((violation) => `${theme}: ${violation}`));
  }
  return lists.flat();
}

/** Each violation with its elements; none of them is in a frame, of which no page has any. */
export async function violations(page: Page, { within, only }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const options: RunOptions = { runOnly: only ? ["cat.color"] : allRules, resultTypes: ["violations"], preload: false };
  // Of the rules for colours one is for AAA, and that for the size of targets has to be asked for.
  options.rules = only ? { "color-contrast-enhanced": { enabled: false } } : { "target-size": { enabled: true } };
  return page.evaluate(
    async ([selector, wanted]) => {
      const { axe } = window as unknown as { axe: { run: typeof run } };
      const { violations: found } = await axe.run(selector ?? document, wanted);
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(" | ")}`);
    },
    [within, options] as const,
  );
}
