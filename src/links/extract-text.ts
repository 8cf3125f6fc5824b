/** Links of plain text that programs and hosts read: robots.txt, security.txt, llms.txt, sitemaps of lines, `_redirects`, `_headers`. */

import type { FoundLink, LinkKind } from "./facts.js";
import { readRedirects } from "./redirects.js";

type Reader = (text: string) => FoundLink[];

/** @param pattern matches URLs as its first group, at the end of the match. */
function read(pattern: RegExp, more: Partial<FoundLink> & { kind: LinkKind }): Reader {
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: url = "", index }) => {
      return { url, offset: index + whole.length - url.length, ...more };
    });
}

const away = { kind: "entry", needsOrigin: true } as const;
const security = read(
  /^(?:acknowledgments|canonical|contact|csaf|encryption|hiring|policy)[ \t]*:[ \t]*(\S+)/gim,
  away,
);

/** The paths that headers are for; rules of Cloudflare may name a host before them. */
export function headerRules(text: string): { rule: string; path: string; offset: number; isPattern: boolean }[] {
  return [...text.matchAll(/^(?![\s#])\S+(?=[ \t]*\r?$)/gm)].map(({ 0: rule, index: offset }) => {
    const path = rule.replace(/^https?:\/\/[^/]+/i, "") || "/";
    return { rule, path, offset: offset + rule.length - path.length, isPattern: /[*:]/.test(path) };
  });
}

/** A `Link` header names its target in angle brackets. */
const headers: Reader = (text) => {
  const rules = headerRules(text).filter(({ isPattern }) => !isPattern);
  const lines = text.matchAll(/^[ \t]+link[ \t]*:.*$/gim);
  const paths = rules.map(({ path, offset }): FoundLink => ({ url: path, kind: "entry", offset }));
  const targets = [...lines].flatMap(({ 0: line, index }) =>
    [...line.matchAll(/<([^<>\s]*)>(?!.{0,200}rel="?(?:preconnect|dns-prefetch))/gi)].map(
      ({ 1: url = "", index: place }): FoundLink => ({ url, kind: "resource", offset: index + place + 1 }),
    ),
  );
  return [...paths, ...targets];
};

/** By the whole path below the site's root. */
const readers: [path: RegExp, read: Reader][] = [
  [/(?:^|\/)robots\.txt$/, read(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim, away)],
  [/^(?:\.well-known\/)?security\.txt$/, security],
  [/(?:^|\/)sitemap[^/]*\.txt$/, read(/^[ \t]*(\S+)/gm, away)],
  // The first link of a line: the description behind it is a text of the page that it leads to.
  [
    /(?:^|\/)llms\.txt$/,
    read(/^[ \t]*(?:[-*+>]|\d+[.)])(?:\\.|[^\n\\])*?\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))+)/gm, { kind: "link" }),
  ],
  // It has the sources of the pages, whose links are checked there; what it says of its own is where each page is.
  [
    /(?:^|\/)llms-full\.txt$/,
    read(/^(?:<!--[^\n]*?:|(?:source|url)[ \t]*:)[ \t]*(https?:[^\s<>]+)/gim, { kind: "link" }),
  ],
  [/^_redirects$/, (text) => readRedirects(text).flatMap(({ target }) => (target ? [target] : []))],
  [/^_headers$/, headers],
];

/** @returns undefined for text that is for people. */
export function textReader(path: string): Reader | undefined {
  return readers.find(([pattern]) => pattern.test(path))?.[1];
}
