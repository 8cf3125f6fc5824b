/**
 * Reads the Markdown that authors write in fields (emphasis, code, links), and references to proposals, for every field of every form. No pattern
 * reads past a place where another match could begin, so that no text takes long.
 */
import { posix } from "node:path";
import type { ProposalReference } from "../../shared/document.js";
import { numberOf, numberOfSlug, numberPattern } from "../../shared/proposal-number.js";
import { foldSpaces } from "../../shared/text.js";
import { withoutTextExtension } from "../../shared/text-format.js";
import { inlineCode } from "../../shared/title.js";
import { decodeUrl } from "../../shared/url.js";

/** A link or a picture of Markdown: its text, in which brackets may be nested once, and its URL, in which parentheses may be nested once. */
const link =
  /!?(?<!(?<!\\)\\)\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+(?!\s)"[^"]*")?\s*\)/g;
/** The start tag of a link in HTML, and its URL. */
const htmlLink = /<a\s(?=[^<>]*>)[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+)[^<>]*>/i;
const inlineTag =
  /<(\/?)(a|b|i|em|strong|code|br|span|sup|sub|u|s|del|ins|p|div|small|kbd|font|tt|mark)(?=[\s/>])[^<>]*>/gi;

/** `[text][label]`, but not within a name, such as `Unsafe[Mutable][Raw]Pointer`. */
const referenceLink = /(?<![\w\]])\[([^[\]]+)\]\[[^[\]]*\](?![\w[])/g;

/** A link in a field. */
interface InlineLink {
  text: string;
  url: string;
}

/** @returns the links with a text, first those of Markdown, then those of HTML, without bare URLs. */
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

/** Replaces links of Markdown with their texts in brackets, without URLs. */
export function withoutUrls(text: string): string {
  return text.replace(link, (_, label: string) => `[${label.replace(/https?:\S*/gi, "")}] `);
}

/** Removes the comments of HTML. A pattern would look for the end of each that has none in the whole text. */
export function withoutComments(text: string): string {
  const pieces = text.split("-->");
  const last = pieces.pop() ?? "";
  const before = (piece: string) => (piece.includes("<!--") ? piece.slice(0, piece.indexOf("<!--")) : `${piece}-->`);
  return pieces.map(before).join("") + last;
}

/** @returns the text as a reader sees it: link texts, without emphasis. @param keepCode whether code keeps its backquotes and backslashes. */
export function plainInline(text: string, keepCode = false): string {
  if (!/[*_`<[\\]/.test(text)) return text.trim();
  const plain = withoutEmphasis(
    withoutTags(
      withoutComments(text)
        // A link may be around a picture: `[![proposed](proposed.png)](README.md)`.
        .replace(link, (_, label: string) => label.replace(link, "$1"))
        .replace(referenceLink, "$1"),
    ),
  );
  const bare = keepCode ? plain : plain.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(inlineCode, "$2");
  return bare.replace(/\s+/g, " ").trim();
}

/** Replaces line breaks with spaces, and removes tags with an end tag. `Map<B>` is text. */
function withoutTags(text: string): string {
  const tags = [...text.matchAll(inlineTag)].map(([, slash, name = ""]) => `${slash}${name.toLowerCase()}`);
  const tagNames = new Set(tags);
  return text.replace(inlineTag, (tag, _, name: string) => {
    const tagName = name.toLowerCase();
    if (tagName === "br") return " ";
    return tagNames.has(tagName) && tagNames.has(`/${tagName}`) ? "" : tag;
  });
}

/** Removes emphasis at the edges of words, which `snake_case`, `2 * 3` and code do not have. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\w*_\\`])(\*\*\*|\*\*|__)(?=\S)((?:(?!(?<![\w*_\\])\1\S).)+?)(?<=\S)\1(?![\w*_`])/g, "$2")
    .replace(/(?<![\w*_\\`])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*_`])/g, "$2");
}

/** Words for an empty field: `N/A`, `TBD`, `-`, `YYYY-MM-DD`. */
const emptyWords =
  /^(?:none|null|~|n\/?a|tb[ad]|todo|pending|[-–—?.]*|yyyy[-/.]mm[-/.]dd|(?:dd[-/.]mm|mm[-/.]dd)[-/.]yyyy)$/i;

/** Whether a value means that the field is empty: `N/A`, `(TBD)`, `(leave this empty)`. */
export function isEmptyValue(text: string): boolean {
  const bare = text.trim().replace(/^(["'(])(.*)["')]$/s, "$2");
  return emptyWords.test(bare.trim()) || isTemplatePrompt(text);
}

/** Whether a text is the prompt of a template: `(fill me in with today's date)`, `Leave blank. This will be filled in when …` (GHC). */
export function isTemplatePrompt(text: string): boolean {
  return /^[*_]*(?:\(\s*(?:leave|fill|put|insert)\b[^()]*\)|leave (?:this )?blank\b.*)[*_]*$/is.test(text.trim());
}

/** @returns the answer in the prompt of a template, `(fill me in with today's date, 2022-02-01)`; any other text unchanged. */
export function withoutPrompt(text: string): string {
  return /^\(\s*fill\b[^()]*?[\s,:](\d[^\s(),:]*)\s*\)$/i.exec(text.trim())?.[1] ?? text;
}

type Reference = Omit<ProposalReference, "position">;

/** A text that is one reference: an optional label, a number, and perhaps words in parentheses or after a colon. */
const referencePattern = (number: string) =>
  new RegExp(`^\\[?#?(?:([a-z]+)[-\\s#]*)?0*(${number})\\]?(?:\\s*\\(.*\\)|:.*)?$`, "i");
const decimalReference = referencePattern(numberPattern);
const bareUrl = /^<?(https?:\/\/[^\s<>]+)>?$/i;
/** A reference within a sentence: its label is in capitals or joined to its number, and is not a part of another name. */
const labelledReference = /(?<![\w-])(?:([A-Z]{2,12})[-\s#]{0,2}|([A-Za-z]{2,12})-)0*(\d{1,9})\b/g;

/**
 * Reads the references to proposals in one item of a field: `20`, `cip-165`, `[CIP-20](./cip-20.md)`, `EIP-20 and EIP-165`, `[9. Use X](0009-use-x.md)`.
 * A link to another site, or its URL alone, that names no proposal is a reference without a number.
 * @param number source of a pattern for the numbers of the series, if they are not decimal.
 */
export function readReferences(text: string, number?: string): Reference[] {
  const pattern = number === undefined ? decimalReference : referencePattern(number);
  const [, url = isPath(text) ? text : undefined] = bareUrl.exec(text) ?? [];
  if (url) return linkedReferences({ text: url, url }, pattern);
  const links = inlineLinks(text);
  const isOneLink = links.length === 1 && text.startsWith("[");
  const [, label, digits] = (links.length < 2 && !isOneLink && pattern.exec(text)) || [];
  if (digits) return [reference(label, digits)];
  if (links.length > 0) return links.flatMap((link) => linkedReferences(link, pattern));
  return splitParts(text).flatMap((part) => {
    const [, partLabel, partDigits] = pattern.exec(part) ?? [];
    return partDigits ? [reference(partLabel, partDigits)] : labelledReferences(part);
  });
}

function splitParts(text: string): string[] {
  return foldSpaces(plainInline(text)).split(/ (?:and|&) | ?; ?/);
}

/** Whether a text is the path of a proposal's folder or file in the repository: `/keps/sig-node/1287-in-place-update` (Kubernetes). */
const isPath = (text: string) => /^[\w./-]+$/.test(text) && /\/\d{1,9}-[a-z][^/]*(?:\/[^/]*)?$/i.test(text);

/** Reads the references in a register without numbers: `other-slug`, `other-slug.md`, `[Other](./other-slug.md)`. */
export function readSlugReferences(text: string): Reference[] {
  const links = inlineLinks(text);
  const [, url] = bareUrl.exec(text) ?? [];
  if (url) return [{ link: { label: url, url } }];
  if (links.length > 0)
    return links.map((link) => {
      const target = { label: link.text, url: link.url };
      return /^https?:/i.test(link.url) ? { link: target } : { ...slugReference(fileIn(link.url)), link: target };
    });
  return splitParts(text)
    .filter(Boolean)
    .map((part) => slugReference(posix.basename(part)));
}

function slugReference(file: string): Reference {
  const slug = withoutTextExtension(decodeUrl(file));
  return { slug, number: numberOfSlug(slug) };
}

/** Finds labels with numbers anywhere in a text. */
function labelledReferences(text: string): Reference[] {
  return [...text.matchAll(labelledReference)].map(([, capitals, joined, digits = ""]) =>
    reference(capitals ?? joined, digits),
  );
}

/** Labels for what code hosts number: `PR #12`. */
const codeHostLabel = /^(?:PR|PULL|ISSUE)$/;

/** Reads the proposals that the text of a link names, or else the proposal that the file in its URL names. */
function linkedReferences({ text, url }: InlineLink, pattern: RegExp): Reference[] {
  const [, label, digits] = pattern.exec(text) ?? [];
  const isExternal = /^https?:/i.test(url);
  const textReferences = (digits ? [reference(label, digits)] : labelledReferences(text)).filter(
    (candidate) => !isExternal || !codeHostLabel.test(candidate.label ?? ""),
  );
  if (textReferences.length > 1) return textReferences;
  const [, fileLabel, fileDigits] = (isExternal ? externalFile : localFile).exec(fileIn(url)) ?? [];
  const target = { label: text, url };
  if (textReferences[0]) return [{ ...textReferences[0], link: target }];
  if (fileDigits) return [{ ...reference(fileLabel, fileDigits), link: target }];
  return isExternal ? [{ link: target }] : [];
}

/** @returns the last name in a path; for a README, that of its folder. */
function fileIn(url: string): string {
  const parts = url.split(/[?#]/)[0]?.split("/") ?? [];
  return parts.findLast((part) => part !== "" && !/^(?:readme|index)\.\w+$/i.test(part)) ?? "";
}

/** A file name that begins with a number, perhaps after a label, and has no date. */
const localFile = /^(?:([a-z]+)[-_]?)?0*(\d{1,9})(?!\d)(?![\w.]*\d{4})/i;
/** Numbers in addresses of other sites may mean anything, so the name must be that of a text, `0020-x.md`, or have a label, `eip-20`. */
const externalFile = /^(?:([a-z]{2,12})[-_])?0*(\d{1,9})(?:[-_.].*)?$(?<=\.(?:md|markdown|mediawiki)|^[a-z]+[-_]\d+)/i;

function reference(label: string | undefined, digits: string): Reference {
  return { label: label?.toUpperCase(), number: numberOf(digits) };
}
