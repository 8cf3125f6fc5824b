/** What axe says of a page. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Rules are those of WCAG 2.2, A and AA, and the best practices. No page has frames, so the quicker way of running axe does. */
export async function violations(page: Page): Promise<string[]> {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly, resultTypes: ["violations"] })
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(" | ")}`);
}
