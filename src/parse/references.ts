/** Reads references to proposals in metadata: by number, by label and number, or by a link to another file. */
import type { ProposalReference } from "../shared/document.js";
import { inlineLinks, plainInline } from "./metadata/inline.js";

type Reference = Omit<ProposalReference, "position">;

/** What people write into a field to leave it empty. */
export const isNothing = (text: string) => /^(none|null|~|n\/a|tbd|[-\u2013\u2014]+|)$/i.test(text);

const whole = /^\[?#?(?:([a-z]+)[-\s#]*)?0*(\d{1,9})\]?(?:\(.*\)|:.*)?$/i;
/** Within a sentence, a label must be in capitals or joined to its number. */
const labelled = /\b(?:([A-Z]{2,12})[-\s#]{0,2}|([A-Za-z]{2,12})-)0*(\d{1,9})\b/g;

/** @param text one of the parts of a list: `20`, `cip-165`, `[CIP-20](./cip-20.md)`, `EIP-20 and EIP-165`, `[9. Use X](0009-use-x.md)`. */
export function readReferences(text: string): Reference[] {
  const links = inlineLinks(text);
  const [, label, digits] = (links.length < 2 && whole.exec(text)) || [];
  if (digits) return [reference(label, digits)];
  if (links.length > 0) return links.flatMap((link) => linkedReference(link.text, link.url));
  const parts = plainInline(text).split(/\s+(?:and|&)\s+|\s*;\s*/);
  return parts.flatMap((part) => {
    const [, name, number] = whole.exec(part) ?? [];
    return number ? [reference(name, number)] : labelledReferences(part);
  });
}

/** Label and number anywhere in a text. */
function labelledReferences(text: string): Reference[] {
  return [...text.matchAll(labelled)].map(([, capitals, tied, digits = ""]) => reference(capitals ?? tied, digits));
}

/** The text of a link names its target, or else the name of the file does. */
function linkedReference(text: string, url: string): Reference[] {
  const [, label, digits] = whole.exec(text) ?? [];
  if (digits) return [reference(label, digits)];
  const named = labelledReferences(text);
  if (named.length > 0) return named;
  const file =
    url
      .split(/[?#]/)[0]
      ?.split("/")
      .filter((part) => !/^(?:readme|index)\.\w+$/i.test(part))
      .at(-1) ?? "";
  const [, own, number] = /^(?:([a-z]+)[-_]?)?0*(\d{1,9})(?![\w.]*\d{4})/i.exec(file) ?? [];
  return number ? [reference(own, number)] : [];
}

function reference(label: string | undefined, digits: string): Reference {
  return { label: label?.toUpperCase(), number: Number(digits) };
}
