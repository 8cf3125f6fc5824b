/** What check-links finds in a built site: whatever a file can refer with, and one problem in each. Forms that are right are in links-valid.test.ts. */
import { describe, expect, test } from "vitest";
import { positionAt } from "../../src/shared/lines.js";
import { checkSite } from "../../src/tools/links/check.js";
import { check, found, origin, page, siteWith } from "../support/linked-site.js";

const inPages: [code: string, text: string, body: string, head?: string][] = [
  ["broken-link", "/doks", '<a href="/doks">x</a>'],
  ["broken-link", `${origin}/nowhere`, `<a href="${origin}/nowhere">x</a>`],
  ["broken-link", "//site.example/nowhere", '<a href="//site.example/nowhere">x</a>'],
  ["broken-link", "/nowhere", '<map name="m"><area href="/nowhere" alt=""></map>'],
  ["broken-link", "/docs//use", '<a href="/docs//use">x</a>'],
  ["broken-link", `${origin}//docs`, `<a href="${origin}//docs">x</a>`],
  ["link-malformed", "tel:", '<a href="tel:">x</a>'],
  ["broken-link", "/gone.pdf", '<a download href="/gone.pdf">x</a>'],
  ["broken-link", "docs", '<a href="docs">x</a>', '<base href="/deep/">'],
  ["broken-anchor", "#nope", '<a href="#nope">x</a>'],
  ["broken-anchor", "/docs#usee", '<a href="/docs#usee">x</a>'],
  ["broken-anchor", "/old.html#nope", '<a href="/old.html#nope">x</a>'],
  ["broken-anchor", "#t", '<a href="#t">x</a><template><p id="t"></template>'],
  ["broken-anchor", "/docs#Use", '<a href="/docs#Use">x</a>'],
  ["broken-link", "/img/b.png", '<img src="/img/b.png" alt="">'],
  ["broken-link", "/img/c.png", '<img srcset="/img/a.png 1x, /img/c.png 2x" alt="">'],
  ["broken-link", "/c.png", '<img srcset="/img/a.png, /c.png 2x" alt="">'],
  ["broken-link", "/b.webp", '<picture><source srcset="/b.webp"><img src="/img/a.png"></picture>'],
  ["broken-link", "/b.mp4", '<video src="/b.mp4"></video>'],
  ["broken-link", "/b.mp4", '<video><source src="/b.mp4"></video>'],
  ["broken-link", "/b.png", '<video src="/a.mp4" poster="/b.png"></video>'],
  ["broken-link", "/b.vtt", '<video src="/a.mp4"><track src="/b.vtt"></video>'],
  ["broken-link", "/b.html", '<iframe src="/b.html"></iframe>'],
  ["broken-link", "/b.pdf", '<object data="/b.pdf"></object>'],
  ["broken-link", "/b.js", '<script src="/b.js"></script>'],
  ["broken-link", "/b.css", "", '<link rel="stylesheet" href="/b.css">'],
  ["broken-link", "/m.json", "", '<link rel="manifest" href="/m.json">'],
  ["broken-link", "/f.xml", "", '<link rel="alternate" type="application/rss+xml" href="/f.xml">'],
  ["broken-link", "/find", '<form action="/find"></form>'],
  ["broken-anchor", "/img/sprite.svg#no", '<svg><use href="/img/sprite.svg#no"/></svg>'],
  ["broken-anchor", "#no", '<svg><use href="#no"/></svg>'],
  ["broken-link", `${origin}/x`, "", `<link rel="canonical" href="${origin}/x">`],
  ["broken-link", `${origin}/x.png`, "", `<meta property="og:image" content="${origin}/x.png">`],
  ["broken-link", "/nowhere", "", '<meta http-equiv="refresh" content="5;URL=\'/nowhere\'">'],
  ["link-case", "/Docs", '<a href="/Docs">x</a>'],
  ["link-case", "/u%CC%88ber", '<a href="/u%CC%88ber">x</a>'],
  ["link-slash", "/docs/", '<a href="/docs/">x</a>'],
  ["link-empty", "", '<a href="">x</a>'],
  ["link-empty", "", '<img src="" alt="">'],
  ["link-malformed", "https://", '<a href="https://">x</a>'],
  ["link-malformed", "https:/example.org", '<a href="https:/example.org">x</a>'],
  ["link-malformed", "http://a b/", '<a href="http://a b/">x</a>'],
  ["link-malformed", "http://a:99999/", '<a href="http://a:99999/">x</a>'],
  ["link-malformed", "htps://example.org", '<a href="htps://example.org">x</a>'],
  ["link-malformed", "/docs%2", '<a href="/docs%2">x</a>'],
  ["link-malformed", "img\\a.png", '<img src="img\\a.png" alt="">'],
  ["url-unsafe", "javascript:void(0)", '<a href="javascript:void(0)">x</a>'],
  ["url-unsafe", "java\nscript:x", '<a href="java\nscript:x">x</a>'],
  ["link-mailto", "mailto:", '<a href="mailto:">x</a>'],
  ["link-mailto", "mailto:me", '<a href="mailto:me">x</a>'],
  ["link-mailto", "mailto:a@b.example,c", '<a href="mailto:a@b.example,c">x</a>'],
  ["broken-link", "/no,b.png", '<img srcset="/img/a,b.png 1x,/no,b.png 2x" src="/img/a.png" alt="">'],
  ["broken-link", "/no.png", "<noscript><img src='/no.png' alt=''></noscript>"],
  ["broken-link", "/no", '<a\nhref\n=\n"/no"\n>x</a>'],
  ["broken-link", "/no", '<a class="x"href="/no">x</a>'],
  ["broken-link", "/no", '<svg><a href="/no"><text>x</text></a></svg>'],
  ["broken-link", "/no.png", '<svg><image href="/no.png"/></svg>'],
  ["broken-link", "/no", "", '<link rel="next" href="/no">'],
  ["link-relative", "/img/a.png", "", '<meta name="twitter:image" content="/img/a.png">'],
  ["link-kind", "/docs", '<img src="/docs" alt="">'],
  ["link-kind", "#", '<img src="#" alt="">'],
  ["link-kind", "/main.js", "", '<link rel="stylesheet" href="/main.js">'],
  ["redirect-loop", "/case", "", '<meta http-equiv="refresh" content="0; url=/case">'],
  ["broken-link", "#use", '<a href="#use">x</a><p id="use">', '<base href="/no">'],
  ["broken-anchor", "#a%20c", '<p id="a-c"><a href="#a%20c">x</a>'],
  ["broken-anchor", "/docs#no:~:text=Use", '<a href="/docs#no:~:text=Use">x</a>'],
  ["broken-anchor", "/docs#user-content-use", '<a href="/docs#user-content-use">x</a>'],
  ["broken-anchor", "/docs##use", '<a href="/docs##use">x</a>'],
  ["id-duplicate", "a", '<a name="a">x</a> <a name="a">y</a>'],
  ["id-duplicate", "a", '<p id="a">x</p> <svg><g id="a"/></svg>'],
  ["link-malformed", "http//other.example", '<a href="http//other.example">x</a>'],
  ["link-malformed", "https;//other.example", '<a href="https;//other.example">x</a>'],
  ["link-malformed", "https://other..example/", '<a href="https://other..example/">x</a>'],
  ["link-malformed", "https://otherexample/", '<a href="https://otherexample/">x</a>'],
  ["link-malformed", "https://[::g]/", '<a href="https://[::g]/">x</a>'],
  ["link-malformed", "///docs", '<a href="///docs">x</a>'],
  ["link-malformed", "C:\\img\\a.png", '<img src="C:\\img\\a.png" alt="">'],
  ["url-unsafe", "file:///home/me/a.png", '<img src="file:///home/me/a.png" alt="">'],
  ["broken-link", "/docs%2Fuse", '<a href="/docs%2Fuse">x</a>'],
  ["broken-link", "/img/a%2520b.png", '<img src="/img/a%2520b.png" alt="">'],
  ["broken-link", "/img/a.png%20", '<img src="/img/a.png%20" alt="">'],
  ["broken-link", "/docs\u200B", '<a href="/docs\u200B">x</a>'],
  ["broken-link", "/docs.html", '<a href="/docs.html">x</a>'],
  ["broken-link", "/img/", '<a href="/img/">x</a>'],
  ["broken-link", "http://site.example/no", '<a href="http://site.example/no">x</a>'],
  ["broken-link", "HTTPS://SITE.EXAMPLE/no", '<a href="HTTPS://SITE.EXAMPLE/no">x</a>'],
  ["link-slash", "../docs/#use", '<a href="../docs/#use">x</a>'],
  ["link-malformed", "tel:1-800-SWISS", '<a href="tel:1-800-SWISS">x</a>'],
  ["link-mailto", "mailto://a@b.example", '<a href="mailto://a@b.example">x</a>'],
  ["link-mailto", "mailto:a@b.example;c@d.example", '<a href="mailto:a@b.example;c@d.example">x</a>'],
  ["link-mailto", "mailto:a@b.example?cc=c", '<a href="mailto:a@b.example?cc=c">x</a>'],
  ["url-unsafe", "JaVaScRiPt:x", '<svg><a xlink:href="JaVaScRiPt:x">x</a></svg>'],
  ["url-unsafe", "data:text/html,x", '<a href="data:text/html,x">x</a>'],
  [
    "broken-link",
    "/no.png",
    '<picture><source srcset="/no.png 480w" sizes="1px" type="image/png"><img src="/img/a.png" alt=""></picture>',
  ],
  ["link-mailto", "mailto:?to=nobody", '<a href="mailto:?to=nobody">x</a>'],
  ["link-malformed", "localhost:3000/docs", '<a href="localhost:3000/docs">x</a>'],
];

