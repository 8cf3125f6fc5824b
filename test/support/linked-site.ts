/** A small built site in which every link is right, as the ground of one that is not: for tests of `check-links`. */
import { checkSite, type SiteCheckResult } from "../../src/tools/links/check.js";
import type { CheckedFile } from "../../src/tools/links/facts.js";
import { positionIn } from "../../src/tools/links/findings.js";

export const origin = "https://site.example";

export const page = (body: string, head = "") =>
  `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body>\n${body}\n</body></html>`;

/** More files of the site, by path; undefined for those whose text is not read. */
export type MoreFiles = Record<string, string | undefined>;

/** @param body of the page `/case`, which a test is about. */
export function siteWith(body: string, head = "", more: MoreFiles = {}): CheckedFile[] {
  const files: MoreFiles = {
    "index.html": page(
      '<a href="/case">case</a> <a href="/docs">docs</a> <a href="/old.html">old</a> <a href="/über">ü</a>',
      `<link rel="canonical" href="${origin}/">`,
    ),
    "case/index.html": page(body, head),
    "docs/index.html": page(
      '<h2 id="use">Use</h2> <h2 id="größe">Größe</h2> <h2 id="a&amp;b">x</h2> <a name="old">x</a> <h2 id="100%">x</h2>',
      `<link rel="canonical" href="${origin}/docs">`,
    ),
    "old.html": page("", '<meta http-equiv="refresh" content="0; url=/docs">'),
    "über/index.html": page(""),
    "404.html": page(""),
    "img/a.png": undefined,
    "img/a b.png": undefined,
    "img/a,b.png": undefined,
    "img/a(1).png": undefined,
    "img/sprite.svg": '<svg xmlns="http://www.w3.org/2000/svg"><g id="icon"/></svg>',
    "main.css": "body { background: url(img/a.png) }",
    "main.js": undefined,
    "a.mp4": undefined,
    "a.vtt": undefined,
    "guide.pdf": undefined,
    "cip/feed.xml": undefined,
    ...more,
  };
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

const shape = { origin, base: "/", trailingSlash: false };

export const check = (files: CheckedFile[]): SiteCheckResult => checkSite(files, shape);

/** Each finding as its code, its file and the text at its place. */
export function found(files: CheckedFile[]): [code: string, path: string, text: string][] {
  return check(files).findings.map((finding) => {
    const content = files.find(({ path }) => path === finding.path)?.text ?? "";
    const { line, column } = positionIn(content, finding);
    const start = content
      .split("\n")
      .slice(line - 1)
      .join("\n")
      .slice(column - 1);
    return [finding.code, finding.path, start.slice(0, finding.text.length)];
  });
}
