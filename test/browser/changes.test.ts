/** The page of a difference, as a reader without a mouse or with a narrow screen has it, and drawings on paper. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { build, makeFolder, makeSite, proposalText, writeBuild } from "../support/site.js";
import { violations } from "./axe.js";
import { desktop, openPage, phone, type SiteServer, serveSite, sharedBrowser } from "./support.js";

const file = "content/cip/core/cip-1.md";
const steps = Array.from({ length: 12 }, (_, index) => `A${index}[Step ${index}] --> A${index + 1}[Step ${index + 1}]`);
const drawing = `\`\`\`mermaid\nflowchart LR\n${steps.join("\n")}\n\`\`\`\n`;
const row = (cell: string) => `| ${Array.from({ length: 14 }, () => cell).join(" | ")} |\n`;
const table = row("Column") + row("---") + row("`0x0123456789`");
const text = (name: string) => {
  const code = `function ${name}(${"uint256 value, ".repeat(30)}) external;`;
  return proposalText(1, { status: "draft" }, `## Code\n\n\`\`\`solidity\n${code}\n\`\`\`\n`);
};

let site: SiteServer;
let route: string;
beforeAll(async () => {
  const repository = new Repository(makeSite({}))
    .commit("2021-01-01T00:00:00Z", {
      [file]: text("before"),
      "content/cip/core/cip-2.md": proposalText(2, { requires: 1 }, `${drawing}\n${table}`),
    })
    .commit("2021-02-01T00:00:00Z", { [file]: text("after") });
  const built = await build(repository.root);
  const folder = makeFolder();
  writeBuild(folder, built);
  site = await serveSite(folder);
  const page = [...built.files.keys()].find((path) => path.includes("/changes/")) ?? "";
  route = `/${page.replace(/(?:\/index)?\.html$/, "")}`;
});
afterAll(() => site.close());

test.each([
  desktop,
  phone,
])("has no violation with lines of code that are longer than the screen, $width wide", async (viewport) => {
  const { page, complaints, close } = await openPage(await sharedBrowser(), site, route, { viewport });
  expect(await page.locator("ins").count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("drawings and tables are on paper, and not wider than it", async () => {
  const { page, close } = await openPage(await sharedBrowser(), site, "/cip/core/cip-2");
  const width = (selector: string) => page.locator(selector).evaluate((svg) => svg.getBoundingClientRect().width);
  expect(await width(".diagram svg")).toBeGreaterThan(1000);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 700, height: 1000 });
  expect(await width(".diagram svg")).toBeLessThanOrEqual(700);
  const cut = () => page.locator(".table-scroll").evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(await cut()).toBe(0);
  await page.goto("/cip/graph");
  expect(await width(".dependencies svg")).toBeGreaterThan(0);
  await close();
});