test.each(inPages)("%s is found once, at its place: %s in %s %s", (code, text, body, head = "") => {
  expect(found(siteWith(body, head))).toEqual([[code, "case/index.html", text]]);
});

describe("the advice is what was meant", () => {
  test.each([
    ["/doks", "broken-link", "Did you mean /docs?"],
    ["/docs#usee", "broken-anchor", "Did you mean #use?"],
    ["htps://example.org", "link-malformed", "Did you mean https:?"],
    ["/docs/", "link-slash", "Write /docs."],
    ["(https://a.example/x", "broken-link", "Write https://a.example/x."],
    ["<https://a.example/x>", "broken-link", "Write https://a.example/x."],
    ["`https://a.example/x`", "broken-link", "Write https://a.example/x."],
    ["«https://a.example/x»", "broken-link", "Write https://a.example/x."],
    ["[https://a.example/x_(y)", "broken-link", "Write https://a.example/x_(y)."],
    ["www.a.example/x", "broken-link", "Write https://www.a.example/x."],
    ["a.org/x", "broken-link", "Write https://a.org/x."],
    ["ada@a.example", "broken-link", "Write mailto:ada@a.example."],
    ["logo@2x.png", "broken-link", undefined],
    ["a.example:80/x", "link-malformed", "Write https://a.example:80/x."],
    ["://a.example/x", "link-malformed", "Write https:// in full."],
    ["https://https://a.example/x", "link-malformed", "Write https://a.example/x."],
    ["http://https//a.example/x", "link-malformed", "Write https://a.example/x."],
    ["https://a.example)", "link-malformed", "The name of a host has letters, digits, dots and hyphens."],
    ["/docs//", "broken-link", "Write /docs."],
    ["/u\u0308ber", "link-case", "Write /über."],
  ])("%s", (url, code, help) => {
    const { findings } = check(siteWith(`<a href="${url}">x</a>`));
    expect(findings).toMatchObject([{ code, text: url }]);
    expect(findings[0]?.help).toBe(help);
  });

  test("two ways to encode an accent are not upper and lower case", () => {
    const { findings } = check(siteWith('<a href="/u\u0308ber">x</a> <a href="/U\u0308ber">x</a>'));
    expect(findings.map(({ message }) => / differs .* in (\S+ \S+ \S+)/.exec(message)?.[1])).toEqual([
      "the encoding of",
      "upper and lower",
    ]);
  });
});

