/** Files beside proposals: what may be published, in what form, and that a drawing is nothing but a drawing. */
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import type { SeriesInput } from "../../src/config/index.js";
import { cleanDrawing } from "../../src/content/formats/svg.js";
import { neverAsIs, publicationOf } from "../../src/shared/publication.js";
import { configProblems } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { attributes, buildSite, parseHtml, proposalText } from "../support/site.js";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const linking = (...names: string[]) => ({
  "content/cip/cbc/cip-20.md": proposalText(20, {}, `${names.map((name) => `[${name}](./${name})`).join(" ")}\n`),
});
const beside = (files: Record<string, string | Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`content/cip/cbc/${name}`, content]));
const hrefs = async (files: Record<string, string | Uint8Array>, config = {}) => {
  const built = await buildSite({ ...linking(...Object.keys(files)), ...beside(files) }, config);
  const said = built.diagnostics.map(({ code, severity, file, line }) => `${severity} ${code} ${file}:${line ?? ""}`);
  return {
    built,
    said,
    hrefs: built.has("cip/cbc/cip-20/index.html") ? attributes(built.page("/cip/cbc/cip-20"), ".prose a", "href") : [],
  };
};

describe("a file beside a proposal", () => {
  test("is published as it is where nothing can run it", async () => {
    const files = {
      "a.png": png,
      "b.csv": "1,2",
      "c.txt": "<html>",
      "d.json": "{}",
      "e.sol": "contract A {}",
      "f.pdf": "%PDF-1.4",
    };
    const found = await hrefs(files);
    expect(found.said).toEqual([]);
    expect(found.hrefs).toEqual(Object.keys(files).map((name) => `/cip/cbc/${name}`));
    for (const name of Object.keys(files)) expect(found.built.has(`cip/cbc/${name}`)).toBe(true);
  });

  test("is published as text where a browser would run it, and the link leads there", async () => {
    const page = "<script>alert(1)</script>";
    const found = await hrefs({
      "a.html": page,
      "b.js": "alert(1)",
      "c.XML": page,
      "d.xhtml": page,
      "e.css": "a{}",
      LICENSE: "x",
    });
    expect(found.said).toEqual([]);
    expect(found.hrefs).toEqual(
      ["a.html", "b.js", "c.XML", "d.xhtml", "e.css", "LICENSE"].map((name) => `/cip/cbc/${name}.txt`),
    );
    expect(found.built.text("cip/cbc/a.html.txt")).toBe(page);
    expect([...found.built.files.keys()].filter((path) => /cbc\/[a-e]\.\w+$/.test(path))).toEqual([]);
  });

  test("is refused at the link where a host might run it", async () => {
    const ends = "php phtml php.png mht swf jar svgz shtml cgi exe wasm".split(" ");
    const names = ["web.config", ...ends.map((end) => `a.${end}`)];
    const found = await hrefs(Object.fromEntries(names.map((name) => [name, "x"])));
    expect(found.said).toEqual(names.map(() => "error file-refused content/cip/cbc/cip-20.md:5"));
    expect(found.built.files.size).toBe(0);
  });

  test("without a link to it is not read", async () => {
    const built = await buildSite({ ...linking(), ...beside({ "a.php": "x", "b.png": "<html>", "c.svg": "<html>" }) });
    expect(built.diagnostics).toEqual([]);
  });

  test("named .png that is a page or a drawing is refused", async () => {
    const begins = ["<html>", "\n <!DOCTYPE html>", "\ufeff<script>alert(1)</script>", "<?xml version='1.0'?><x/>"];
    const files = [...begins, "\0<\0s\0v\0g\0>\0"].map((content, index) => [`${index}.png`, content]);
    const found = await hrefs(Object.fromEntries(files));
    expect(found.said).toEqual(files.map(([name]) => `error file-refused content/cip/cbc/${name}:`));
    expect(found.built.files.size).toBe(0);
  });

  test("named .png that is a page is left out with a warning where broken links do not stop the build", async () => {
    const found = await hrefs({ "a.png": "<html>" }, { checks: { brokenLinks: "warn" } });
    expect(found.said).toEqual(["warning file-refused content/cip/cbc/a.png:"]);
    expect(found.built.has("cip/cbc/a.png")).toBe(false);
  });

  test("of another kind is allowed by the series, but never one that runs", async () => {
    const config = { series: [{ profile: "cip" as const, assetTypes: ["wasm"] }] };
    expect((await hrefs({ "a.wasm": "x" }, config)).hrefs).toEqual(["/cip/cbc/a.wasm"]);
    for (const end of neverAsIs)
      expect(configProblems({ series: [{ profile: "cip", assetTypes: [end] }] })).toEqual([
        "config-invalid series[0].assetTypes[0]: files of this kind could run in a browser or on a host",
      ]);
  });

  test("in a folder of two series is allowed by either", async () => {
    const series = (id: string, assetTypes: string[]): SeriesInput => ({
      ...{ profile: "cip", id, label: id.toUpperCase(), title: id, route: `/${id}`, source: id },
      ...{ files: "{category}/cip-{number}.md", assets: "../assets", assetTypes },
    });
    const text = (name: string) => proposalText(1, {}, `[a](../../assets/${name})\n`);
    const files = {
      "one/core/cip-1.md": text("a.rsp"),
      "two/core/cip-1.md": text("b.nr"),
      "assets/a.rsp": "x",
      "assets/b.nr": "y",
    };
    const built = await buildSite(files, { series: [series("one", ["rsp"]), series("two", ["nr"])] });
    expect(built.diagnostics).toEqual([]);
    expect([...built.files.keys()].filter((path) => /\.(?:rsp|nr)$/.test(path))).toHaveLength(2);
  });

  test("no name leads to a page: whatever is published as it is has an end that is known", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...neverAsIs), fc.boolean(), (name, end, isUpper) => {
        const path = `${name}.${isUpper ? end.toUpperCase() : end}`;
        expect(["text", "drawing", undefined]).toContain(publicationOf(path, [...neverAsIs]));
      }),
    );
  });
});

