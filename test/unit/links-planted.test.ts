/** An audit of `check-links`: whatever a file of a site can refer with, and one problem in each. The forms that are right are in links-valid.test.ts. */
import { describe, expect, test } from "vitest";
import { check, found, type MoreFiles, origin, siteWith } from "../support/linked-site.js";

type InPage = [code: string, text: string, body: string, head?: string];
type InFile = [code: string, text: string, path: string, content: string];

const inPages: InPage[] = [
  // Elements that load, lead or send.
  ["broken-link", "/no.png", '<img srcset="/img/a.png 1x, /no.png 2x" src="/img/a.png" alt="">'],
  ["broken-link", "/no,b.png", '<img srcset="/img/a,b.png 1x,/no,b.png 2x" src="/img/a.png" alt="">'],
  ["broken-link", "/no.png", "<noscript><img src='/no.png' alt=''></noscript>"],
  ["broken-link", "/no", '<a\nhref\n=\n"/no"\n>x</a>'],
  ["broken-link", "/no", '<a class="x"href="/no">x</a>'],
  ["broken-link", "/docs/no", '<a href="&#47;docs&sol;no">x</a>'],
  ["broken-link", "/no", '<svg><a href="/no"><text>x</text></a></svg>'],
  ["broken-link", "/no.png", '<svg><image href="/no.png"/></svg>'],
  ["broken-link", "/no", "", '<link rel="next" href="/no">'],
  ["link-relative", "/img/a.png", "", '<meta name="twitter:image" content="/img/a.png">'],
  // Frames with a page of their own.
  // What a file of another kind is asked for.
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
  ["link-malformed", "https://https://other.example", '<a href="https://https://other.example">x</a>'],
  ["link-malformed", "https://other..example/", '<a href="https://other..example/">x</a>'],
  ["link-malformed", "https://otherexample/", '<a href="https://otherexample/">x</a>'],
  ["link-malformed", "https://[::g]/", '<a href="https://[::g]/">x</a>'],
  ["link-malformed", "///docs", '<a href="///docs">x</a>'],
  ["link-malformed", "C:\\img\\a.png", '<img src="C:\\img\\a.png" alt="">'],
  ["url-unsafe", "file:///home/me/a.png", '<img src="file:///home/me/a.png" alt="">'],
  ["broken-link", "www.other.example", '<a href="www.other.example">x</a>'],
  ["broken-link", "ada@other.example", '<a href="ada@other.example">x</a>'],
  ["broken-link", "/docs%2Fuse", '<a href="/docs%2Fuse">x</a>'],
  ["broken-link", "/img/a%2520b.png", '<img src="/img/a%2520b.png" alt="">'],
  ["broken-link", "/img/a.png%20", '<img src="/img/a.png%20" alt="">'],
  ["broken-link", "/docs\u200B", '<a href="/docs\u200B">x</a>'],
  ["broken-link", "/docs.html", '<a href="/docs.html">x</a>'],
  ["broken-link", "/img/", '<a href="/img/">x</a>'],
  ["broken-link", "http://site.example/no", '<a href="http://site.example/no">x</a>'],
  ["broken-link", "HTTPS://SITE.EXAMPLE/no", '<a href="HTTPS://SITE.EXAMPLE/no">x</a>'],
  ["link-case", "/docs/INDEX.html", '<a href="/docs/INDEX.html">x</a>'],
  ["link-slash", "../docs/#use", '<a href="../docs/#use">x</a>'],
  ["link-malformed", "tel:1-800-SWISS", '<a href="tel:1-800-SWISS">x</a>'],
  ["link-malformed", "malto:a@b.example", '<a href="malto:a@b.example">x</a>'],
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
  ["broken-link", "<https://other.example>", '<a href="<https://other.example>">x</a>'],
  ["broken-link", "[docs](/docs)", '<a href="[docs](/docs)">x</a>'],
  ["broken-link", "undefined", '<a href="undefined">x</a>'],
];

const inFiles: InFile[] = [
  ["broken-link", "/no", "_redirects", "/a /no 301\n"],
  ["broken-link", `${origin}/no`, "_redirects", `# moved\n/a   ${origin}/no\n`],
  ["broken-anchor", "/docs#no", "_redirects", "/a /docs#no 301\n"],
  ["broken-link", "no.css", "css/a.css", '@import "no.css" screen;'],
  ["broken-link", "../img/no.png", "css/a.css", "a { background: url(../img/no.png) }"],
  ["broken-link", "no.png", "img/b.svg", '<svg><image xlink:href="no.png"/></svg>'],
  ["broken-anchor", "#no", "img/b.svg", '<svg><g id="a"/><use href="#no"/></svg>'],
  ["broken-link", "/no", "_redirects", "/a /no 200\n"],
  ["broken-link", "/no", "_redirects", "/a /no 301!\n"],
  ["broken-link", "/no", "_redirects", "/docs /no 302 Country=de\n"],
  ["broken-link", "no.css", "css/a.css", '@import url("no.css") supports(display: grid);'],
  ["broken-link", "no.woff", "css/a.css", "@font-face { src: url(no.woff) }"],
  ["broken-link", "no.html", "img/b.svg", '<svg><a href="no.html"><text>x</text></a></svg>'],
];

describe("a problem in a page is found once, at its place", () => {
  test.each(inPages)("%s %s in %s %s", (code, text, body, head = "") => {
    const files = siteWith(body, head);
    const { findings } = check(files);
    expect(findings.map((finding) => [finding.code, finding.path, finding.text])).toEqual([
      [code, "case/index.html", text],
    ]);
  });
});

describe("the advice is what was meant", () => {
  test.each([
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

describe("a problem in a file for programs is found once, at its place", () => {
  test.each(inFiles)("%s %s in %s: %s", (code, text, path, content) => {
    const more: MoreFiles = { [path]: content };
    expect(found(siteWith("", "", more)).map(([first, where]) => [first, where])).toEqual([[code, path]]);
    expect(check(siteWith("", "", more)).findings[0]?.text).toBe(text);
  });
});