test("an alternate without a host", () => {
  const relative = '<link rel="alternate" hreflang="de" href="/docs">';
  expect(found(siteWith("", relative)).map(([code]) => code)).toEqual(["link-relative"]);
});

describe("pages that no link reaches", () => {
  const orphans = (files: Record<string, string>) => found(siteWith("", "", files)).map(([code, path]) => [code, path]);

  test("two that lead only to each other", () => {
    expect(orphans({ "a/index.html": page('<a href="/b">b</a>'), "b/index.html": page('<a href="/a">a</a>') })).toEqual(
      [
        ["page-orphan", "a/index.html"],
        ["page-orphan", "b/index.html"],
      ],
    );
  });

  test("not what asks not to be found, leads on, or is shown by the host", () => {
    const quiet = {
      "a/index.html": page("", '<meta name="robots" content="noindex, follow">'),
      "b/index.html": page("", '<meta http-equiv="refresh" content="0; url=/docs">'),
      "de/404.html": page(""),
    };
    expect(orphans(quiet)).toEqual([]);
  });

  test("circular redirects are found and end", () => {
    const refresh = (to: string) => page("", `<meta http-equiv="refresh" content="0; url=${to}">`);
    expect(orphans({ "a/index.html": refresh("/b"), "b/index.html": refresh("/a") })).toEqual([
      ["redirect-loop", "a/index.html"],
      ["redirect-loop", "b/index.html"],
    ]);
  });
});

