import { describe, expect, test } from "vitest";
import { build } from "../../src/cli/api/build.js";
import { makeSite } from "../support/site.js";
import { treeOf } from "../support/tree.js";

async function siteWith(config: object, files: Record<string, string> = {}) {
  const result = await build({ root: makeSite(files, config), cache: false });
  return { ...result, tree: result.ok ? treeOf(result.out) : {} };
}

const policyOf = (html = "") =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/i.exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? "";

describe("style sheets of a site", () => {
  test("come after those of the page, with what they import and load", async () => {
    const { tree } = await siteWith(
      { styles: ["look/theme.css"] },
      {
        "look/theme.css": '@import "./part.css";\n.logo{background:url(./mark.svg)}',
        "look/part.css": ":root{--radius:0}",
        "look/mark.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      },
    );
    const sheets = [...(tree["index.html"] ?? "").matchAll(/rel="stylesheet" href="\/([^"]+)"/g)].map(
      ([, href]) => href,
    );
    const own = sheets.find((href) => /^assets\/site-[0-9a-f]{10}\.css$/.test(href ?? "")) ?? "";
    expect(sheets).toEqual([expect.stringMatching(/^assets\/home-/), own]);
    expect(tree[own]).toContain("--radius:0");
    const [, picture = ""] = /url\("?\.\/([^")]+)/.exec(tree[own] ?? "") ?? [];
    expect(tree[`assets/${picture}`]).toContain("<svg");
  });

  test.each([
    ["a file that is not there", "gone.css", {}, "style-invalid"],
    ["a file of another site", "a.css", { "a.css": '@import "https://fonts.example/a.css";' }, "style-outside"],
    ["a broken rule", "a.css", { "a.css": "a { color: }}" }, "style-invalid"],
  ])("with %s are reported", async (_what, name, files, code) => {
    const { diagnostics } = await siteWith({ styles: [name] }, files);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code }));
  });
});

describe("elements of the head", () => {
  const head = [
    { tag: "script", src: "https://stats.example/a.js", data: { domain: "x" }, origins: ["https://in.stats.example"] },
    { tag: "link", rel: "stylesheet", href: "https://fonts.example/a.css" },
    { tag: "link", rel: "preload", as: "script", href: "own.js" },
    { tag: "script", src: "own.js" },
    { tag: "meta", name: "verify", content: "me" },
  ];

  test("are on every page, and both policies allow their origins, and no others", async () => {
    const { tree, diagnostics } = await siteWith({ head }, { "own.js": "1" });
    const html = tree["cip/index.html"] ?? "";
    expect(html).toContain('<script src="https://stats.example/a.js" defer="" data-domain="x">');
    expect(html).toMatch(/<script src="\/assets\/own-[0-9a-f]{10}\.js" defer="">/);
    expect(html).toContain('<meta name="verify" content="me"/>');
    const policy = policyOf(html);
    expect(policy).toMatch(/script-src 'self' https:\/\/stats\.example https:\/\/in\.stats\.example 'sha256-/);
    expect(policy).toContain("style-src 'self' https://fonts.example;");
    expect(policy).toMatch(/connect-src 'self' https:\/\/stats\.example https:\/\/in\.stats\.example;/);
    expect(policy).toMatch(/frame-src 'self' https:\/\/stats\.example https:\/\/in\.stats\.example;/);
    expect(policy).not.toContain("unsafe");
    expect(tree._headers).toContain(`Content-Security-Policy: ${policy}`);
    expect(diagnostics).toMatchObject([
      { code: "head-outside", severity: "warning", help: expect.stringContaining("integrity") },
    ]);
  });

  test("that would need code in the page, lack what they need, or name a missing file are refused", async () => {
    const { ok, diagnostics } = await siteWith({
      head: [{ tag: "script" }, { tag: "link", href: "/a" }, { tag: "meta", name: "a" }],
    });
    expect(ok).toBe(false);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("head[0]: a script needs src"),
      expect.stringContaining("head[1]: a link needs rel and href"),
      expect.stringContaining("head[2]: a meta needs name or property"),
    ]);
    for (const src of ["gone.js", "folder"]) {
      const missing = await siteWith({ head: [{ tag: "script", src }] }, { "folder/own.js": "1" });
      expect(missing.diagnostics).toMatchObject([
        { code: "config-reference", message: `head[0]: there is no file ${src}` },
      ]);
    }
  });
});
