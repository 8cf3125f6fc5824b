/** The other half of the audit of `check-links`: what looks like one of the problems in check-site.test.ts, and is right. */
import { describe, expect, test } from "vitest";
import { found, origin, siteWith } from "../support/linked-site.js";

const inPages: [body: string, head?: string][] = [
  // Elements that load, lead or send.
  ['<img srcset="/img/a,b.png 1x,\n /img/a.png 2x" src="/img/a.png" sizes="100vw" alt="">'],
  ["", '<link rel="preload" as="image" imagesrcset="/img/a.png 1x, /img/a.png 2x" imagesizes="50vw">'],
  ['<button formaction="/docs">x</button> <form action="/docs#use" method="get"></form> <form method="dialog"></form>'],
  ['<object data="/guide.pdf" type="application/pdf"><param name="quality" value="/no"></object>'],
  ['<iframe src="/docs"><a href="/no">for old browsers</a></iframe>'],
  ['<div data-href="/no" data-url="/no" data-src="no" data-target="#no" data-id="no">x</div>'],
  ["<textarea><img src=/no></textarea> <title><a href=/no></title>"],
  ["<!-- > --><!--> <!-- <img src=/no> -->"],
  ["<a href=/docs>x</a><a href='/docs'>x</a><a\n  href = \"/docs\"\n>x</a>"],
  ['<a href="/docs" href="/no">x</a>'],
  ['<a href="&#x2f;docs">x</a> <a href="/docs?a=1&amp;b=2&copy=3">x</a>'],
  ['<svg><a href="/docs"><text>x</text></a><a xlink:href="#s"><circle id="s"/></a></svg>'],
  ['<svg><path id="p"/><text><textPath href="#p">x</textPath></text><animate href="#p" begin="no.click"/></svg>'],
  ["", '<link rel="preconnect" href="https://x.example"><link rel="dns-prefetch" href="//x.example">'],
  [
    "",
    '<meta name="description" content="/no"><meta property="og:title" content="/no"><meta property="og:image:alt" content="/no">',
  ],
  ['<template><a href="/no">x</a><template><img src="/no"></template><label for="no">x</label></template>'],
  ['<div><template shadowrootmode="open"><label for="i">x</label><input id="i"></template></div><p id="i">x</p>'],
  // Refreshes, bases, canonical addresses, alternates.
  ["", '<meta http-equiv="refresh" content="300"><meta name="refresh" content="0; url=/no">'],
  ["", '<meta http-equiv="refresh" content="5;url=\'/docs\'"><meta name="robots" content="noindex">'],
  ['<a href="docs">x</a> <a href="#use">x</a>', '<base href="/docs">'],
  [
    '<a hreflang="zh-Hant-TW" href="/docs">x</a> <a hreflang="EN-us" href="/docs">x</a> <a hreflang="sr-Latn" href="/docs">x</a>',
  ],
  // Fragments.
  ['<p id="a b"></p><a href="#a%20b">x</a> <a href="#a b">x</a>'],
  ['<p id="a:~b"></p><p id="x.y:z/[0]"></p><a href="#x.y:z/[0]">x</a>'],
  ['<a href="#:~:text=foo,-bar&text=%2Fno">x</a> <a href="/docs#use:~:text=no">x</a> <a href="/docs#:~:text=x">x</a>'],
  ['<a name="n">x</a> <a href="#n">x</a> <a href="/case#n">x</a> <a href="?x=1#n">x</a>'],
  ["<p id='__proto__'>x</p><a href='#__proto__'>x</a>"],
  [
    '<a href="/img/sprite.svg#svgView(viewBox(0,0,9,9))">x</a> <a href="/guide.pdf#nameddest=x">x</a> <a href="/a.mp4#t=3">x</a>',
  ],
  [
    '<a href="./docs">x</a> <a href="../docs">x</a> <a href="../../../docs">x</a> <a href="/x/../docs">x</a> <a href="/./docs">x</a>',
  ],
  ['<a href="/%64ocs">x</a> <a href="/%2e/docs">x</a> <a href="/%C3%BCber">x</a>'],
  [
    '<a href="?">x</a> <a href="?a=b//c\\d%zz">x</a> <a href="/docs?x=%">x</a> <a href="/docs?next=https://a.example//b">x</a>',
  ],
  [
    '<a href="/">x</a> <a href=".">x</a> <a href="..">x</a> <a href="./">x</a> <a href="/index.html">x</a> <a href="/docs/index.html">x</a>',
  ],
  [`<a href="${origin}:443/docs">x</a> <a href="//site.example/docs">x</a> <a href="HTTPS://Site.Example/docs">x</a>`],
  [
    '<a href="https://site.example:8443/no">x</a> <a href="https://www.site.example/no">x</a> <a href="https://site.example.org/no">x</a>',
  ],
  [
    '<a href="https://other.example/a//b?c=d#e">x</a> <a href="https://web.archive.org/web/2020/https://x.example/">x</a>',
  ],
  [
    '<a href="https://bücher.example/">x</a> <a href="https://xn--bcher-kva.example/">x</a> <a href="https://例え.jp/">x</a>',
  ],
  [
    '<a href="https://user:pass@other.example:8080/x">x</a> <a href="https://other.example.">x</a> <a href="https://a_b.example/">x</a>',
  ],
  // Other schemes.
  [
    '<a href="tel:+41-44-123.45.67">x</a> <a href="tel:+41(0)441234567">x</a> <a href="tel:%2B41">x</a> <a href="tel:911,,1">x</a>',
  ],
  [
    '<a href="mailto:gorby%25kremvax@example.com">x</a> <a href="mailto:unlikely%3Faddress@example.com?blat=foop">x</a>',
  ],
  [
    '<a href="mailto:user@%E7%B4%8D%E8%B1%86.example.org">x</a> <a href="MAILTO:a+b@c-d.example">x</a> <a href="mailto:o\'x@b.example">x</a>',
  ],
  [
    '<a href="magnet:?xt=urn:btih:x">x</a> <a href="ipfs://bafy">x</a> <a href="ens:x">x</a> <a href="web+x:y">x</a> <a href="geo:1,2">x</a>',
  ],
  // Styles.
  [
    "<style>p { background: url( '/img/a.png' ), URL(\"/img/a.png\"), url(/img/a\\ b.png), url(/img/a\\(1\\).png) }</style>",
  ],
  ['<style>@import "/main.css" layer(a) screen; @import url("/main.css"); @namespace svg url(/no);</style>'],
  [
    "<svg><filter id='f'/></svg><style>p { filter: url(#f) } .icon-url(no) {} a[href='/no'] {} a[href^=\"/no\"] {}</style>",
  ],
];