const inFiles: [code: string, text: string, path: string, content: string][] = [
  ["broken-link", `${origin}/no`, "_redirects", `# moved\n/a   ${origin}/no\n`],
  ["broken-anchor", "/docs#no", "_redirects", "/a /docs#no 301\n"],
  ["broken-link", "no.css", "css/a.css", '@import "no.css" screen;'],
  ["broken-link", "../img/no.png", "css/a.css", "a { background: url(../img/no.png) }"],
  ["broken-link", "no.png", "img/b.svg", '<svg><image xlink:href="no.png"/></svg>'],
  ["broken-anchor", "#no", "img/b.svg", '<svg><g id="a"/><use href="#no"/></svg>'],
  ["broken-link", "/no", "_redirects", "/a /no 301!\n"],
  ["broken-link", "/no", "_redirects", "/docs /no 302 Country=de\n"],
  ["broken-link", "no.css", "css/a.css", '@import url("no.css") supports(display: grid);'],
  ["broken-link", "no.woff", "css/a.css", "@font-face { src: url(no.woff) }"],
  ["broken-link", "no.html", "img/b.svg", '<svg><a href="no.html"><text>x</text></a></svg>'],
];

test.each(inFiles)("%s is found once, at its place: %s in %s: %s", (code, text, path, content) => {
  expect(found(siteWith("", "", { [path]: content }))).toEqual([[code, path, text]]);
});

describe("a site of which nothing is known", () => {
  const guess = (files: Record<string, string | undefined>) =>
    checkSite(Object.entries(files).map(([path, text]) => ({ path, text }))).findings.map(({ code, text }) => [
      code,
      text,
    ]);
  const canonical = (url: string) => `<link rel="canonical" href="${url}">`;

  test("its origin and base are those of its home page", () => {
    const files = {
      "index.html": page(`<a href="/base/a/">x</a> <a href="${origin}/base/b">x</a>`, canonical(`${origin}/base/`)),
      "a/index.html": page('<a href="/other">x</a>', canonical(`${origin}/base/a/`)),
    };
    expect(guess(files)).toEqual([
      ["broken-link", `${origin}/base/b`],
      ["broken-link", "/other"],
    ]);
  });

  test("its habit with slashes is that of its canonical addresses", () => {
    const files = {
      "index.html": page('<a href="/a">x</a>', canonical(`${origin}/`)),
      "a/index.html": page("", canonical(`${origin}/a/`)),
    };
    expect(guess(files)).toEqual([["link-slash", "/a"]]);
  });

  test("a page that says which form it has is linked in that, whatever the others do", () => {
    const many = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const links =
      '<a href="/a">x</a> <a href="/a/">x</a> <a href="/b">x</a> <a href="/c">x</a> <a href="/c/">x</a> <a href="/c.html">x</a>';
    const files = {
      "index.html": page(links + many.map((name) => `<a href="/${name}/">x</a>`).join(" "), canonical(`${origin}/`)),
      ...Object.fromEntries(many.map((name) => [`${name}/index.html`, page("", canonical(`${origin}/${name}/`))])),
      "a/index.html": page("", canonical(`${origin}/a`)),
      "b/index.html": page("", canonical(`${origin}/a`)),
      "c.html": page(""),
    };
    expect(guess(files)).toEqual([
      ["link-slash", "/a/"],
      ["link-slash", "/b"],
      ["link-slash", "/c/"],
    ]);
  });

  test("a site that writes both forms has no habit", () => {
    const files = { "index.html": page('<a href="/a">x</a> <a href="/a/">x</a>'), "a/index.html": page("") };
    expect(guess(files)).toEqual([]);
  });

  test("without a canonical address every whole URL leads elsewhere", () => {
    expect(guess({ "index.html": page(`<a href="${origin}/gone">x</a> <a href="/gone">x</a>`) })).toEqual([
      ["broken-link", "/gone"],
    ]);
  });
});

test("markup that never ends, and anything else that is no HTML, is read to its end", () => {
  for (const text of [
    "<a href='/nowhere",
    "<!--",
    "<style>@import '",
    "<script>",
    "\u0000<a href=/x\uD800>",
    "",
    "<".repeat(100_000),
    `<style>a { b: url(${" ".repeat(100_000)}`,
    "<style>".padEnd(100_000, "/*"),
    `<img srcset="${",".repeat(100_000)}">`,
    `<meta http-equiv="refresh" content="${" ".repeat(100_000)}x">`,
    `<a href="mailto:${"a.".repeat(50_000)}">`,
    "<constructor id=constructor><a href=#constructor hreflang=constructor>",
  ])
    expect(() => check(siteWith(text))).not.toThrow();
});

test("a place is a line and a column, both from 1", () => {
  expect(positionAt("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  expect(positionAt("ab", 0)).toEqual({ line: 1, column: 1 });
});
