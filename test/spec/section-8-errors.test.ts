/** Specification, section 8: the errors that a build shows or prevents. Those of the browser are tested in test/browser. */
import { describe, expect, test } from "vitest";
import { attributes, build, buildSite, makeSite, proposalText, registerSite, texts } from "../support/site.js";

const one = { "content/cip/cbc/cip-20.md": proposalText(20) };

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

test("all problems of a configuration are reported together, with its file, and nothing is built", async () => {
  const built = await build(makeSite(one, { titel: "x", pageSize: 0, search: { provider: "algolia" } } as object));
  expect(built.diagnostics.map(({ message }) => message.split(":")[0]).toSorted()).toEqual([
    "pageSize",
    "search.apiKey",
    "search.appId",
    "search.indexName",
    "titel",
  ]);
  expect(built.diagnostics.every(({ file }) => file === "cipgen.config.json")).toBe(true);
  expect(built.files.size).toBe(0);
});
