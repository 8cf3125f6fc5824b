/** The other half of the audit of `check-links`: what looks like one of the problems in links-planted.test.ts, and is right. */
import { describe, expect, test } from "vitest";
import { found, origin, siteWith } from "../support/linked-site.js";

const script = (type: string, text: string) => `<script type="${type}">${text}</script>`;
const data = (json: unknown) => script("application/ld+json", JSON.stringify(json));
const loc = (url: string) => `<urlset><url><loc>${url}</loc></url></urlset>`;
const rss = (item: string) => `<rss><channel><link>${origin}/</link><item>${item}</item></channel></rss>`;
const atom = (entry: string) => `<feed><entry>${entry}</entry></feed>`;
const jsonFeed = (more: object) => JSON.stringify({ version: "https://jsonfeed.org/version/1.1", ...more });

const inPages: [body: string, head?: string][] = [
  // Elements that load, lead or send.
  ['<img srcset="/img/a,b.png 1x,\n /img/a.png 2x" src="/img/a.png" sizes="100vw" alt="">'],
  ['<img srcset="/img/a.png 1x, data:image/png;base64,AA== 2x" src="/img/a.png" alt="">'],
  ["", '<link rel="preload" as="image" imagesrcset="/img/a.png 1x, /img/a.png 2x" imagesizes="50vw">'],
  ['<input type="image" src="/img/a.png" alt="x"> <input type="text" value="/no">'],
  ['<button formaction="/docs">x</button> <form action="/docs#use" method="get"></form> <form method="dialog"></form>'],
  ['<object data="/guide.pdf" type="application/pdf"><param name="quality" value="/no"></object>'],
  ['<embed src="/guide.pdf#toolbar=0&page=2">'],
  ['<a href="/docs" ping="https://a.example/p https://b.example/p">x</a>'],
  ['<blockquote cite="urn:isbn:9780141036144">x</blockquote> <q cite="https://a.example/no">x</q>'],
  ['<iframe src="/docs"><a href="/no">for old browsers</a></iframe>'],
  ['<iframe src="about:blank"></iframe> <iframe srcdoc="<p>x"></iframe>'],
  ['<div data-href="/no" data-url="/no" data-src="no" data-target="#no" data-id="no">x</div>'],
  ['<img src="/img/a.png" data-src="{{ url }}" alt=""> <img src="/img/a.png" data-src="hero" alt="">'],
  ['<a data-href="/no" title="/no" href="/docs">x</a>'],
  ['<xmp><a href="/no">x</a></xmp>'],
  ["<textarea><img src=/no></textarea> <title><a href=/no></title>"],
  ["<!--[if IE]><link rel='stylesheet' href='/no.css'><![endif]-->"],
  ["<!-- > --><!--> <!-- <img src=/no> -->"],
  ["<pre><code>&lt;img src=&quot;/no&quot;&gt;</code></pre>"],
  ["<p title='<a href=\"/no\">'>x</p>"],
  ["<a href=/docs>x</a><a href='/docs'>x</a><a\n  href = \"/docs\"\n>x</a>"],
  ['<a href="/docs" href="/no">x</a>'],
  ['<a href="&#x2f;docs">x</a> <a href="/docs?a=1&amp;b=2&copy=3">x</a>'],
  ["<noscript><img src='/img/a.png' alt=''></noscript>"],
  ['<video src="/a.mp4#t=10,20" poster="/img/a.png"><track src="/a.vtt"><source src="/a.mp4"></video>'],
  ['<svg><a href="/docs"><text>x</text></a><a xlink:href="#s"><circle id="s"/></a></svg>'],
  ['<svg><image href="/img/a.png"/><use href="/img/sprite.svg#icon"/><use xlink:href="/img/sprite.svg"/></svg>'],
  [
    '<svg><linearGradient id="g"/><linearGradient id="h" href="#g"/><rect fill="url(#h)" stroke="none" mask="url( \'#g\' )"/></svg>',
  ],
  ['<svg><path id="p"/><text><textPath href="#p">x</textPath></text><animate href="#p" begin="no.click"/></svg>'],
  ['<svg><filter id="f"><feImage href="/img/a.png"/></filter><g filter="url(#f) blur(2px)" cursor="pointer"/></svg>'],
  ['<svg><foreignObject><a href="/docs">x</a></foreignObject></svg> <math><mi href="/docs">x</mi></math>'],
  ['<svg><title>/no</title><metadata><rdf:li rdf:resource="/no"/></metadata></svg>'],
  ["", '<link rel="preconnect" href="https://x.example"><link rel="dns-prefetch" href="//x.example">'],
  ["", '<link rel="icon" href="data:,"><link rel="icon" type="image/svg+xml" href="/img/sprite.svg">'],
  ["", '<link rel="alternate stylesheet" title="x" href="/main.css"><link rel="modulepreload" href="/main.js">'],
  ["", '<link rel="alternate" type="application/rss+xml" href="/cip/feed.xml"><link rel="license" href="/docs">'],
  [
    "",
    '<meta name="description" content="/no"><meta property="og:title" content="/no"><meta property="og:image:alt" content="/no">',
  ],
  [
    "",
    '<meta property="article:author" content="Ada"><meta name="twitter:site" content="@no"><meta name="twitter:card" content="summary">',
  ],
  ["", '<meta name="msapplication-TileColor" content="#no"><meta name="msapplication-TileImage" content="/img/a.png">'],
  ['<div itemscope><meta itemprop="name" content="/no"><meta itemprop="image" content="/img/a.png"></div>'],
  ["", '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'; img-src /no">'],
  // Frames, templates.
  [`<iframe srcdoc="<p id='a'><a href='#a'>x</a> <a href='#top'>y</a> <a href='/docs'>z</a>"></iframe>`],
  ['<template><a href="/no">x</a><template><img src="/no"></template><label for="no">x</label></template>'],
  ['<div><template shadowrootmode="open"><label for="i">x</label><input id="i"></template></div><p id="i">x</p>'],
  [script("text/template", '<a href="/no">x</a>') + script("text/x-handlebars", '<img src="/no">')],
  // Refreshes, bases, canonical addresses, alternates.
  ["", '<meta http-equiv="refresh" content="300"><meta name="refresh" content="0; url=/no">'],
  ["", '<meta http-equiv="refresh" content="60; url=/case">'],
  ["", '<meta http-equiv="refresh" content="5;url=\'/docs\'"><meta name="robots" content="noindex">'],
  ['<a href="docs">x</a>', '<base target="_blank"><base href="/case/../"><base href="/no/">'],
  ['<a href="docs">x</a> <a href="#use">x</a>', '<base href="/docs">'],
  ["", `<link rel="canonical" href="${origin}/case"><link rel="canonical" href="${origin}/case">`],
  ["", '<link rel="canonical" href="https://other.example/x">'],
  ["", '<link rel="canonical" href="/case">'],
  [
    '<a hreflang="zh-Hant-TW" href="/docs">x</a> <a hreflang="EN-us" href="/docs">x</a> <a hreflang="sr-Latn" href="/docs">x</a>',
  ],
  // Fragments.
  ['<p id="a b"></p><a href="#a%20b">x</a> <a href="#a b">x</a>'],
  ['<p id="Ünï"></p><a href="#Ünï">x</a> <a href="#%C3%9Cn%C3%AF">x</a>'],
  ['<p id="a%20b"></p><a href="#a%20b">x</a> <a href="#a%2520b">x</a>'],
  ['<p id="a:~b"></p><p id="x.y:z/[0]"></p><a href="#x.y:z/[0]">x</a>'],
  ['<a href="#:~:text=foo,-bar&text=%2Fno">x</a> <a href="/docs#use:~:text=no">x</a> <a href="/docs#:~:text=x">x</a>'],
  ['<a href="#">x</a> <a href="#top">x</a> <a href="#Top">x</a> <a href="?#">x</a> <a href="/docs#">x</a>'],
  ['<a name="n">x</a> <a href="#n">x</a> <a href="/case#n">x</a> <a href="?x=1#n">x</a>'],
  ['<h2 id="x"><a name="x"></a>x</h2> <a id="y" name="y">x</a>'],
  ['<p id="a">x</p><p id="A">x</p><p class="a" name="a">x</p>'],
  ['<p id="">x</p><p id="">x</p>'],
  ["<p id='__proto__'>x</p><a href='#__proto__'>x</a>"],
  ['<a href="/old.html#use">x</a> <a href="/old#old">x</a>'],
  [
    '<a href="/img/sprite.svg#svgView(viewBox(0,0,9,9))">x</a> <a href="/guide.pdf#nameddest=x">x</a> <a href="/a.mp4#t=3">x</a>',
  ],
  ['<a href="/cip/feed.xml#no">x</a> <a href="/main.css#no">x</a>'],
  // Ids that attributes name.
  ['<label for="i">x</label><input id="i" list="l" form="f"><datalist id="l"></datalist><form id="f"></form>'],
  ['<label>x <input></label> <output for="i j"></output><input id="i"><input id="j">'],
  ['<table><tr><th id="h1">x<th id="h2">y<tr><td headers="h1  h2">x</table>'],
  ['<p id="a" aria-labelledby="a b" aria-describedby="">x</p><p id="b">x</p>'],
  [
    '<button aria-expanded="false" aria-controls="later">x</button> <input role="combobox" aria-haspopup="listbox" aria-controls="later">',
  ],
  ['<input aria-invalid="false" aria-errormessage="later"> <input aria-errormessage="later">'],
  ['<button popovertarget="p" commandfor="p">x</button><div id="p" popover></div>'],
  ['<div itemscope itemref="r"></div><p id="r" itemprop="x">x</p>'],
  ['<img src="/img/a.png" alt="" usemap="#m"><map name="m"><area href="/docs" alt=""></map>'],
  ['<script for="no"></script> <ol list="no"></ol> <p headers="no" form="no">x</p>'],
  // How addresses are written.
  ['<a href=" /docs ">x</a> <a href="/do\ncs">x</a> <a href="\t/docs">x</a>'],
  [
    '<a href="./docs">x</a> <a href="../docs">x</a> <a href="../../../docs">x</a> <a href="/x/../docs">x</a> <a href="/./docs">x</a>',
  ],
  ['<a href="/%64ocs">x</a> <a href="/%2e/docs">x</a> <a href="/%C3%BCber">x</a>'],
  [
    '<a href="?">x</a> <a href="?a=b//c\\d%zz">x</a> <a href="/docs?x=%">x</a> <a href="/docs?next=https://a.example//b">x</a>',
  ],
  [
    '<img src="/img/a b.png" alt=""> <img src="/img/a%20b.png" alt=""> <img src="/img/a(1).png" alt=""> <img src="/img/a%281%29.png" alt="">',
  ],
  ['<img src="/img/a.png?v=2#x" alt=""> <img src="img/a.png" alt=""> <img src="./img/../img/a.png" alt="">'],
  [
    '<a href="/">x</a> <a href=".">x</a> <a href="..">x</a> <a href="./">x</a> <a href="/index.html">x</a> <a href="/docs/index.html">x</a>',
  ],
  [`<a href="${origin}">x</a> <a href="${origin}/">x</a> <a href="${origin}?q">x</a> <a href="${origin}#top">x</a>`],
  [`<a href="${origin}:443/docs">x</a> <a href="//site.example/docs">x</a> <a href="HTTPS://Site.Example/docs">x</a>`],
  ['<a href="http://site.example/docs">x</a> <a href="https://me@site.example/docs">x</a>'],
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
    '<a href="http://[2001:db8::1]:8080/">x</a> <a href="http://192.0.2.1/">x</a> <a href="http://localhost:8545/">x</a>',
  ],
  [
    '<a href="https://user:pass@other.example:8080/x">x</a> <a href="https://other.example.">x</a> <a href="https://a_b.example/">x</a>',
  ],
  ['<a href="https://en.wikipedia.org/wiki/Foo_(bar)">x</a> <a href="https://a.example/%E0%A4%A4">x</a>'],
  ['<img src="data:image/svg+xml,%3Csvg xmlns=\'http://www.w3.org/2000/svg\'/%3E" alt=""> <img src="data:," alt="">'],
  // Other schemes.
  [
    '<a href="tel:+41-44-123.45.67">x</a> <a href="tel:+41(0)441234567">x</a> <a href="tel:%2B41">x</a> <a href="tel:911,,1">x</a>',
  ],
  ['<a href="tel:863-1234;phone-context=+1-914-555">x</a> <a href="tel:*100%23">x</a> <a href="sms:+41?body=x">x</a>'],
  [
    '<a href="mailto:gorby%25kremvax@example.com">x</a> <a href="mailto:unlikely%3Faddress@example.com?blat=foop">x</a>',
  ],
  ['<a href="mailto:Mike%26family@example.org">x</a> <a href="mailto:%22not%40me%22@example.org">x</a>'],
  [
    '<a href="mailto:a@b.example,c@d.example?cc=e@f.example&amp;subject=x%20y">x</a> <a href="mailto:?to=a@b.example">x</a>',
  ],
  [
    '<a href="mailto:user@%E7%B4%8D%E8%B1%86.example.org">x</a> <a href="MAILTO:a+b@c-d.example">x</a> <a href="mailto:o\'x@b.example">x</a>',
  ],
  [
    '<a href="magnet:?xt=urn:btih:x">x</a> <a href="ipfs://bafy">x</a> <a href="ens:x">x</a> <a href="web+x:y">x</a> <a href="geo:1,2">x</a>',
  ],
  [
    '<a href="doi:10.1000/1">x</a> <a href="urn:ietf:rfc:2648">x</a> <a href="xmpp:a@b.example">x</a> <a href="git+ssh://a@b.example/c">x</a>',
  ],
  // Styles.
  [
    "<style>p { background: url( '/img/a.png' ), URL(\"/img/a.png\"), url(/img/a\\ b.png), url(/img/a\\(1\\).png) }</style>",
  ],
  ["<style>p { background: url(/im\\67/a.png) } q::after { content: 'url(/no)' } /* url(/no) */</style>"],
  ['<style>@import "/main.css" layer(a) screen; @import url("/main.css"); @namespace svg url(/no);</style>'],
  ["<style>@font-face { src: local('no'), url(data:font/woff2;base64,AA) format('woff2') }</style>"],
  ["<style>p { background: url(data:image/svg+xml;utf8,%3Csvg/%3E); mask: url(/img/sprite.svg#icon) }</style>"],
  [
    "<svg><filter id='f'/></svg><style>p { filter: url(#f) } .icon-url(no) {} a[href='/no'] {} a[href^=\"/no\"] {}</style>",
  ],
  ['<style>p { background: image-set("/img/a.png" 1x type("image/no"), url(/img/a.png) 2x) }</style>'],
  ["<style>p { background: var(--no); --x: '/no.png'; src: attr(data-no url) }</style>"],
  ["<p style=\"background:url('/img/a.png');content:'url(/no)'\">x</p>"],
  // Scripts and data in a page.
  [script("module", 'import a from "react"; import "node:fs"; import b from "@x/y"; import("lit");')],
  [script("module", '// import "/no.js"\n/* import "/no.js" */ const s = "import \'/no.js\'", t = `import "/no.js"`;')],
  [
    script(
      "module",
      'new URL("/main.js", import.meta.url); new URL("/no", location.href); new URL("https://a.example");',
    ),
  ],
  [
    '<script>location.href = "/no"; fetch("/no.json"); const html = "<a href=\'/no\'>"; new Worker(url); new Worker("no.js")</script>',
  ],
  [
    '<script>const s = "new Worker(\'/no.js\')"; // importScripts("/no.js")\nregister("/no"); router.register("/no")</script>',
  ],
  [script("importmap", '{"imports":{"a":"/main.js","b/":"/no/","c":null},"scopes":{"/no/":{"a":"/main.js"}}}')],
  [
    script(
      "speculationrules",
      '{"prerender":[{"where":{"and":[{"href_matches":"/no/*"}]}}],"prefetch":[{"urls":["/docs"]}]}',
    ),
  ],
  [
    data({
      "@context": "https://schema.org",
      "@id": `${origin}/#org`,
      name: "/no",
      identifier: `${origin}/no`,
      url: "/docs",
    }),
  ],
  [
    data({
      image: ["/img/a.png", { url: `${origin}/img/a.png` }],
      license: "CC-BY-4.0",
      keywords: ["/no"],
      headline: "a.b",
    }),
  ],
  [data({ potentialAction: { target: { urlTemplate: `${origin}/docs?q={q}` } }, url: `${origin}/{lang}/no` })],
  [script("application/json", '{"url":"/no","image":"/no.png"}') + script("application/ld+json", '{"url": "/no"')],
  ['<a href="/%C3%BCber">x</a> <a href="/%c3%bcber">x</a> <a href="/über">x</a>'],
  ['<a href="/docs?#use">x</a> <a href="#TOP">x</a> <a href="#top">x</a> <a href="#">x</a>'],
  ['<a href="/do\ncs">x</a>'],
  ['<a href=" /docs ">x</a>'],
  ['<a href="no">x</a>', '<base href="https://other.example/">'],
  ["", '<meta http-equiv="refresh" content="300">'],
  ['<script type="text/template"><a href="/no">x</a></script>'],
  ["<style>@namespace url(http://www.w3.org/1999/xhtml);</style>"],
  ["<style>@font-face{src:url(data:font/woff2;base64,AA)}</style>"],
  ['<style>/* url(/no.png) */ p::after{content:"url(/no.png)"}</style>'],
  ['<a href="/docs" download="x">x</a>'],
  [
    '<a href="geo:1,2">x</a> <a href="web+cip:1">x</a> <a href="magnet:?xt=urn:btih:x">x</a> <a href="about:blank">x</a> <a href="urn:isbn:1">x</a> <a href="ipfs://bafy">x</a> <a href="ethereum:0x1">x</a> <a href="sms:+1234">x</a> <a href="xmpp:a@b.example">x</a> <a href="nostr:npub1">x</a> <a href="did:web:x">x</a>',
  ],
  [
    "",
    '<link rel="dns-prefetch" href="//a.example"><link rel="preconnect" href="https://a.example" crossorigin><link rel="profile" href="https://gmpg.org/xfn/11">',
  ],
  ["<img alt='' src='data:image/svg+xml;utf8,<svg xmlns=\"http://www.w3.org/2000/svg\"/>'>"],
  [
    `<script type="application/ld+json">{"@context":"https://schema.org","@id":"${origin}/#org","@type":"Organization"}</script>`,
  ],
  [`<script type="application/ld+json">{"@id":"${origin}/docs#use","url":"${origin}/docs"}</script>`],
  [
    `<script type="application/ld+json">{"potentialAction":{"target":"${origin}/docs?q={q}","query-input":"required name=q"}}</script>`,
  ],
  [
    '<a href="/docs#a&amp;b">x</a> <a href="/docs#100%">x</a> <a href="/docs#100%25">x</a> <a href="/docs#:~:text=Use">x</a> <a href="/docs#gr%C3%B6%C3%9Fe">x</a> <a href="/docs#use:~:text=x">x</a>',
  ],
  [
    '<a href="/img/a%20b.png">x</a> <a href="/img/a b.png">x</a> <a href="/img/a%2Cb.png">x</a> <a href="/img/a%281%29.png">x</a> <a href="/img/%61.png">x</a>',
  ],
  ['<form action="/docs" method="dialog"></form><form><button formmethod="dialog">x</button></form>'],
  ['<img srcset="data:image/png;base64,AA== 1x, /img/a.png 2x" src="/img/a.png" alt="">'],
  ['<img srcset=" , /img/a.png 1x ," src="/img/a.png" alt="">'],
  ['<img srcset="/img/a,b.png, /img/a.png 2x" src="/img/a.png" alt="">'],
  ['<img srcset="/img/a.png 1x,/img/a,b.png 2x" sizes="auto, 100vw" src="/img/a.png" alt="" loading="lazy">'],
  ['<a href="https://other.example/a|b?x=[1]#{y}">x</a>'],
  [
    '<a href="https://xn--bcher-kva.example/">x</a> <a href="https://bücher.example/">x</a> <a href="http://127.0.0.1:8545">x</a> <a href="http://[::1]/">x</a> <a href="https://other.example.:443/">x</a>',
  ],
  ['<svg><style>.odd{fill:url(#no)} .a .odd, .other > p { mask: url(#no) }</style><g class="a"/></svg>'],
  ['<svg><use href="#a"/><symbol id="a"/><rect fill="url(#a)" filter="none" stroke="context-fill"/></svg>'],
  ['<svg><use href="/img/sprite.svg"/></svg>'],
  ['<math><mi href="#m" id="m">x</mi></math>'],
  ['<a ping="https://a.example/p" href="/docs">x</a>'],
  ['<object data="/guide.pdf#page=3"></object> <a href="/guide.pdf#page=3">x</a> <a href="/a.mp4#t=10,20">x</a>'],
  ['<video src="/a.mp4#t=1" poster="/img/a.png"></video>'],
  ['<img src="/img/sprite.svg#icon" alt=""><img src="/img/sprite.svg#svgView(viewBox(0,0,1,1))" alt="">'],
  ['<a href="//other.example/x">x</a>'],
  [`<a href="${origin}">x</a> <a href="${origin}?x">x</a> <a href="${origin}#">x</a>`],
  ['<a href="/docs?utm_source=x&amp;y=1#use">x</a>'],
  ['<iframe src="about:blank"></iframe><iframe src="about:srcdoc" srcdoc="<p id=x><a href=#x>y</a>"></iframe>'],
  ['<label for="x">a</label><input id="x"><label>b<input></label>'],
  ['<template><a href="/no">x</a><p id="use"></p></template>'],
  ['<p id="a b">x</p><a href="#a b">y</a> <a href="#a%20b">z</a>'],
  ['<!--[if IE]><link rel="stylesheet" href="/no.css"><![endif]-->'],
  ['<xmp><a href="/no"></xmp><textarea><a href="/no"></textarea><title><a href="/no"></title>'],
  ['<input list="l"><datalist id="l"></datalist>'],
  ['<a href="/docs">x</a>'],
  ['<script>const a = "<a href=\'/no\'>"; // import "/no.js"\n</script>'],
  ['<script type="module">const t = `import "/no.js"`; import(name);</script>'],
  ['<script type="application/json">{"url":"/no"}</script>'],
  [
    '<a href="mailto:a@b.example,c@d.example?subject=a%20b&body=x">x</a> <a href="mailto:?subject=x">x</a> <a href="mailto:a+b@c.example">x</a> <a href="mailto:%22a%20b%22@c.example">x</a>',
  ],
  ['<a href="tel:+41-44-1234567;ext=5">x</a> <a href="tel:911">x</a> <a href="tel:*21%23">x</a>'],
  [
    "",
    '<meta name="description" content="/no"><meta property="og:title" content="/no"><meta name="msapplication-TileColor" content="#no">',
  ],
  [
    "",
    `<link rel="alternate" hreflang="x-default" href="${origin}/case"><link rel="alternate" hreflang="en" href="${origin}/case">`,
  ],
  ['<a href="/old.html">x</a>'],
  ['<td headers="">x</td><p aria-labelledby="">x</p>'],
  ['<button commandfor="d" command="close">x</button><dialog id="d"></dialog>'],
];