const inFiles: [path: string, content: string][] = [
  ["robots.txt", `User-agent: *\nDisallow: /no\nAllow: /no\n# Sitemap: /no\nSitemap: ${origin}/cip/feed.xml`],
  [
    "_redirects",
    "# /a /no\n/a /docs 301\n/b/* /docs/:splat 301\n/c https://other.example/no 302\n/d q=:q /docs 301 # /no\n/de/* /404 404\n",
  ],
  [
    "_headers",
    "# /no\n/img/*\n  X-Frame-Options: DENY\n  Link: </main.css>; rel=preload; as=style\n  Link: <https://x.example>; rel=preconnect\n",
  ],
  ["notes.txt", "- [No](/no) Sitemap: /no\n"],
  ["css/a.css", "@charset 'utf-8'; @import '../main.css'; a { background: url(../img/a.png); fill: url(#no) }"],
  ["img/b.svg", '<svg><g id="a"/><use href="#a"/><use xlink:href="sprite.svg#icon"/><image href="a.png"/></svg>'],
  ["data.json", '{"url":"/no","items":[{"url":"/no"}]}'],
  [
    "_redirects",
    "# c\n/a https://other.example/:splat 301\n/b/* /docs/:splat 200\n/c /docs 301!\n/d id=:id /docs 301\n",
  ],
  [
    "css/a.css",
    "a{behavior:url(#default#VML)} @import url(https://a.example/x.css); p{background:url( data:image/png;base64,AA== )} /*# sourceMappingURL=a.css.map */",
  ],
];

describe("a page without a problem", () => {
  test.each(inPages)("%s %s", (body, head = "") => {
    expect(found(siteWith(body, head))).toEqual([]);
  });
});

describe("a file for programs without a problem", () => {
  test.each(inFiles)("%s: %s", (path, content) => {
    expect(found(siteWith("", "", { [path]: content }))).toEqual([]);
  });
});

test("what the host redirects is no broken link, and what it shows for missing pages does not answer for them", () => {
  const redirects = "/moved /docs 301\n/wild/* /docs/:splat\n/app/* /index.html 200\n/de/* /404.html 404\n";
  const links = (paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join("");
  const right = siteWith(links(["/moved", "/moved/", "/moved?x=1", "/wild/a/b", "/app/x"]), "", {
    _redirects: redirects,
  });
  expect(found(right)).toEqual([]);
  const wrong = siteWith(links(["/moved/x", "/de/no"]), "", { _redirects: redirects });
  expect(found(wrong).map(([, , text]) => text)).toEqual(["/moved/x", "/de/no"]);
});
