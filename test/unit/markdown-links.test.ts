/** Links, images and mentions: found where a reader sees them, with the place where the author wrote them. */
import { describe, expect, test } from "vitest";
import { markdown, placed } from "../support/parse.js";
import { parseHtml } from "../support/site.js";

const links = (body: string) =>
  markdown(body).links.map(({ kind, url, position }) => `${kind} ${url} ${position.line}:${position.column}`);
const mentions = (body: string) =>
  markdown(body).links.flatMap(({ kind, mention }) =>
    kind === "mention" ? `${mention?.label} ${mention?.number}` : [],
  );

describe("URLs", () => {
  test("bare web addresses become links; host names, mail addresses and file names do not", () => {
    expect(links("See https://x.example/a. Also x.example, a@x.example, README.md and 10.0.0.1").length).toBe(1);
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "java&#10;script:alert(1)",
  ])("[x](%s) is no link", (url) => {
    const result = markdown(`[x](${url}) ![y](${url}) <${url}>\n\n[z]\n\n[z]: ${url}\n`);
    expect(result.links).toEqual([]);
    expect(parseHtml(result.html).querySelector("a, img")).toBeNull();
  });

  test.each([
    ["[see <https://x.example> there](/a)", ["/a: see https://x.example there"]],
    ["[a^[see [b](/b)] c](/a)", ["/a: a c", "#fn1: 1", "/b: b", "#fnref1: ↩\uFE0E"]],
  ])("no link is in another, and no word is lost: %s", (body, expected) => {
    const { html } = markdown(body);
    expect(html).not.toMatch(/<a\b(?:(?!<\/a>).)*<a\b/s);
    const found = [...parseHtml(html).querySelectorAll("a")];
    expect(found.map((link) => `${link.getAttribute("href")}: ${link.textContent}`)).toEqual(expected);
  });

  test("links to other hosts say so; links of this site do not", () => {
    const found = parseHtml(markdown("[a](https://x.example) [b](//x.example) [c](./x.md) [d](mailto:a@b.c)").html);
    expect([...found.querySelectorAll("a")].map((link) => link.className === "external")).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("mentions", () => {
  test.each([
    ["CIP-20", ["CIP 20"]],
    ["CBC-20", ["CBC 20"]],
    ["See CIP 20, CIP‑165 and (CIP–777).", ["CIP 20", "CIP 165", "CIP 777"]],
    ["**CIP-20** and *CIP-165*", ["CIP 20", "CIP 165"]],
    ["CIP-20's and CIP-20.", ["CIP 20", "CIP 20"]],
    ["> CIP-20\n\n- CIP-165\n\n| CIP-777 |\n|---|\n| CIP-9 |", ["CIP 20", "CIP 165", "CIP 777", "CIP 9"]],
  ])("%j", (body, expected) => {
    expect(mentions(body)).toEqual(expected);
  });

  test.each([
    ["inline code", "`CIP-20`"],
    ["a code block", "```\nCIP-20\n```"],
    ["an indented code block", "    CIP-20"],
    ["a link's text", "[CIP-20](https://x.example)"],
    ["a bare address", "https://x.example/CIP-20"],
    ["a raw link", '<a href="https://x.example">see CIP-20 there</a>'],
    ["a heading", "## CIP-20"],
    ["an underlined heading", "CIP-20\n---"],
    ["a picture's description", "![CIP-20](a.png)"],
    ["a longer word", "XCIP-20 and CIP-20a and CIP-20-x"],
    ["a path", "a/CIP-20 and @CIP-20 and #CIP-20"],
    ["a version", "CIP-20.5"],
    ["lower case", "cip-20"],
    ["an attribute of raw HTML", '<span title="CIP-20">x</span>'],
    ["a formula", "$CIP-20$"],
  ])("never in %s", (_, body) => {
    expect(mentions(body)).toEqual([]);
  });
});

describe("pictures that are written into the text", () => {
  const png = "data:image/png;base64,iVBORw0KGgo=";

  test("are shown, in Markdown and in raw HTML", () => {
    expect(links(`![a](${png})\n\n<img src="${png}" alt="b">\n`)).toEqual([
      expect.stringMatching(/^image data:image\/png;/),
      expect.stringMatching(/^image data:image\/png;/),
    ]);
  });

  test.each([
    "data:image/svg+xml;base64,AA==",
    "data:image/png,<svg>",
    "data:text/html;base64,AA==",
  ])("%s is none", (url) => {
    const { links: found, html } = markdown(`![a](${url})\n\n<img src="${url}" alt="b">\n`);
    expect(found).toEqual([]);
    expect(parseHtml(html).querySelectorAll('[src^="data:"]')).toHaveLength(0);
  });
});

test("a URL that must not be a link is reported where it is written, but not where it is only talked about", () => {
  const body = "[a](javascript:x) and ![b](<vbscript:y>)\n\n<a href='data:text/html,z'>c</a> `[d](javascript:x)`\n";
  const found = new Set(markdown(body).diagnostics.map((d) => `${d.severity} ${placed(d)}`));
  expect([...found]).toEqual(["warning url-unsafe 1:5", "warning url-unsafe 1:29", "warning url-unsafe 3:10"]);
  expect(markdown('<img src="file:///x">').diagnostics[0]?.message).toMatch(/so this is not a picture$/);
});