const inFiles: [path: string, content: string][] = [
  ["sitemap.xml", `${loc(`${origin}/docs`)}<!-- <loc>/no</loc> -->`],
  ["sitemap.xml", loc(`\n${origin}/docs?a=1&amp;b=2\n`)],
  [
    "sitemap.xml",
    `<urlset><url><loc>${origin}/docs</loc><lastmod>2024-01-01</lastmod><image:image><image:loc>${origin}/img/a.png</image:loc><image:caption>/no</image:caption></image:image></url></urlset>`,
  ],
  ["sitemap.xml", `<sitemapindex><sitemap><loc>${origin}/cip/feed.xml</loc></sitemap></sitemapindex>`],
  ["sitemap.txt", `${origin}/docs\n\n${origin}/\n`],
  ["robots.txt", `User-agent: *\nDisallow: /no\nAllow: /no\n# Sitemap: /no\nSitemap: ${origin}/cip/feed.xml`],
  [
    "r.xml",
    rss(`<guid isPermaLink="false">no</guid><link>${origin}/docs#use</link><category domain="/no">x</category>`),
  ],
  ["r.xml", rss(`<guid>tag:site.example,2024:1</guid><author>a@b.example (A)</author><title>/no</title>`)],
  ["r.xml", rss("<description>1 &lt; 2, /no and [x](/no)</description><pubDate>x</pubDate>")],
  ["r.xml", `<?xml-stylesheet type="text/css" href="/main.css"?>${rss("")}`],
  [
    "a.atom",
    atom(
      `<id>urn:uuid:1</id><link href="${origin}/docs"/><category term="x" scheme="/no"/><summary type="text">&lt;a href="/no"></summary>`,
    ),
  ],
  ["a.atom", `<feed xml:base="${origin}/docs"><link href="/docs"/><entry><link href="./docs"/></entry></feed>`],
  ["a.atom", `<feed xmlns="http://www.w3.org/2005/Atom"><generator uri="https://x.example/">x</generator></feed>`],
  ["subs.opml", `<opml><body><outline text="/no" xmlUrl="${origin}/cip/feed.xml"/></body></opml>`],
  [
    "feed.json",
    jsonFeed({
      home_page_url: `${origin}/`,
      items: [{ id: "/no", title: "/no", summary: "<a href='/no'>", url: `${origin}/docs` }],
    }),
  ],
  [
    "feed.json",
    jsonFeed({ authors: [{ name: "/no", url: "https://x.example" }], items: [{ tags: ["/no"], content_text: "/no" }] }),
  ],
  [
    "manifest.json",
    '{"id":"/no","name":"/no","start_url":"/?a=1","scope":"/","icons":[{"src":"img/a.png","sizes":"1x1"}]}',
  ],
  [
    "app.webmanifest",
    '{"protocol_handlers":[{"protocol":"web+x","url":"/docs?u=%s"}],"share_target":{"action":"/docs"}}',
  ],
  ["package.json", '{"homepage":"/no","main":"/no.js","icons":[{"src":"/no"}]}'],
  [
    "browserconfig.xml",
    '<browserconfig><msapplication><tile><square70x70logo src="/img/a.png"/></tile></msapplication></browserconfig>',
  ],
  [
    ".well-known/security.txt",
    `Contact: mailto:a@b.example\nContact: tel:+41441234567\nExpires: 2030-01-01\nPolicy: ${origin}/docs\n# Policy: /no`,
  ],
  [
    "_redirects",
    "# /a /no\n/a /docs 301\n/b/* /docs/:splat 301\n/c https://other.example/no 302\n/d q=:q /docs 301 # /no\n/de/* /404 404\n",
  ],
  [
    "_headers",
    "# /no\n/img/*\n  X-Frame-Options: DENY\n  Link: </main.css>; rel=preload; as=style\n  Link: <https://x.example>; rel=preconnect\n",
  ],
  ["llms.txt", `# Site\n\nText (/no) and [brackets].\n\n- [Docs](${origin}/docs): x\n- [A](/docs#use)\n`],
  ["notes.txt", "- [No](/no) Sitemap: /no\n"],
  ["css/a.css", "@charset 'utf-8'; @import '../main.css'; a { background: url(../img/a.png); fill: url(#no) }"],
  ["img/b.svg", '<svg><g id="a"/><use href="#a"/><use xlink:href="sprite.svg#icon"/><image href="a.png"/></svg>'],
  [
    "img/b.svg",
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x.example/no.dtd"><svg><view id="v"/><a href="#svgView(1)"/></svg>',
  ],
  ["js/a.js", 'import a from "../main.js"; export * from "react"; const m = "./no.js"; //# sourceMappingURL=no.js.map'],
  [
    "js/a.js",
    'new Worker(new URL("../main.js", import.meta.url), { type: "module" }); importScripts(base + "/no.js");',
  ],
  [
    "docs/index.json",
    '{"items":[{"url":"/docs","source":"/no"},{"url":"https://x.example"},{"url":"//x.example"}],"url":7}',
  ],
  ["docs/index.json", "[1"],
  ["data.json", '{"url":"/no","items":[{"url":"/no"}]}'],
  ["data.xml", "<other><loc>/no</loc><link href='/no'/></other>"],
  ["llms-full.txt", `# S\n\n[Docs](${origin}/docs) [rel](./no.md) [root](/no)\n\n\`\`\`\n[x](${origin}/no)\n\`\`\`\n`],
  [
    "opensearch.xml",
    `<OpenSearchDescription><Url type="text/html" template="${origin}/docs?q={searchTerms}"/><Url type="application/x-suggestions+json" template="${origin}/docs?s={searchTerms}&amp;l={language?}"/></OpenSearchDescription>`,
  ],
  ["sitemap.xml", `<urlset><url><loc>${origin}/docs?a=1&amp;b=2</loc></url></urlset>`],
  ["a.atom", `<feed><id>${origin}/no</id><entry><id>${origin}/no2</id><link href="${origin}/docs"/></entry></feed>`],
  [
    "r.xml",
    `<rss><channel><item><guid isPermaLink="false">${origin}/no</guid><category domain="${origin}/no">x</category></item></channel></rss>`,
  ],
  [
    "feed.json",
    `{"version":"https://jsonfeed.org/version/1.1","hubs":[{"type":"x","url":"https://hub.example"}],"items":[{"id":"${origin}/no","url":"${origin}/docs"}]}`,
  ],
  [
    "app.webmanifest",
    '{"id":"/no","start_url":"/docs?source=pwa","scope":"/","icons":[{"src":"img/a.png"}],"related_applications":[{"url":"https://x.example"}]}',
  ],
  [
    "_redirects",
    "# c\n/a https://other.example/:splat 301\n/b/* /docs/:splat 200\n/c /docs 301!\n/d id=:id /docs 301\n",
  ],
  [
    "_headers",
    "/docs\r\n/old.html\n/:a/a.png\n/img/:name\nhttps://:project.pages.dev/*\n  X-Frame-Options: DENY\n  Link: <https://a.example>; rel=preconnect\n  Content-Security-Policy: report-uri /no\n",
  ],
  [
    ".well-known/security.txt",
    "Contact: tel:+1-201-555-0123\nEncryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f\nEncryption: dns:5d2d37ab76d47d36._openpgpkey.example?type=OPENPGPKEY\nExpires: 2030-01-01T00:00:00z\n",
  ],
  ["robots.txt", "User-agent: *\nDisallow: /no\nAllow: /no2\n# Sitemap: /no.xml\n"],
  ["humans.txt", "Site: /no"],
  [
    "css/a.css",
    "a{behavior:url(#default#VML)} @import url(https://a.example/x.css); p{background:url( data:image/png;base64,AA== )} /*# sourceMappingURL=a.css.map */",
  ],
  [
    "js/a.js",
    '/* import "./no.js" */ const r = /import "\\.\\/no.js"/; "import \'./no.js\'"; import("pkg"); import("node:fs"); import("#internal");',
  ],
  [
    "img/b.svg",
    '<svg xmlns:sodipodi="http://x" sodipodi:docname="no.svg" inkscape:export-filename="/no.png"><metadata><rdf:RDF><cc:license rdf:resource="/no"/></rdf:RDF></metadata><text>url(#no)</text></svg>',
  ],
  ["notes.md", "[x](/no)"],
  ["llms.txt", `# S\n\n- [a](${origin}/docs "title"): x\n- [b](${origin}/docs?x=(1))\n`],
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
