/** What axe says of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions, run } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Those of WCAG 2.2, A and AA, and the best practices. */
const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

interface Scope {
  /** Selector of the part that is looked at; the whole page by default. */
  within?: string;
  only?: "colours";
}

/** Those in either theme. The rest of a page than colours is the same in both, and need not be looked at twice. */
export async function violationsInThemes(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await violations(page, { within });
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(page, { within, only: "colours" });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
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