describe("a file beside a page of the docs", () => {
  const docs = { mainDocId: "start" };
  const flow = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';

  test("is published where a page or a proposal names it, below the docs of its version", async () => {
    const page = "# Start\n\n![x](img/flow.svg) [y](data.json) [z](run.html)\n";
    const files = { "start.md": page, "img/flow.svg": flow, "data.json": "{}", "run.html": "x", "unused.png": "x" };
    const inFolder = (folder: string) =>
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
    const versions = [
      { name: "current", label: "Next", isLast: true },
      { name: "old", label: "Old", path: "v1", source: "old" },
    ];
    const site = await buildSite(
      {
        ...inFolder("content/docs"),
        ...inFolder("old"),
        "content/i18n/de-DE/docs/start.md": "# Anfang\n\n![x](img/flow.svg)\n",
        "content/cip/cbc/cip-20.md": proposalText(20, {}, "[x](../../docs/data.json)\n"),
      },
      { docs: { ...docs, versions }, locales: { "en-US": {}, "de-DE": {} } },
    );
    expect(site.diagnostics).toEqual([]);
    for (const route of ["/docs", "/docs/v1"]) {
      expect(attributes(site.page(`${route}/start`), ".prose img", "src")).toEqual([`${route}/img/flow.svg`]);
      const links = ["data.json", "run.html.txt"].map((name) => `${route}/${name}`);
      expect(attributes(site.page(`${route}/start`), ".prose a", "href")).toEqual(links);
      for (const path of [`${route}/img/flow.svg`, ...links]) expect(site.has(path.slice(1))).toBe(true);
      expect(site.has(`${route.slice(1)}/unused.png`)).toBe(false);
    }
    expect(attributes(site.page("/de-DE/docs/start"), ".prose img", "src")).toEqual(["/docs/img/flow.svg"]);
    expect(attributes(site.page("/cip/cbc/cip-20"), ".prose a", "href")).toEqual(["/docs/data.json"]);
  });

  test("keeps its address in a series that has the folder of the docs", async () => {
    const site = await buildSite(
      { "docs/start.md": "# Start\n\n![x](img/a.png)\n", "docs/img/a.png": png, "cbc/cip-20.md": proposalText(20) },
      { docs, content: { docs: "docs" }, series: [{ profile: "cip", source: "." }] },
    );
    expect(attributes(site.page("/docs/start"), ".prose img", "src")).toEqual(["/cip/docs/img/a.png"]);
  });

  test("makes no page of its folder, which would lack the pages of the docs", async () => {
    const page = "# Start\n\n[x](more/)\n";
    const files = { "start.md": page, "more/a.png": png, "more/text.md": "# Text\n" };
    const all = Object.entries(files).map(([name, content]) => [`content/docs/${name}`, content]);
    const site = await buildSite({ ...Object.fromEntries(all), ...linking() }, { docs });
    expect(site.diagnostics).toMatchObject([{ code: "broken-link", file: "content/docs/start.md", line: 3 }]);
  });
});

