/** What a browser is told of each file: text with its encoding, and nothing that it would have to guess. */
import { expect, test } from "vitest";
import { contentType } from "../../../src/cli/serve/respond.js";

test.each([
  ["cip/index.html", "text/html; charset=utf-8"],
  ["assets/main.JS", "text/javascript; charset=utf-8"],
  ["cip/register.json", "application/json; charset=utf-8"],
  ["sitemap.xml", "application/xml; charset=utf-8"],
  ["cip/cip-1/index.md", "text/markdown; charset=utf-8"],
  ["cip/cip-1/index.mediawiki", "text/plain; charset=utf-8"],
  ["app.webmanifest", "application/manifest+json; charset=utf-8"],
  ["picture.svg", "image/svg+xml"],
  ["favicon.ico", "image/x-icon"],
  ["font.woff2", "font/woff2"],
  ["flow.avif", "image/avif"],
  ["CNAME", "application/octet-stream"],
  ["a.unknown-kind", "application/octet-stream"],
  ["folder.png/file", "application/octet-stream"],
])("%s is %s", (path, type) => {
  expect(contentType(path)).toBe(type);
});
