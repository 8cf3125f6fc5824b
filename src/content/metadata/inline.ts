/**
 * Reads the Markdown that authors write within fields (emphasis, code, links), and references to proposals, for every field of every form. Each
 * pattern ends its search where the next one begins, so that no text takes long.
 */
import { posix } from "node:path";
import type { ProposalReference } from "../../shared/document.js";
import { numberOf, numberOfSlug, numberPattern } from "../../shared/proposal-number.js";
import { foldSpaces } from "../../shared/text.js";
import { withoutTextExtension } from "../../shared/text-format.js";
import { inlineCode } from "../../shared/title.js";
import { decodeUrl } from "../../shared/url.js";

const link =
  /!?(?<!(?<!\\)\\)\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+(?!\s)"[^"]*")?\s*\)/g;
/** The beginning of a link, and its address. */
const htmlLink = /<a\s(?=[^<>]*>)[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+)[^<>]*>/i;
const inlineTag =
  /<(\/?)(a|b|i|em|strong|code|br|span|sup|sub|u|s|del|ins|p|div|small|kbd|font|tt|mark)(?=[\s/>])[^<>]*>/gi;

/** Within a name, as in `Unsafe[Mutable][Raw]Pointer`, brackets are not a link. */
const referenceLink = /(?<![\w\]])\[([^[\]]+)\]\[[^[\]]*\](?![\w[])/g;

/** A link in a field. */
interface InlineLink {
  text: string;
  url: string;
}

/** The links with a text, in order, without bare URLs. */
export function inlineLinks(text: string): InlineLink[] {
  if (!text.includes("](") && !text.includes("<")) return [];
  return [
    ...[...text.matchAll(link)].map(([, label = "", url = ""]) => ({ text: plainInline(label), url })),
    ...htmlLinks(text),
  ];
}

function htmlLinks(text: string): InlineLink[] {
  const endings = text.split(/<\/a>/i).slice(0, -1);
  return endings.flatMap((before) => {
    const match = htmlLink.exec(before);
    if (!match) return [];
    const [start, url = ""] = match;
    return [{ text: plainInline(before.slice(match.index + start.length)), url }];
  });
}

/** The text with the texts of Markdown's links in brackets, without what they lead to. */
export function withoutTargets(text: string): string {
  return text.replace(link, (_, label: string) => `[${label}] `);
}

/** The text as a reader sees it: link texts, without emphasis. With `keepCode`, code keeps its backquotes and backslashes. */
export function plainInline(text: string, keepCode = false): string {
  if (!/[*_`<[\\]/.test(text)) return text.trim();
  const plain = withoutEmphasis(
    withoutTags(
      text
        .replace(/<!--.*?-->/gs, "")
        // A link may be around a picture: `[![proposed](proposed.png)](README.md)`.
        .replace(link, (_, label: string) => label.replace(link, "$1"))
        .replace(referenceLink, "$1"),
    ),
  );
  const bare = keepCode ? plain : plain.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(inlineCode, "$2");
  return bare.replace(/\s+/g, " ").trim();
}

/** `Map<B>` is text. Only a tag that is closed, or a line break, is a tag. */
function withoutTags(text: string): string {
  const tags = [...text.matchAll(inlineTag)].map(([, slash, name = ""]) => `${slash}${name.toLowerCase()}`);
  const present = new Set(tags);
  return text.replace(inlineTag, (tag, _, name: string) => {
    const tagName = name.toLowerCase();
    return tagName === "br" || (present.has(tagName) && present.has(`/${tagName}`)) ? "" : tag;
  });
}

/** Emphasis at the edges of words: `snake_case`, `2 * 3` and code have none. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\w*_\\`])(\*\*\*|\*\*|__)(?=\S)((?:(?!(?<![\w*_\\])\1\S).)+?)(?<=\S)\1(?![\w*_`])/g, "$2")
    .replace(/(?<![\w*_\\`])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*_`])/g, "$2");
}

/** What people write to leave a field empty. */
const words =
  /^(?:none|null|~|n\/?a|tb[ad]|todo|pending|[-–—?.]*|yyyy[-/.]mm[-/.]dd|(?:dd[-/.]mm|mm[-/.]dd)[-/.]yyyy)$/i;

/** `N/A`, `(TBD)`, `(leave this empty)`. */
export function isNothing(text: string): boolean {
  const bare = text.trim().replace(/^(["'(])(.*)["')]$/s, "$2");
  return words.test(bare.trim()) || isLeftOver(text);
}

/** What a template asks, and nobody replaced: `(fill me in with today's date)`, `Leave blank. This will be filled in when …` (GHC). */
export function isLeftOver(text: string): boolean {
  return /^[*_]*(?:\(\s*(?:leave|fill|put|insert)\b[^()]*\)|leave (?:this )?blank\b.*)[*_]*$/is.test(text.trim());
}

/** The answer that somebody wrote into the question of a template: `(fill me in with today's date, 2022-02-01)`. */
export function answerIn(text: string): string {
  return /^\(\s*fill\b[^()]*?[\s,:](\d[^\s(),:]*)\s*\)$/i.exec(text.trim())?.[1] ?? text;
}

type Reference = Omit<ProposalReference, "position">;

const wholeWith = (number: string) =>
  new RegExp(`^\\[?#?(?:([a-z]+)[-\\s#]*)?0*(${number})\\]?(?:\\s*\\(.*\\)|:.*)?$`, "i");
const wholeDecimal = wholeWith(numberPattern);
/** Within a sentence, a label must be in capitals or joined to its number, and must not be a part of another name. */
const labelled = /(?<![\w-])(?:([A-Z]{2,12})[-\s#]{0,2}|([A-Za-z]{2,12})-)0*(\d{1,9})\b/g;

/**
 * @param text one of the parts of a list: `20`, `cip-165`, `[CIP-20](./cip-20.md)`, `EIP-20 and EIP-165`, `[9. Use X](0009-use-x.md)`.
 * A link to another site, or its URL alone, that names no proposal is a reference without a number.
 * @param number source of a pattern for the numbers of the series, if they are not decimal.
 */
export function readReferences(text: string, number?: string): Reference[] {
  const pattern = number === undefined ? wholeDecimal : wholeWith(number);
  const [, url = isPath(text) ? text : undefined] = /^<?(https?:\/\/[^\s<>]+)>?$/i.exec(text) ?? [];
  if (url) return linkedReference({ text: url, url }, pattern);
  const links = inlineLinks(text);
  const isOneLink = links.length === 1 && text.startsWith("[");
  const [, label, digits] = (links.length < 2 && !isOneLink && pattern.exec(text)) || [];
  if (digits) return [reference(label, digits)];
  if (links.length > 0) return links.flatMap((link) => linkedReference(link, pattern));
  const parts = foldSpaces(plainInline(text)).split(/ (?:and|&) | ?; ?/);
  return parts.flatMap((part) => {
    const [, name, number] = pattern.exec(part) ?? [];
    return number ? [reference(name, number)] : labelledReferences(part);
  });
}

/** A folder or file of a proposal in the repository: `/keps/sig-node/1287-in-place-update` (Kubernetes). */
const isPath = (text: string) => /^[\w./-]+$/.test(text) && /\/\d{1,9}-[a-z][^/]*(?:\/[^/]*)?$/i.test(text);

/** The same in a register without numbers: `other-slug`, `other-slug.md`, `[Other](./other-slug.md)`. */
export function readSlugReferences(text: string): Reference[] {
  const links = inlineLinks(text);
  const [, url] = /^<?(https?:\/\/[^\s<>]+)>?$/i.exec(text) ?? [];
  if (url) return [{ link: { label: url, url } }];
  if (links.length > 0)
    return links.map((link) => {
      const target = { label: link.text, url: link.url };
      return /^https?:/i.test(link.url) ? { link: target } : { ...slugReference(fileIn(link.url)), link: target };
    });
  return foldSpaces(plainInline(text))
    .split(/ (?:and|&) | ?; ?/)
    .filter(Boolean)
    .map((part) => slugReference(posix.basename(part)));
}

function slugReference(file: string): Reference {
  const slug = withoutTextExtension(decodeUrl(file));
  return { slug, number: numberOfSlug(slug) };
}

/** Label and number anywhere in a text. */
function labelledReferences(text: string): Reference[] {
  return [...text.matchAll(labelled)].map(([, capitals, tied, digits = ""]) => reference(capitals ?? tied, digits));
}

/** What code hosts number: `PR #12`. */
const ofCodeHosts = /^(?:PR|PULL|ISSUE)$/;

/** The text of a link names its target, or else the name of the file does; where the link leads to a proposal of the site, that one is meant. */
function linkedReference({ text, url }: InlineLink, pattern: RegExp): Reference[] {
  const [, label, digits] = pattern.exec(text) ?? [];
  const isElsewhere = /^https?:/i.test(url);
  const all = digits ? [reference(label, digits)] : labelledReferences(text);
  const named = isElsewhere ? all.filter((candidate) => !ofCodeHosts.test(candidate.label ?? "")) : all;
  if (named.length > 1) return named;
  const file = fileIn(url);
  const [, ownLabel, number] = (isElsewhere ? elsewhere : beside).exec(file) ?? [];
  const target = { label: text, url };
  if (named[0]) return [{ ...named[0], link: target }];
  if (number) return [{ ...reference(ownLabel, number), link: target }];
  return isElsewhere ? [{ link: target }] : [];
}

/** The last name in a path, that of the folder for a README. */
function fileIn(url: string): string {
  const parts = url.split(/[?#]/)[0]?.split("/") ?? [];
  return parts.findLast((part) => part !== "" && !/^(?:readme|index)\.\w+$/i.test(part)) ?? "";
}

const beside = /^(?:([a-z]+)[-_]?)?0*(\d{1,9})(?!\d)(?![\w.]*\d{4})/i;
/** On other sites numbers count many other things: `0020-x.md` and `eip-20` are names of proposals. */
const elsewhere = /^(?:([a-z]{2,12})[-_])?0*(\d{1,9})(?:[-_.].*)?$(?<=\.(?:md|markdown|mediawiki)|^[a-z]+[-_]\d+)/i;

function reference(label: string | undefined, digits: string): Reference {
  return { label: label?.toUpperCase(), number: numberOf(digits) };
}
