/** What a URL is: the one gate that links of Markdown, HTML, front matter and configuration go through. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../src/content/formats/markdown/render.js";
import { isExternalUrl, isLocalUrl, isSafeUrl, readUrl, schemeOf } from "../../src/shared/url.js";
import { configOf, configProblems, markdown, options, parseProposal } from "../support/parse.js";
import { runs } from "../support/runs.js";

describe("isSafeUrl", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "java\u0000script:alert(1)",
    "java\u200bscript:alert(1)",
    "javascript\n:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
    "blob:https://x/1",
    "filesystem:https://x/1",
    "view-source:https://x",
  ])("refuses %j", (url) => {
    expect(isSafeUrl(url)).toBe(false);
  });

  test.each([
    "https://x.example",
    "mailto:a@b.c",
    "./cip-20.md",
    "//host/x",
    "#a",
    "?q=javascript:1",
    "/a:b",
    "ipfs://x",
  ])("allows %j", (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });
});

test("a scheme is found in lower case; a relative URL has none", () => {
  expect(schemeOf("HTTPS://x")).toBe("https");
  expect(schemeOf("//x/y")).toBeUndefined();
  expect(schemeOf("a/b:c")).toBeUndefined();
});

test("external means another host; mail is not", () => {
  const external = [
    "https://x",
    "HTTP://x",
    "//x",
    " https://x",
    "https:x",
    "http:/x",
    "///x",
    "/\\x",
    "\\\\x",
    "/\t/x",
  ];
  for (const url of external) expect(isExternalUrl(url), url).toBe(true);
  for (const url of ["/x", "x.md", "mailto:a@b.c", "#x", "#//x", "?\\x", "./https:x"])
    expect(isExternalUrl(url), url).toBe(false);
});

describe("what a browser makes of a URL", () => {
  const pieces = [
    ..."hHttTpPsS:/\\.@?#%0-+aA \t\n\r\u0000\u0001\u001f\u007f\u00a0\u200b\ufeff\u2028",
    ..."https: http: HTTPS:// https:/ javascript: JaVaScRiPt: data:text/html, web+x: mailto: ftp: ws: blob: evil.test x /\\ \\\\ //".split(
      " ",
    ),
    ...[
      "&colon;",
      "&#58;",
      "%3a",
      "java\nscript:",
      "own.test",
      "https://own.test",
      ":443",
      "[::1]",
      "//own.test@evil.test",
    ],
  ];
  const urls = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
  const bases = ["https://own.test/cip/20", "http://own.test/cip/20", "https://own.test/"];
  const seen = (url: string) => bases.flatMap((base) => (URL.canParse(url, base) ? [new URL(url, base)] : []));
  const isListed = (scheme: string) =>
    /^(?:https?|mailto|tel|ip[fn]s|magnet|matrix|xmpp|ircs?|web\+[a-z]+)$/.test(scheme);

  test("a URL that leads to another host is external, on a page of either protocol", () => {
    fc.assert(
      fc.property(urls, (url) => {
        const leaves = seen(url).some(
          ({ protocol, host }) => /^(?:https?|ftp|wss?):$/.test(protocol) && host !== "own.test",
        );
        if (leaves) expect(isExternalUrl(url)).toBe(true);
        if (leaves) expect(isLocalUrl(url)).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("a URL whose scheme is not on the list is no link", () => {
    fc.assert(
      fc.property(urls, (url) => {
        if (seen(url).some(({ protocol }) => !isListed(protocol.slice(0, -1)))) expect(isSafeUrl(url)).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("what is written into the page leads to one place, whatever the page's protocol, and to none that is not allowed", () => {
    fc.assert(
      fc.property(urls, (url) => {
        const hosts = new Set(seen(readUrl(url)).map(({ hostname }) => hostname));
        if (isSafeUrl(url))
          for (const { protocol } of seen(readUrl(url))) expect(isListed(protocol.slice(0, -1))).toBe(true);
        expect(hosts.size).toBeLessThanOrEqual(1);
        if (isLocalUrl(url)) for (const host of hosts) expect(host).toBe("own.test");
        expect(readUrl(readUrl(url))).toBe(readUrl(url));
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("schemes that the site allows", () => {
  test("no page links what is not on the list: Markdown, raw HTML, pictures", () => {
    const { html, diagnostics } = markdown(
      "[a](ftp://x.test/a) ![b](ftp://x.test/b) <foo:bar>\n\n<a href='ftp:x'>c</a> <img src='ftp://x.test/d' alt='e'>\n",
    );
    expect(html).not.toMatch(/ftp:|href="foo/);
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
      "url-unsafe 1:5",
      "url-unsafe 1:26",
      "url-unsafe 1:43",
      "url-unsafe 3:10",
      "url-unsafe 3:33",
    ]);
  });

  test("the configuration adds to it", () => {
    const { links, diagnostics } = renderMarkdown(
      { body: "[a](ftp://x.test/a)", path: "a.md", bodyLine: 1 },
      {
        ...options,
        linkSchemes: ["ftp"],
      },
    );
    expect(links.map(({ url }) => url)).toEqual(["ftp://x.test/a"]);
    expect(diagnostics).toEqual([]);
    const home = (to: string) => ({ home: { actions: [{ label: "a", to }] } });
    expect(configProblems(home("ftp://x.test"))).toEqual([
      "config-invalid home.actions[0].to: this kind of URL is not allowed (Add the scheme to linkSchemes.)",
    ]);
    expect(configOf({ linkSchemes: ["ftp"], ...home("ftp://x.test") }).home.actions[0]?.to).toBe("ftp://x.test");
    expect(configProblems(home(" java\nscript:alert(1)"))).toEqual([
      "config-invalid home.actions[0].to: this kind of URL is not allowed",
    ]);
    expect(configProblems({ linkSchemes: ["javascript"] })).toEqual([
      "config-invalid linkSchemes[0]: this scheme runs code or reads files, so no link may have it",
    ]);
  });

  test("front matter: an author's URL and a discussion of another scheme are no links, and the discussion is reported", () => {
    const { document, diagnostics } = parseProposal(
      "---\ncip: 20\ntitle: A\nauthor: Ann <ssh://x.test>, Bob <https:x.test>\ndiscussions-to: ssh://x.test\n---\nText\n",
    );
    expect(document?.meta.authors.map(({ url }) => url)).toEqual([undefined, "https://x.test"]);
    expect(document?.meta.discussions).toEqual([]);
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).toEqual(["url-unsafe 5"]);
  });
});
