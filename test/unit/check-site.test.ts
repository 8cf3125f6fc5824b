/** What check-links finds in a built site, and what it must leave alone: one problem of each kind next to the valid forms that look like it. */
import { describe, expect, test } from "vitest";
import { positionAt } from "../../src/shared/lines.js";
import { checkSite } from "../../src/tools/links/check.js";
import { check, found, origin, page, siteWith } from "../support/linked-site.js";

describe("problems in a page", () => {
  const cases: [name: string, code: string, text: string, body: string, head?: string][] = [
    ["a page that is not there", "broken-link", "/doks", '<a href="/doks">x</a>'],
    ["a relative one", "broken-link", "nowhere", '<a href="nowhere">x</a>'],
    ["its own address", "broken-link", `${origin}/nowhere`, `<a href="${origin}/nowhere">x</a>`],
    ["protocol-relative to itself", "broken-link", "//site.example/nowhere", '<a href="//site.example/nowhere">x</a>'],
    ["an area of a map", "broken-link", "/nowhere", '<map name="m"><area href="/nowhere" alt=""></map>'],
    ["two slashes in a path", "broken-link", "/docs//use", '<a href="/docs//use">x</a>'],
    ["two slashes behind the host", "broken-link", `${origin}//docs`, `<a href="${origin}//docs">x</a>`],
    ["a phone number without digits", "link-malformed", "tel:", '<a href="tel:">x</a>'],
    ["a phone number of words", "link-malformed", "tel:call-us", '<a href="tel:call-us">x</a>'],
    ["a download", "broken-link", "/gone.pdf", '<a download href="/gone.pdf">x</a>'],
    ["a link below another base", "broken-link", "docs", '<a href="docs">x</a>', '<base href="/deep/">'],
    ["an anchor", "broken-anchor", "#nope", '<a href="#nope">x</a>'],
    ["an anchor of another page", "broken-anchor", "/docs#usee", '<a href="/docs#usee">x</a>'],
    ["an anchor behind a redirect", "broken-anchor", "/old.html#nope", '<a href="/old.html#nope">x</a>'],
    ["an id that is only in a template", "broken-anchor", "#t", '<a href="#t">x</a><template><p id="t"></template>'],
    ["an anchor in another case", "broken-anchor", "/docs#Use", '<a href="/docs#Use">x</a>'],
    ["a picture", "broken-link", "/img/b.png", '<img src="/img/b.png" alt="">'],
    ["a candidate of srcset", "broken-link", "/img/c.png", '<img srcset="/img/a.png 1x, /img/c.png 2x" alt="">'],
    ["a candidate without descriptor", "broken-link", "/c.png", '<img srcset="/img/a.png, /c.png 2x" alt="">'],
    [
      "a source of a picture",
      "broken-link",
      "/b.webp",
      '<picture><source srcset="/b.webp"><img src="/img/a.png"></picture>',
    ],
    ["a video", "broken-link", "/b.mp4", '<video src="/b.mp4"></video>'],
    ["a source of a video", "broken-link", "/b.mp4", '<video><source src="/b.mp4"></video>'],
    ["a poster", "broken-link", "/b.png", '<video src="/a.mp4" poster="/b.png"></video>'],
    ["a track", "broken-link", "/b.vtt", '<video src="/a.mp4"><track src="/b.vtt"></video>'],
    ["a frame", "broken-link", "/b.html", '<iframe src="/b.html"></iframe>'],
    ["an embedded object", "broken-link", "/b.pdf", '<object data="/b.pdf"></object>'],
    ["a script", "broken-link", "/b.js", '<script src="/b.js"></script>'],
    ["a style sheet", "broken-link", "/b.css", "", '<link rel="stylesheet" href="/b.css">'],
    ["an icon", "broken-link", "/b.ico", "", '<link rel="icon" href="/b.ico">'],
    ["a manifest", "broken-link", "/m.json", "", '<link rel="manifest" href="/m.json">'],
    ["a feed", "broken-link", "/f.xml", "", '<link rel="alternate" type="application/rss+xml" href="/f.xml">'],
    ["a form", "broken-link", "/find", '<form action="/find"></form>'],
    ["a part of a drawing", "broken-anchor", "/img/sprite.svg#no", '<svg><use href="/img/sprite.svg#no"/></svg>'],
    ["a part of this page", "broken-anchor", "#no", '<svg><use href="#no"/></svg>'],
    ["a canonical address", "broken-link", `${origin}/x`, "", `<link rel="canonical" href="${origin}/x">`],
    ["og:image", "broken-link", `${origin}/x.png`, "", `<meta property="og:image" content="${origin}/x.png">`],
    ["og:image without host", "link-relative", "/img/a.png", "", '<meta property="og:image" content="/img/a.png">'],
    ["a refresh", "broken-link", "/nowhere", "", '<meta http-equiv="refresh" content="5;URL=\'/nowhere\'">'],
    ["upper case", "link-case", "/Docs", '<a href="/Docs">x</a>'],
    ["upper case of a file", "link-case", "/img/A.png", '<img src="/img/A.png" alt="">'],
    ["composed another way", "link-case", "/u%CC%88ber", '<a href="/u%CC%88ber">x</a>'],
    ["a slash too many", "link-slash", "/docs/", '<a href="/docs/">x</a>'],
    ["an empty link", "link-empty", "", '<a href="">x</a>'],
    ["an empty link of spaces", "link-empty", "  ", '<a href="  ">x</a>'],
    ["an empty picture", "link-empty", "", '<img src="" alt="">'],
    ["no host", "link-malformed", "https://", '<a href="https://">x</a>'],
    ["one slash", "link-malformed", "https:/example.org", '<a href="https:/example.org">x</a>'],
    ["a host that cannot be", "link-malformed", "http://a b/", '<a href="http://a b/">x</a>'],
    ["a port that cannot be", "link-malformed", "http://a:99999/", '<a href="http://a:99999/">x</a>'],
    ["a misspelt scheme", "link-malformed", "htps://example.org", '<a href="htps://example.org">x</a>'],
    ["half an escape", "link-malformed", "/docs%2", '<a href="/docs%2">x</a>'],
    ["the slashes of Windows", "link-malformed", "img\\a.png", '<img src="img\\a.png" alt="">'],
    ["a script", "url-unsafe", "javascript:void(0)", '<a href="javascript:void(0)">x</a>'],
    ["a hidden script", "url-unsafe", "java\nscript:x", '<a href="java\nscript:x">x</a>'],
    ["mail to nobody", "link-mailto", "mailto:", '<a href="mailto:">x</a>'],
    ["mail without a host", "link-mailto", "mailto:me", '<a href="mailto:me">x</a>'],
    ["mail to one of two", "link-mailto", "mailto:a@b.example,c", '<a href="mailto:a@b.example,c">x</a>'],
    ["an id twice", "id-duplicate", "a", '<p id="a"></p><p id="a"></p>'],
  ];

  test.each(cases)("%s: %s", (_, code, text, body, head = "") => {
    const files = siteWith(body, head);
    const findings = found(files);
    expect(findings.map(([first, path]) => [first, path])).toEqual([[code, "case/index.html"]]);
    expect(findings[0]?.[2]).toBe(text);
  });

  test.each([
    ["/doks", "Did you mean /docs?"],
    ["/docs#usee", "Did you mean #use?"],
    ["/Docs", "Write /docs."],
    ["/docs/", "Write /docs."],
    ["htps://example.org", "Did you mean https:?"],
  ])("%s: %s", (href, help) => {
    expect(check(siteWith(`<a href="${href}">x</a>`)).findings.map((finding) => finding.help)).toEqual([help]);
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

describe("files for programs", () => {
  test.each([
    ["style sheet", "css/a.css", "@import 'gone.css';", "broken-link", "gone.css"],
    ["url() of a style sheet", "css/a.css", "a { background: url( gone.png ) }", "broken-link", "gone.png"],
    ["a drawing", "a.svg", '<svg><image href="gone.png"/></svg>', "broken-link", "gone.png"],
  ])("%s", (_, path, content, code, text?: string) => {
    const findings = found(siteWith("", "", { [path]: content }));
    expect(findings.map(([first, where]) => [first, where])).toEqual([[code, path]]);
    if (text) expect(findings[0]?.[2]).toBe(text);
  });

  test.each([
    [
      "css/a.css",
      "a { background: url('../img/a.png'); fill: url(#g); src: url(data:font/woff2;base64,AA) } /* url(no) */",
    ],
    ["data.json", '{ "url": "/gone" }'],
  ])("%s without a problem", (path, content) => {
    expect(found(siteWith("", "", { [path]: content }))).toEqual([]);
  });
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
