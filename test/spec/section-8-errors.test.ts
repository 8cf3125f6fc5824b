/** Specification, section 8: the errors that a build shows or prevents. Those of the browser are tested in test/browser. */
import { describe, expect, test } from "vitest";
import { attributes, build, buildSite, makeSite, proposalText, registerSite, texts } from "../support/site.js";

const one = { "content/cip/cbc/cip-20.md": proposalText(20) };
const docs = { "content/docs/start.md": "---\ntitle: Start\n---\nText.\n" };

test('not found: title "Page Not Found" and "We could not find what you were looking for"', async () => {
  const site = await registerSite();
  const page = site.page("/404.html");
  expect(page.title).toBe("Page Not Found | CIP");
  expect(texts(page, "h1")).toEqual(["Page Not Found"]);
  expect(texts(page, ".lead")).toEqual(["We could not find what you were looking for"]);
  expect(attributes(page, "main a", "href")).toEqual(["/", "/cip", "/cip/archive", "/search"]);
});

describe("a page module with no default export", () => {
  test("is an error that says nothing can be rendered, and no file is built", async () => {
    const built = await buildSite({ ...one, "templates/ListPage.tsx": "export const ListPage = () => null;\n" });
    expect(built.diagnostics).toMatchObject([
      {
        code: "template-no-default-export",
        severity: "error",
        message: expect.stringContaining("nothing can be rendered"),
        file: "templates/ListPage.tsx",
        help: expect.stringContaining("export default function ListPage"),
      },
    ]);
    expect(built.files.size).toBe(0);
  });

  test("a template with a syntax error is named with its line", async () => {
    const built = await buildSite({
      ...one,
      "templates/Footer.tsx": "export default function Footer() {\n  return <p>\n",
    });
    expect(built.diagnostics[0]).toMatchObject({ code: "template-syntax", file: "templates/Footer.tsx" });
    expect(built.diagnostics[0]?.line).toBeGreaterThan(1);
    expect(built.files.size).toBe(0);
  });

  test("a template that throws fails the build and names the page and the line", async () => {
    const template = 'export default function Footer(): string {\n  throw new Error("no footer today");\n}\n';
    const built = await buildSite({ ...one, "templates/Footer.tsx": template });
    expect(built.diagnostics).toMatchObject([
      {
        code: "template-failed",
        severity: "error",
        message: expect.stringMatching(/\/.*no footer today/),
        file: "templates/Footer.tsx",
        line: 2,
        column: 9,
      },
    ]);
    expect(built.files.size).toBe(0);
  });

  test("a site's own template with a default export replaces the package's", async () => {
    const template = "export default function Footer() {\n  return <footer>Ours</footer>;\n}\n";
    const built = await buildSite({ ...one, "templates/Footer.tsx": template });
    expect(built.diagnostics).toEqual([]);
    expect(texts(built.page("/cip"), "body > footer")).toEqual(["Ours"]);
  });
});

describe("configuration errors", () => {
  const algolia = { provider: "algolia", appId: "A", apiKey: "k", indexName: "i" };
  const cases: [name: string, config: object, message: RegExp, code: string][] = [
    [
      "a missing search application id",
      { search: { ...algolia, appId: undefined } },
      /search\.appId/,
      "config-invalid",
    ],
    ["a missing search key", { search: { ...algolia, apiKey: undefined } }, /search\.apiKey/, "config-invalid"],
    [
      "a missing docs version",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "docsVersion" }] } },
      /navbar\.items\[0\]\.version/,
      "config-invalid",
    ],
    [
      "a docs version that does not exist",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "docsVersion", version: "2.0" }] } },
      /navbar\.items\[0\]\.version.*"2\.0"/,
      "config-reference",
    ],
    ["a missing main doc id", { docs: {} }, /docs\.mainDocId/, "config-invalid"],
    [
      "a main doc that does not exist",
      { docs: { mainDocId: "strat" } },
      /docs\.mainDocId.*"strat"/,
      "config-reference",
    ],
    [
      "a missing doc id",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "doc" }] } },
      /navbar\.items\[0\]\.docId/,
      "config-invalid",
    ],
    [
      "a doc id that does not exist",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "doc", docId: "begin" }] } },
      /navbar\.items\[0\]\.docId.*"begin"/,
      "config-reference",
    ],
    [
      "a missing sidebar id",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "docSidebar" }] } },
      /navbar\.items\[0\]\.sidebarId/,
      "config-invalid",
    ],
    [
      "a sidebar id that does not exist",
      { docs: { mainDocId: "start" }, navbar: { items: [{ type: "docSidebar", sidebarId: "x" }] } },
      /navbar\.items\[0\]\.sidebarId.*"x"/,
      "config-reference",
    ],
    [
      "a missing navbar item type",
      { navbar: { items: [{ label: "A", to: "/" }] } },
      /navbar\.items\[0\]/,
      "config-invalid",
    ],
    [
      "an unknown navbar item type",
      { navbar: { items: [{ type: "button", label: "A", to: "/" }] } },
      /navbar\.items\[0\].*type of a navbar item is/,
      "config-invalid",
    ],
  ];

  test.each(cases)("%s is named by its key, with the config file", async (_, config, message, code) => {
    const built = await build(makeSite({ ...one, ...docs }, config as object));
    expect(built.diagnostics).toMatchObject([{ code, severity: "error", file: "cipgen.config.json" }]);
    expect(built.diagnostics[0]?.message).toMatch(message);
    expect(built.files.size).toBe(0);
  });

  test("all problems of a config are reported together", async () => {
    const built = await build(makeSite(one, { titel: "x", pageSize: 0, search: { provider: "algolia" } } as object));
    expect(built.diagnostics.map(({ message }) => message.split(":")[0]).toSorted()).toEqual([
      "pageSize",
      "search.apiKey",
      "search.appId",
      "search.indexName",
      "titel",
    ]);
    expect(built.diagnostics.find(({ code }) => code === "config-unknown-key")?.help).toContain('"title"');
  });
});

describe("links at build time", () => {
  const linking = (body: string) => ({ ...one, "content/cip/core/cip-30.md": proposalText(30, {}, body) });

  test("a broken link fails the build, with file, line, column and the address that was probably meant", async () => {
    const built = await buildSite(linking("Text and a [link](/cip/cbc/cip-21).\n"));
    expect(built.diagnostics).toMatchObject([
      {
        code: "broken-link",
        severity: "error",
        file: "content/cip/core/cip-30.md",
        line: 5,
        column: 19,
        help: expect.stringContaining("/cip/cbc/cip-20"),
      },
    ]);
    expect(built.files.size).toBe(0);
  });

  test("a broken Markdown link only warns, once, and is not reported as a broken link again", async () => {
    const built = await buildSite(linking("A [link](../cbc/cip-21.md).\n"));
    expect(built.diagnostics).toMatchObject([
      { code: "broken-markdown-link", severity: "warning", file: "content/cip/core/cip-30.md", line: 5 },
    ]);
    expect(built.files.size).toBeGreaterThan(0);
  });
});