describe("a drawing", () => {
  const svg = (inner: string, attributes = "") => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inner}</svg>`;

  test("is shown as it was drawn", () => {
    const inner =
      '<defs><linearGradient id="g"><stop offset="1" stop-color="red"></stop></linearGradient></defs><style>.a{fill:url(#g)}</style><rect class="a" width="1" fill="url(#g)"></rect><text x="1">A &amp; B &lt; C</text><use href="#g"></use>';
    expect(cleanDrawing(svg(inner, ' viewBox="0 0 1 1"'))).toEqual({
      svg: svg(inner, ' viewBox="0 0 1 1"'),
      removed: new Map(),
    });
  });

  test.each([
    `${" ".repeat(100_000)}x`,
    `${"#url(".repeat(100_000)})`,
  ])("repetitions in its styles take no time", (name) => {
    const style = `a{fill:url(${name}}`;
    expect(cleanDrawing(svg(`<style>${style}</style><g fill="${style}"/>`)).svg).toBe(svg("<style></style><g></g>"));
  });

  test("with very many elements within each other is none", () => {
    for (const tag of ["<g>", "<script>"]) expect(cleanDrawing(svg(tag.repeat(200_000))).svg).toBe("");
  });

  test("an editor's notes go without a word", () => {
    const notes =
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "x">]><!-- a --><svg xmlns:inkscape="x" inkscape:version="1"><metadata><rdf:RDF/></metadata><sodipodi:namedview/><g inkscape:label="a"/></svg>';
    expect(cleanDrawing(notes)).toEqual({ svg: svg("<g></g>"), removed: new Map() });
  });

  test.each([
    ["<script>alert(1)</script>", "", "script"],
    ["<foreignObject><body><script/></body></foreignObject>", "", "foreignObject"],
    ['<g onload="x"/>', "<g></g>", "event handler"],
    ['<a href="https://evil.test"><g/></a>', "<g></g>", "link"],
    ['<use href="https://evil.test#a"/>', "<use></use>", "link"],
    ['<use xlink:href="data:image/svg+xml,x"/>', "<use></use>", "link"],
    ['<image href="//evil.test/a.png"/>', "<image></image>", "link"],
    ['<style>@import "//evil.test";.a{fill:red}</style>', "<style>.a{fill:red}</style>", "style"],
    ["<style>a{background:url(//evil.test)}</style>", "<style>a{background:none}</style>", "style"],
    ["<style>&lt;script xmlns='http://www.w3.org/1999/xhtml'>alert(1)&lt;/script></style>", "<style></style>", "style"],
    ['<g fill="url(https://evil.test#a)"/>', "<g></g>", "style"],
    ['<g fill="u\\72l(https://evil.test#a)"/>', "<g></g>", "style"],
    ['<g style="fill:u\\72l(//evil.test)"/>', "<g></g>", "style"],
    ['<set attributeName="href" to="javascript:alert(1)"/>', "", "set"],
    ['<animate attributeName="xlink:href" values="javascript:alert(1)"/>', "", "animate"],
    ['<set attributeName="onclick" to="alert(1)"/>', "", "set"],
    ["<feImage href='https://evil.test'/>", "", "feImage"],
    ["<iframe src='https://evil.test'/>", "", "iframe"],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', "", "x:script"],
  ])("loses %s, and it is said", (inner, left, what) => {
    const { svg: clean, removed } = cleanDrawing(svg(inner));
    expect(clean).toBe(svg(left));
    expect([...removed.keys()]).toEqual([what]);
  });

  test("whose names have a prefix, as programs write them, is the same drawing", () => {
    const prefixed = `<n:svg xmlns:n="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink">
<n:defs><n:path id="a" d="M0 0"/></n:defs><n:use l:href="#a"/><n:script>alert(1)</n:script><n:use l:href="https://x.example/#a"/></n:svg>`;
    const { svg: clean, removed } = cleanDrawing(prefixed);
    expect(clean.replaceAll("\n", "")).toBe(
      svg('<defs><path id="a" d="M0 0"></path></defs><use href="#a"></use><use></use>'),
    );
    expect([...removed.keys()].sort()).toEqual(["link", "script"]);
  });

  test("what was left out is a warning; what is no drawing is left out and stops nothing", async () => {
    const cleaned = await hrefs({ "a.svg": svg("<script>alert(1)</script><rect/>") });
    expect(cleaned.said).toEqual(["warning drawing-cleaned content/cip/cbc/a.svg:"]);
    expect(cleaned.built.text("cip/cbc/a.svg")).toBe(svg("<rect></rect>"));
    for (const content of ["<html><svg/></html>", "", new Uint8Array([0x3c, 0xff]), "text"]) {
      const broken = await hrefs({ "a.svg": content });
      expect(broken.said).toEqual(["warning file-refused content/cip/cbc/a.svg:"]);
      expect(broken.built.has("cip/cbc/cip-20/index.html")).toBe(true);
      expect(broken.built.has("cip/cbc/a.svg")).toBe(false);
    }
  });

  test("of hostile parts in any order holds no script, no handler and no reference to anywhere else", () => {
    const parts = [
      ..."<svg <svg:svg <g <script <SCRIPT <style <a <use <image <set <animate <foreignObject <title <text".split(" "),
      ..."<x:script > /> </g> </style> </script> </svg> </a> <![CDATA[ ]]> <!-- -->".split(" "),
      ...["<?xml-stylesheet href='//evil.test'?>", "<!DOCTYPE svg [<!ENTITY e '<script>alert(1)</script>'>]>"],
      ..."&e; &lt;script&gt; &#60;script&#62; &quot; \0 \ud800".split(" "),
      ...'href=" xlink:href=" onload=" style=" fill=" attributeName=" to=" xmlns=" xml:base="'
        .split(" ")
        .map((a) => ` ${a}`),
      ...[" ONLOAD='", '"', "'", "@import '//evil.test';", " ", "\n"],
      ..."javascript:alert(1) //evil.test https://evil.test #a url( url(#a) url('//evil.test') ) \\ /* */".split(" "),
      ..."http://www.w3.org/1999/xhtml href onclick u\\72l(//evil.test) data:text/html,x".split(" "),
      ..."expression(1) x = ; { }".split(" "),
    ];
    const drawings = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => `<svg>${all.join("")}`);
    fc.assert(
      fc.property(drawings, (text) => {
        const { svg: clean } = cleanDrawing(text);
        expect(cleanDrawing(clean).svg).toBe(clean);
        for (const xmlMode of [true, false]) expect(dangersOf(clean, xmlMode)).toEqual([]);
        expect([...parseHtml(clean).querySelectorAll("script, foreignObject, iframe, a, [onload], [onclick]")]).toEqual(
          [],
        );
      }),
      { numRuns: runs(1000), examples: [['<svg><svg to=" xml:base="href-->'], ['<svg><g fill=" href="xhref>']] },
    );
  });
});

/** Everything in a document that could run or load something. */
function dangersOf(text: string, xmlMode: boolean): string[] {
  const found: string[] = [];
  let style: string | undefined;
  const check = (css: string) => {
    if (/url\s*\(\s*["']?\s*(?!#|["'\s])|@import|expression\(|\\/i.test(css.replace(/\/\*[\s\S]*?\*\//g, "")))
      found.push(css);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (/script|foreignobject|iframe|object|embed|^a$|feimage|html|body/i.test(name)) found.push(name);
        style = /^style$/i.test(name) ? "" : undefined;
        for (const [key, value] of Object.entries(attributes)) {
          if (/^on/i.test(key)) found.push(key);
          if (/href|src|base$/i.test(key) && !/^#|^data:image\/(png|jpeg|gif|webp);/.test(value))
            found.push(`${key}=${value}`);
          if (/^xmlns/.test(key) && value !== "http://www.w3.org/2000/svg") found.push(`${key}=${value}`);
          if (/^attributename$/i.test(key) && /^(?:set|animate)/i.test(name) && /href|^on|style/i.test(value))
            found.push(`${key}=${value}`);
          if (key === "style" || /\(/.test(value)) check(value);
        }
      },
      ontext(data) {
        if (style !== undefined) check(data);
      },
      onclosetag() {
        style = undefined;
      },
      onprocessinginstruction: (name) => found.push(name),
      oncomment: (data) => found.push(data),
    },
    { xmlMode },
  );
  parser.end(text);
  return found;
}
