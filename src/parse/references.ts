/** Reads references to proposals in metadata: by number, by label and number, or by a link to another file. */
import type { ProposalReference } from "../shared/document.js";
import { foldSpaces } from "../shared/text.js";
import { type InlineLink, inlineLinks, plainInline } from "./metadata/inline.js";

type Reference = Omit<ProposalReference, "position">;

const whole = /^\[?#?(?:([a-z]+)[-\s#]*)?0*(\d{1,9})\]?(?:\s*\(.*\)|:.*)?$/i;
/** Within a sentence, a label must be in capitals or joined to its number, and must not be a part of another name. */
const labelled = /(?<![\w-])(?:([A-Z]{2,12})[-\s#]{0,2}|([A-Za-z]{2,12})-)0*(\d{1,9})\b/g;

/**
 * @param text one of the parts of a list: `20`, `cip-165`, `[CIP-20](./cip-20.md)`, `EIP-20 and EIP-165`, `[9. Use X](0009-use-x.md)`.
 * A link to another site, or its URL alone, that names no proposal is a reference without a number.
 */
export function readReferences(text: string): Reference[] {
  const [, url] = /^<?(https?:\/\/[^\s<>]+)>?$/i.exec(text) ?? [];
  if (url) return linkedReference({ text: url, url });
  const links = inlineLinks(text);
  const isOneLink = links.length === 1 && text.startsWith("[");
  const [, label, digits] = (links.length < 2 && !isOneLink && whole.exec(text)) || [];
  if (digits) return [reference(label, digits)];
  if (links.length > 0) return links.flatMap(linkedReference);
  const parts = foldSpaces(plainInline(text)).split(/ (?:and|&) | ?; ?/);
  return parts.flatMap((part) => {
    const [, name, number] = whole.exec(part) ?? [];
    return number ? [reference(name, number)] : labelledReferences(part);
  });
}

/** Label and number anywhere in a text. */
function labelledReferences(text: string): Reference[] {
  return [...text.matchAll(labelled)].map(([, capitals, tied, digits = ""]) => reference(capitals ?? tied, digits));
}

/** What code hosts number: `PR #12`. */
const ofCodeHosts = /^(?:PR|PULL|ISSUE)$/;

/** The text of a link names its target, or else the name of the file does; where the link leads to a proposal of the site, that one is meant. */
function linkedReference({ text, url }: InlineLink): Reference[] {
  const [, label, digits] = whole.exec(text) ?? [];
  const isElsewhere = /^https?:/i.test(url);
  const all = digits ? [reference(label, digits)] : labelledReferences(text);
  const named = isElsewhere ? all.filter((one) => !ofCodeHosts.test(one.label ?? "")) : all;
  if (named.length > 1) return named;
  const file = fileIn(url);
  const [, own, number] = (isElsewhere ? elsewhere : beside).exec(file) ?? [];
  const link = { label: text, url };
  if (named[0]) return [{ ...named[0], link }];
  if (number) return [{ ...reference(own, number), link }];
  return isElsewhere ? [{ link }] : [];
}

/** The last name in a path, that of the folder for a README. */
function fileIn(url: string): string {
  const parts = url.split(/[?#]/)[0]?.split("/") ?? [];
  return parts.filter((part) => !/^(?:readme|index)\.\w+$/i.test(part)).at(-1) ?? "";
}

const beside = /^(?:([a-z]+)[-_]?)?0*(\d{1,9})(?!\d)(?![\w.]*\d{4})/i;
/** On other sites numbers count many other things: `0020-x.md` and `eip-20` are names of proposals. */
const elsewhere = /^(?:([a-z]{2,12})[-_])?0*(\d{1,9})(?:[-_.].*)?$(?<=\.(?:md|markdown|mediawiki)|^[a-z]+[-_]\d+)/i;

function reference(label: string | undefined, digits: string): Reference {
  return { label: label?.toUpperCase(), number: Number(digits) };
}
