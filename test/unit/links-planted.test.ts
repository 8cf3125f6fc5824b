/** An audit of `check-links`: whatever a file of a site can refer with, and one problem in each. The forms that are right are in links-valid.test.ts. */
import { describe, expect, test } from "vitest";
import { check, found, type MoreFiles, origin, siteWith } from "../support/linked-site.js";

type InPage = [code: string, text: string, body: string, head?: string];
type InFile = [code: string, text: string, path: string, content: string];

const inPages: InPage[] = [
  // Elements that load, lead or send.
  ["broken-link", "/no.png", '<img srcset="/img/a.png 1x, /no.png 2x" src="/img/a.png" alt="">'],
  ["broken-link", "/no,b.png", '<img srcset="/img/a,b.png 1x,/no,b.png 2x" src="/img/a.png" alt="">'],
  ["broken-link", "/no", '<form method="post" action="/no"></form>'],
  ["broken-link", "/no.pdf", '<embed src="/no.pdf">'],
  ["broken-link", "/no.mp3", '<audio><source src="/no.mp3"></audio>'],
  ["broken-link", "/no.png", "<noscript><img src='/no.png' alt=''></noscript>"],
  ["broken-link", "/no", '<area href="/no" alt="">'],
  ["broken-link", "/no", '<a\nhref\n=\n"/no"\n>x</a>'],
  ["broken-link", "/no", "<A HREF=/no>x</A>"],
  ["broken-link", "/no", '<a class="x"href="/no">x</a>'],
  ["broken-link", "/docs/no", '<a href="&#47;docs&sol;no">x</a>'],
  ["broken-link", "/no?a=1&b=2", '<a href="/no?a=1&b=2">x</a>'],
  ["broken-link", "/no", '<svg><a href="/no"><text>x</text></a></svg>'],
  ["broken-link", "/no", '<svg><a xlink:href="/no"><text>x</text></a></svg>'],
  ["broken-link", "/no.png", '<svg><image href="/no.png"/></svg>'],
  ["broken-link", "/no.svg#a", '<svg><use xlink:href="/no.svg#a"/></svg>'],
  ["broken-link", "/no.js", '<link rel="modulepreload" href="/no.js">'],
  ["broken-link", "/no", "", '<link rel="next" href="/no">'],
  ["broken-link", "/no", "", '<link rel="search" type="application/opensearchdescription+xml" href="/no">'],
  ["broken-link", "/no.png", "", '<link rel="apple-touch-icon" sizes="180x180" href="/no.png">'],
  ["broken-link", "/no.svg", "", '<link rel="mask-icon" href="/no.svg">'],
  ["broken-link", "/no.webmanifest", "", '<link rel="manifest" href="/no.webmanifest">'],
  ["broken-link", "/no.js", '<script async src="/no.js"></script>'],
  ["link-relative", "/img/a.png", "", '<meta name="twitter:image" content="/img/a.png">'],
  ["link-relative", "/case", "", '<meta property="og:url" content="/case">'],
  // Frames with a page of their own.
  // What a file of another kind is asked for.
  ["link-kind", "/docs", '<img src="/docs" alt="">'],
  ["link-kind", "#", '<img src="#" alt="">'],
  ["link-kind", "/main.js", "", '<link rel="stylesheet" href="/main.js">'],
  ["link-kind", "/docs", '<script src="/docs"></script>'],
  // Refreshes, bases, canonical addresses, alternates.
  ["broken-link", "/no", "", '<meta http-equiv="refresh" content="0;/no">'],
  ["broken-link", "/no", "", '<meta http-equiv="Refresh" content="3, url = /no">'],
  ["broken-link", "/no", "", `<meta http-equiv="refresh" content="0; URL='/no'">`],
  ["redirect-loop", "/case", "", '<meta http-equiv="refresh" content="0; url=/case">'],
  ["broken-link", "docs", '<a href="docs">x</a>', '<base href="/no/">'],
  ["broken-link", "#use", '<a href="#use">x</a><p id="use">', '<base href="/no">'],
  ["broken-anchor", "#use2", '<a href="#use2">x</a><p id="use2">', '<base href="/docs">'],
  ["broken-link", `${origin}/no`, "", `<link href="${origin}/no" rel="canonical">`],
  // Fragments.
  ["broken-anchor", "#Use", '<p id="use"><a href="#Use">x</a>'],
  ["broken-anchor", "#a%20c", '<p id="a-c"><a href="#a%20c">x</a>'],
  ["broken-anchor", "/docs#no:~:text=Use", '<a href="/docs#no:~:text=Use">x</a>'],
  ["broken-anchor", "?q=1#no", '<a href="?q=1#no">x</a>'],
  ["broken-anchor", "/docs#user-content-use", '<a href="/docs#user-content-use">x</a>'],
  ["broken-anchor", "/docs##use", '<a href="/docs##use">x</a>'],
  ["broken-anchor", "#in-comment", '<!-- <p id="in-comment"> --><a href="#in-comment">x</a>'],
  ["broken-anchor", "#m", '<map name="m"></map><a href="#m">x</a>'],
  ["broken-anchor", "#x", '<div data-id="x"></div><a href="#x">x</a>'],
  ["id-duplicate", "a", '<a name="a">x</a> <a name="a">y</a>'],
  ["id-duplicate", "a", '<p id="a">x</p> <svg><g id="a"/></svg>'],
  // Ids that attributes name.
  // How addresses are written.
  ["link-empty", "", "<a href>x</a>"],
  ["link-empty", "", '<video poster="" src="/a.mp4"></video>'],
  ["link-malformed", "http//other.example", '<a href="http//other.example">x</a>'],
  ["link-malformed", "htttps://other.example", '<a href="htttps://other.example">x</a>'],
  ["link-malformed", "ttps://other.example", '<a href="ttps://other.example">x</a>'],
  ["link-malformed", "https;//other.example", '<a href="https;//other.example">x</a>'],
  ["link-malformed", "http:///other.example", '<a href="http:///other.example">x</a>'],
  ["link-malformed", "https:other.example/x", '<a href="https:other.example/x">x</a>'],
  ["link-malformed", "https://https://other.example", '<a href="https://https://other.example">x</a>'],
  ["link-malformed", "https://other..example/", '<a href="https://other..example/">x</a>'],
  ["link-malformed", "https://.other.example/", '<a href="https://.other.example/">x</a>'],
  ["link-malformed", "https://otherexample/", '<a href="https://otherexample/">x</a>'],
  ["link-malformed", "https://1.2.3.4.5/", '<a href="https://1.2.3.4.5/">x</a>'],
  ["link-malformed", "https://256.1.1.1/", '<a href="https://256.1.1.1/">x</a>'],
  ["link-malformed", "https://[::g]/", '<a href="https://[::g]/">x</a>'],
  ["link-malformed", "https://[2001:db8::1/", '<a href="https://[2001:db8::1/">x</a>'],
  ["link-malformed", "https://other.example:port/", '<a href="https://other.example:port/">x</a>'],
  ["link-malformed", "//docs", '<a href="//docs">x</a>'],
  ["link-malformed", "///docs", '<a href="///docs">x</a>'],
  ["link-malformed", "https://a^b.example/", '<a href="https://a^b.example/">x</a>'],
  ["link-malformed", "/docs%zz", '<a href="/docs%zz">x</a>'],
  ["link-malformed", "\\docs", '<a href="\\docs">x</a>'],
  ["link-malformed", "C:\\img\\a.png", '<img src="C:\\img\\a.png" alt="">'],
  ["link-malformed", "C:/img/a.png", '<img src="C:/img/a.png" alt="">'],
  ["url-unsafe", "file:///home/me/a.png", '<img src="file:///home/me/a.png" alt="">'],
  ["url-unsafe", "blob:https://site.example/1", '<a href="blob:https://site.example/1">x</a>'],
  ["link-malformed", "data:image/png;base64", '<img src="data:image/png;base64" alt="">'],
  ["broken-link", "www.other.example", '<a href="www.other.example">x</a>'],
  ["broken-link", "ada@other.example", '<a href="ada@other.example">x</a>'],
  ["broken-link", "/docs%2Fuse", '<a href="/docs%2Fuse">x</a>'],
  ["broken-link", "/img%2Fa.png", '<img src="/img%2Fa.png" alt="">'],
  ["broken-link", "/img%5Ca.png", '<img src="/img%5Ca.png" alt="">'],
  ["broken-link", "/img/a%2520b.png", '<img src="/img/a%2520b.png" alt="">'],
  ["broken-link", "/img/a.png%20", '<img src="/img/a.png%20" alt="">'],
  ["broken-link", "/do\u0001cs", '<a href="/do\u0001cs">x</a>'],
  ["broken-link", "/docs%00", '<a href="/docs%00">x</a>'],
  ["broken-link", "/docs\u200B", '<a href="/docs\u200B">x</a>'],
  ["broken-link", "/docs;v=1", '<a href="/docs;v=1">x</a>'],
  ["broken-link", "/docs&x=1", '<a href="/docs&x=1">x</a>'],
  ["broken-link", "/docs.html", '<a href="/docs.html">x</a>'],
  ["broken-link", "/img/", '<a href="/img/">x</a>'],
  ["broken-link", "/img/a.png/", '<a href="/img/a.png/">x</a>'],
  ["broken-link", "../docs/no", '<a href="../docs/no">x</a>'],
  ["broken-link", "./case/docs", '<a href="./case/docs">x</a>'],
  ["broken-link", `${origin}:443/no`, `<a href="${origin}:443/no">x</a>`],
  ["broken-link", "http://site.example/no", '<a href="http://site.example/no">x</a>'],
  ["broken-link", "https://me@site.example/no", '<a href="https://me@site.example/no">x</a>'],
  ["broken-link", "HTTPS://SITE.EXAMPLE/no", '<a href="HTTPS://SITE.EXAMPLE/no">x</a>'],
  ["link-case", "/docs/INDEX.html", '<a href="/docs/INDEX.html">x</a>'],
  ["link-slash", "../docs/#use", '<a href="../docs/#use">x</a>'],
  // Other schemes.
  ["link-malformed", "tel:+", '<a href="tel:+">x</a>'],
  ["link-malformed", "tel:1-800-SWISS", '<a href="tel:1-800-SWISS">x</a>'],
  ["link-malformed", "tel://", '<a href="tel://">x</a>'],
  ["link-malformed", "malto:a@b.example", '<a href="malto:a@b.example">x</a>'],
  ["link-mailto", "mailto://a@b.example", '<a href="mailto://a@b.example">x</a>'],
  ["link-mailto", "mailto:a@b..example", '<a href="mailto:a@b..example">x</a>'],
  ["link-mailto", "mailto:a@b.example;c@d.example", '<a href="mailto:a@b.example;c@d.example">x</a>'],
  ["link-mailto", "mailto:a@b.example,", '<a href="mailto:a@b.example,">x</a>'],
  ["link-mailto", "mailto:a b@c.example", '<a href="mailto:a b@c.example">x</a>'],
  ["link-mailto", "mailto:a@b.example?cc=c", '<a href="mailto:a@b.example?cc=c">x</a>'],
  ["link-mailto", "mailto:a.@b.example", '<a href="mailto:a.@b.example">x</a>'],
  ["link-mailto", "mailto:a@-b.example", '<a href="mailto:a@-b.example">x</a>'],
  ["url-unsafe", "javascript:void(0)", '<form action="javascript:void(0)"></form>'],
  ["url-unsafe", "JaVaScRiPt:x", '<svg><a xlink:href="JaVaScRiPt:x">x</a></svg>'],
  ["url-unsafe", "data:text/html,x", '<a href="data:text/html,x">x</a>'],
  // Styles.
  // Scripts and data in a page.
  ["broken-link", "/no", '<div itemscope><a itemprop="url" href="/no">x</a></div>'],
  // As other auditors would try.
  ["broken-link", "/no.png", '<img srcset="/no.png, /img/a.png 2x" src="/img/a.png" alt="">'],
  [
    "broken-link",
    "/no.png",
    '<picture><source srcset="/no.png 480w" sizes="1px" type="image/png"><img src="/img/a.png" alt=""></picture>',
  ],
  ["broken-link", "/no.vtt", '<video src="/a.mp4"><track kind="subtitles" src="/no.vtt"></video>'],
  ["broken-anchor", "/img/sprite.svg#no", '<svg><use href="/img/sprite.svg#no"/></svg>'],
  ["broken-link", "/no.svg", '<object data="/no.svg" type="image/svg+xml"></object>'],
  ["broken-link", "/no", '<iframe src="/no"></iframe>'],
  ["broken-anchor", "/docs#no", '<iframe src="/docs#no"></iframe>'],
  ["broken-anchor", "/docs#Gr\u00f6\u00dfe", '<a href="/docs#Größe">x</a>'],
  ["link-case", "/u\u0308ber", '<a href="/über">x</a>'],
  ["broken-anchor", "/docs#gro\u0308\u00dfe", '<a href="/docs#größe">x</a>'],
  ["broken-link", "/%FCber", '<a href="/%FCber">x</a>'],
  ["broken-anchor", "/docs?x#no", '<a href="/docs?x#no">x</a>'],
  ["broken-anchor", "?#no", '<a href="?#no">x</a>'],
  ["link-slash", "/docs/?q=1", '<a href="/docs/?q=1">x</a>'],
  ["broken-link", " /no ", '<a href=" /no ">x</a>'],
  ["broken-link", "/n\no", '<a href="/n\no">x</a>'],
  ["broken-link", "/docs/%2e%2e/no", '<a href="/docs/%2e%2e/no">x</a>'],
  ["broken-link", "/docs\u00a0", '<a href="/docs ">x</a>'],
  ["broken-link", "/docs&x", '<a href="/docs&amp;x">x</a>'],
  ["broken-link", "no", '<a href="no">x</a>', '<base href="/docs/"><base href="/">'],
  ["broken-link", "/no", '<a href="/no">x</a>', '<base target="_blank">'],
  ["link-mailto", "mailto:a@b.example?subject=x&bcc=no", '<a href="mailto:a@b.example?subject=x&bcc=no">x</a>'],
  ["link-malformed", "sms:", '<a href="sms:">x</a>'],
  ["link-mailto", "mailto:?to=nobody", '<a href="mailto:?to=nobody">x</a>'],
  ["url-unsafe", "vbscript:x", '<a href="vbscript:x">x</a>'],
  ["url-unsafe", "view-source:/docs", '<a href="view-source:/docs">x</a>'],
  ["link-malformed", "localhost:3000/docs", '<a href="localhost:3000/docs">x</a>'],
  ["link-malformed", "https://example", '<a href="https://example">x</a>'],
  ["link-malformed", "https://other.example:99999/", '<a href="https://other.example:99999/">x</a>'],
  ["link-malformed", "https://exa mple.org/", '<a href="https://exa mple.org/">x</a>'],
  ["link-malformed", "https://other.example/%zz", '<a href="https://other.example/%zz">x</a>'],
  ["link-malformed", "http://https://other.example", '<a href="http://https://other.example">x</a>'],
  ["broken-link", "<https://other.example>", '<a href="<https://other.example>">x</a>'],
  ["broken-link", "[docs](/docs)", '<a href="[docs](/docs)">x</a>'],
  ["broken-link", "{{ url }}", '<a href="{{ url }}">x</a>'],
  ["broken-link", "undefined", '<a href="undefined">x</a>'],
  ["broken-link", "/undefined", '<a href="/undefined">x</a>'],
  ["broken-link", "/[object Object]", '<a href="/[object Object]">x</a>'],
  ["broken-link", "NaN", '<a href="NaN">x</a>'],
  ["broken-link", "null", '<img src="null" alt="">'],
  ["broken-link", "/no.css", '<link rel="stylesheet" href="/no.css" media="print">'],
  ["broken-link", "/no.js", '<script nomodule src="/no.js"></script>'],
  ["broken-link", "/no.woff2", '<link rel="preload" as="font" href="/no.woff2" crossorigin>'],
  ["broken-anchor", "#no", '<link rel="expect" href="#no" blocking="render">'],
  ["broken-link", "/no.dat", '<link rel="compression-dictionary" href="/no.dat">'],
  ["broken-link", "/no", '<a xlink:href="/no">x</a>'],
  ["broken-link", "/no", '<svg><foreignObject><a href="/no">x</a></foreignObject></svg>'],
  ["broken-anchor", "#vv", '<svg><view id="v"/><a href="#vv"><text>x</text></a></svg>'],
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
