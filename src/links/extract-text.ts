/** Links of plain text that programs and hosts read: robots.txt, security.txt, llms.txt, sitemaps of lines; and the rules of `_redirects` and `_headers`, in
 * the form of Netlify and Cloudflare Pages. */

import { hostPattern } from "../shared/url.js";
import type { FoundLink, LinkKind } from "./facts.js";

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

export interface FoundRedirect {
  /** As it is written, without its host. */
  from: string;
  /** Whether a path is redirected. Always false for a rule that only sets the page for missing addresses. */
  matches(pathname: string): boolean;
  /** The target; undefined if it depends on the path or on the visitor. */
  target?: FoundLink;
}

export function readRedirects(text: string): FoundRedirect[] {
  return [...text.matchAll(/^[ \t]*([^\s#]\S*)[ \t]+(.*)$/gm)].flatMap(
    ({ 0: line, 1: from = "", 2: rest = "", index }) => {
      const tokens = rest
        .replace(/\s#.*$/, "")
        .trim()
        .split(/\s+/);
      const to = tokens.find((token) => /^(?:\/|https?:)/i.test(token));
      if (to === undefined) return [];
      const status = Number(/^\d{3}/.exec(tokens.at(-1) ?? "")?.[0] ?? 301);
      const pattern = hostPattern(withoutHost(from));
      const offset = index + line.length - rest.length + rest.indexOf(to);
      const depends = /\/:\w|\*/.test(to.replace(/^https?:\/\//i, "/"));
      return [
        {
          from: withoutHost(from),
          matches: (pathname: string) => status < 400 && pattern.test(pathname.replace(/(.)\/$/, "$1")),
          ...(!depends && { target: { url: to, kind: "link" as const, offset } }),
        },
      ];
    },
  );
}

/** A rule may name its host; a trailing slash and a query make no difference. */
function withoutHost(from: string): string {
  return from
    .replace(/^https?:\/\/[^/]+/i, "")
    .replace(/[?#].*$/, "")
    .replace(/(.)\/$/, "$1");
}
