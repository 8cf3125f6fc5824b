/** What a URL is: the one gate that links of Markdown, HTML, front matter and configuration go through. */
import { describe, expect, test } from "vitest";
import { isExternalUrl, isLocalUrl, isSafeUrl, schemeOf, splitUrl } from "../../src/shared/url.js";

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
  expect(["https://x", "HTTP://x", "//x", " https://x"].map(isExternalUrl)).toEqual([true, true, true, true]);
  expect(["/x", "x.md", "mailto:a@b.c", "#x"].map(isExternalUrl)).toEqual([false, false, false, false]);
});

test("local means neither scheme nor host", () => {
  expect(["/x", "x.md", "#x", "?q", ""].map(isLocalUrl)).toEqual([true, true, true, true, true]);
  expect(["//x", "https://x", "mailto:a@b.c"].map(isLocalUrl)).toEqual([false, false, false]);
});

test.each([
  ["/a?b#c", { path: "/a", query: "b", hash: "c" }],
  ["#c?d#e", { path: "", query: "", hash: "c?d#e" }],
  ["/a?b?c", { path: "/a", query: "b?c", hash: "" }],
  ["", { path: "", query: "", hash: "" }],
])("%j is split at its first marks", (url, parts) => {
  expect(splitUrl(url)).toEqual(parts);
});
