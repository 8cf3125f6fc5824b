/** Reads authors in every form that registers use, so that each person can be named, linked and recognised. */
import { decodeHTMLStrict } from "entities";
import type { Author } from "../../shared/document.js";
import { foldSpaces } from "../../shared/text.js";
import { isSafeUrl, meantUrl, readUrl } from "../../shared/url.js";
import type { FieldValue } from "../metadata/entries.js";
import { inlineLinks, isTemplatePrompt, plainInline, withoutComments } from "../metadata/inline.js";
import { splitOutside } from "./fields.js";

/** Matches words that registers write instead of an author's name. */
const nobody = /^(?:et\.? al\.?|and others|others|tbd|n\/a|none|-+|\.{3}|…)$/i;

/** How links of authors are read. */
interface AuthorLinks {
  /** Pattern of the addresses that belong to handles: a link to such an address gives its handle. */
  handleUrl?: string;
  /** Schemes of URLs that are allowed besides the usual ones. */
  linkSchemes?: readonly string[];
}

/**
 * Reads people, in order, from a line (`Name <mail>, Name (@handle)`), a list, or maps (`{name, email, url, handle}` or
 * `Name: url`). A person who is named twice is returned once.
 */
export function parseAuthors(value: FieldValue | undefined, links: AuthorLinks = {}): Author[] {
  const authors = value ? readAuthors(value, links) : [];
  const keys = new Set<string>();
  return authors.filter(({ key }) => !keys.has(key) && keys.add(key));
}

function readAuthors(value: FieldValue, links: AuthorLinks): Author[] {
  if (value.kind === "list") {
    // If every item names an organisation after the person, the organisations are not authors.
    const people = value.items.flatMap(
      (item) => (item.kind === "text" && personBeforeOrganisation.exec(item.text)?.[1]) || [],
    );
    if (people.length < value.items.length) return value.items.flatMap((item) => readAuthors(item, links));
    return people.map((text) => parseAuthor(text, links));
  }
  if (value.kind === "text")
    return splitAuthors(unhideAddresses(decodeHTMLStrict(plainSigns(value.text)))).map((text) =>
      parseAuthor(text, links),
    );
  const fields = new Map(
    value.entries.map(({ key, value: inner }) => [key.toLowerCase(), inner.kind === "text" ? inner.text.trim() : ""]),
  );
  if (!["name", "handle", "github", "email"].some((key) => fields.has(key)))
    return value.entries.flatMap(({ key, value: inner }) =>
      inner.kind === "text" ? [parseAuthor(`${key} <${inner.text.trim()}>`, links)] : readAuthors(inner, links),
    );
  const handle = (fields.get("handle") || fields.get("github"))?.replace(/^@/, "") || undefined;
  const email = fields.get("email") || undefined;
  const name = fields.get("name") || handle || email;
  return name ? [withKey({ name, handle, email, url: safeUrl(fields.get("url"), links) })] : [];
}

/** Removes comments, and writes line breaks of HTML and the brackets and commas of East Asia as plain ones. */
function plainSigns(text: string): string {
  return withoutComments(text)
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/[（），；]/g, (sign) => sign.normalize("NFKC"))
    .replaceAll("、", ",");
}

/** Matches `Ada (@ada), Example Inc.` */
const personBeforeOrganisation = /^([^,]{0,100}[@<][^,]{0,200}[)>]),\s[^@<]*$/;

/** Restores `ada(at)x(dot)example` and `<ada at x.example>`, which people write to hide an address from programs. */
function unhideAddresses(text: string): string {
  return text
    .replace(hiddenAddress, (address) =>
      address.replace(/\s?[([{]at[)\]}]\s?/i, "@").replace(/\s?[([{]dot[)\]}]\s?/gi, "."),
    )
    .replace(/(<[\w.+-]{1,64}) at ((?:[\w-]{1,63}\.){1,4}[\w-]{1,63}>)/gi, "$1@$2");
}

const hiddenAddress =
  /[\w.+-]{1,64}(?:[([{]dot[)\]}][\w.+-]{1,64}){0,4}\s?[([{]at[)\]}]\s?[\w-]{1,63}(?:(?:\s?[([{]dot[)\]}]\s?|\.)[\w-]{1,63}){1,4}/gi;

/** Matches what registers write after a person: on whose behalf, with others, or another field. */
const remarkAfterPerson =
  /(?:^|\s)on behalf of\s.*$|\set\.? al\.?$|^(?:last[- ])?(?:updated|modified|changed|created)\s*:.*$/is;

/** Matches `@ada @bob`, perhaps as links. */
const severalHandles = /^(?:(?:@[\w-]+|\[@[\w.-]+\]\([^\s()]+\))(?:\s+|$)){2,}$/;

/** Splits a text that names several authors. */
export function splitAuthors(text: string): string[] {
  const ordered = text.replace(lastNameFirst, (written, last: string, first: string) =>
    suffix.test(first) ? written.replaceAll('"', "") : `${first} ${last}`,
  );
  const folded = foldSpaces(ordered);
  const inline = splitOutside(folded, ",").length === 1 && splitOutside(ordered, ";").length === 1;
  const unfoldedText = ordered.replace(/\([^()]*\)/g, foldSpaces);
  return (
    (inline ? unfoldedText.split("\n") : [folded])
      .flatMap((part) => splitOutside(part, ","))
      .flatMap((part) => splitOutside(part, ";"))
      .flatMap((part) => splitOutside(part, "|"))
      .flatMap(splitAtWords)
      // Split after an address, too: a line of the front matter ended there before it was folded.
      .flatMap((part) => part.split(/(?<=>|\([^\s()@]{0,100}@[\w.-]{1,100}\))\s+(?:(?:and|&)\s+)?(?=\p{L})/u))
      .map((part) =>
        part
          .replace(/^(?:[-*•/]|and|&)\s+/i, "")
          .replace(remarkAfterPerson, "")
          .trim(),
      )
      .flatMap((part) => (severalHandles.test(part) ? part.split(/\s+/) : part))
      .filter((part) => part !== "" && !nobody.test(part) && !isTemplatePrompt(part))
      .reduce<string[]>(joinSuffix, [])
      .reduce<string[]>(joinAddress, [])
  );
}

/** Matches `"Duck, Fern L."`, the form of mail addresses. */
const lastNameFirst = /"([^",]+),\s*([^",]+)"/g;

/** Matches a part of a name that follows a comma. */
const suffix = /^(?:(?:[JS]r\.?|I{2,3}|IV)(?=$|\s*[<(])|(?:Inc\.?|LLC|Ltd\.?)(?=$|\s))/i;
/** Matches a role or a degree that follows a comma and is not part of the name. */
const title = /^(?:eds?\.|editors?|ph\.?\s?d\.?|m\.\s?d\.|m\.?sc\.?|esq\.?)(?=$|\s*[<(])/i;

function joinSuffix(people: string[], part: string): string[] {
  const before = people.at(-1);
  const ending = title.test(part) ? part.replace(title, "").trim() : suffix.test(part) ? part : undefined;
  if (before === undefined || ending === undefined) people.push(part);
  else people[people.length - 1] = `${before} ${ending}`.trim();
  return people;
}

/** Joins an address or a handle that stands alone to the name before it, if that has none: `Ada (@ada), <ada@x.example>`, `Ada, (@ada)`. */
function joinAddress(people: string[], part: string): string[] {
  const before = people.at(-1);
  const handle = /^\((@[\w.-]+)\)$/.exec(part)?.[1];
  const address = handle ?? /^<[^\s<>@]+@[^\s<>@]+>$/.exec(part)?.[0] ?? /^<?(https?:[^\s<>]+)>?$/i.exec(part)?.[1];
  const hasAddress = (handle ? /@|https?:/i : /[^\s@<(]@[^\s@]|https?:/i).test(before ?? "https:@");
  if (!address || hasAddress) people.push(part);
  else people[people.length - 1] = `${before} ${address.startsWith("<") ? address : `<${address}>`}`;
  return people;
}

/** Splits at "and", at a slash between spaces, and at "&" before a name of several words (`Ada & Co` is one name), outside brackets. */
function splitAtWords(text: string): string[] {
  const mark = "\u0000";
  return splitOutside(
    text.replace(/\s(?:(?:and|\/)\s+(?=\S)|&\s+(?=\S+\s+[^\s<(]|\S*[(<@]))/gi, (word) => mark + word),
    mark,
  ).map((part) => part.replaceAll(mark, ""));
}

/** Matches `Name (@handle)` without any markup, which most authors write. */
const nameAndHandle = /^((?:[^\s()<>[\]@*_`\\]+ )+)\(@([A-Za-z0-9.-]+)\)$/;

/** Removes the sign between a name and an address that was after it: `Ada - <ada@x.example>`. */
const withoutSign = (name: string) =>
  name.trimEnd().replace(/(?<!(?:[:;]|\s[-–—:.|/])\s?)(?:[:;]|(?:^|\s)[-–—:.|/])+$/, "");

/** Reads one author. Each form of address is taken out of the text, and what remains is the name. */
function parseAuthor(text: string, links: AuthorLinks = {}): Author {
  const [, before, nick] = nameAndHandle.exec(text) ?? [];
  if (before && nick) return { name: withoutSign(before) || nick, handle: nick, key: `@${nick}`.toLowerCase() };
  const author: Omit<Author, "key"> = { name: "" };
  for (const { text: label, url } of inlineLinks(text)) {
    const mail = url.replace(/^mailto:/i, "");
    if (mail !== url || isMail(url)) author.email ??= mail;
    else {
      author.handle ??= /^@([\w.-]+)$/.exec(label)?.[1] ?? handleOf(url, links);
      if (author.handle === undefined) author.url ??= safeUrl(url, links);
    }
  }
  const plain = plainInline(text)
    .replace(/\(([^()<>\s,]*@[^()<>\s,]+,\s?[^()<>\s,]*@[^()<>\s,]+)\)/g, "<$1>")
    .replace(/<([^<>]*)>/g, (match, inside: string) => {
      const several = inside.split(",").map((part) => part.trim());
      const targets = several.every((part) => isHandle(part) || isMail(part)) ? several : [inside.trim()];
      return targets.every((target) => readTarget(author, target.replace(/^mailto:/i, ""), links)) ? " " : match;
    })
    .replace(/\[([^[\]@\s]+)@coreid\]/gi, (_, id: string) => {
      author.corepass = id;
      return " ";
    })
    .replace(/\(\s*(?:github\s*:?\s*)?@([\w.-]+)(?:@([\w.-]+\.\w+))?\s*\)/gi, (_, nick: string, pod?: string) => {
      author.handle = pod ? `${nick}@${pod}` : nick;
      return " ";
    })
    .replace(/\(\s*([^\s()@]+@[^\s()@]+\.[^\s()@]+)\s*\)/g, (_, mail: string) => {
      author.email = mail;
      return " ";
    })
    .replace(/\(\s*(https?:[^()\s]+)\s*\)/gi, (match: string, url: string) => {
      setUrl(author, url, links);
      return safeUrl(url, links) ? " " : match;
    })
    .replace(/\s([^\s@<>()]+@[^\s@<>()]+\.\w+)\s*$/, (_, mail: string) => {
      author.email ??= mail;
      return " ";
    })
    .replace(/\s@([\w-]+)\s*$/, (_, nick: string) => {
      author.handle ??= nick;
      return " ";
    })
    .replace(/\(([^\s()/]+\/[^\s()]+)\)/g, (match, address: string) =>
      setBareUrl(author, address, links) ? " " : match,
    )
    .replace(/\(\s*(?:(?:eds?\.?|editors?)\s*)?\)/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
  const name = withoutSign(plain.replace(`(${author.handle})`, "")).replace(
    /^(?:\[([^[\]]+)\]|<([\p{L}\p{M}. '-]+)>)$/u,
    "$1$2",
  );
  const bare = /^\(?@([\w.-]+)\)?$/.exec(name)?.[1];
  if (bare) author.handle ??= bare;
  if (isMail(name)) author.email ??= name;
  const words = /[\p{L}\p{N}]/u.test(name) ? name : undefined;
  author.name = bare ?? (words || author.handle || author.email || author.url || author.corepass || text.trim());
  return withKey(author);
}

/** Reads what is between `<` and `>`. @returns whether it is an address of the author. */
function readTarget(author: Omit<Author, "key">, target: string, links: AuthorLinks): boolean {
  if (/^corepass:/i.test(target)) author.corepass = target.replace(/^corepass:/i, "");
  else if (/^[a-z][a-z0-9+.-]*:/i.test(target)) setUrl(author, target, links);
  else if (isHandle(target)) author.handle ??= target.slice(1);
  else if (isMail(target)) author.email ??= target;
  else return setBareUrl(author, target, links);
  return true;
}

/** Reads a URL without its scheme: `code.example/ada`. @returns whether the text is one. */
function setBareUrl(author: Omit<Author, "key">, address: string, links: AuthorLinks): boolean {
  const url = meantUrl(address);
  if (!url?.startsWith("https:")) return false;
  setUrl(author, url, links);
  return true;
}

const isHandle = (text: string) => /^@[\w.-]+$/.test(text);
const isMail = (text: string) => /^[^\s@<>()/:]+@[^\s@<>()]+$/.test(text);

function setUrl(author: Omit<Author, "key">, url: string, links: AuthorLinks): void {
  const handle = handleOf(url, links);
  if (handle !== undefined) author.handle ??= handle;
  else author.url = safeUrl(url, links);
}

/** The handle in the address of a person's page. */
function handleOf(url: string, links: AuthorLinks): string | undefined {
  const [before = "", after = ""] = (links.handleUrl ?? "").split("{handle}");
  const bare = url
    .replace(/^http:/i, "https:")
    .replace(/^https:\/\/www\./i, "https://")
    .replace(/\/$/, "");
  if (before === "" || !bare.startsWith(before) || !bare.endsWith(after)) return undefined;
  return /^[\w.-]+$/.exec(bare.slice(before.length, bare.length - after.length))?.[0];
}

/** A handle identifies a person best, then a mail address, then the name. */
function withKey(author: Omit<Author, "key">): Author {
  const key = author.handle ? `@${author.handle}` : (author.email ?? author.name.normalize("NFKC"));
  // Drops the fields that are undefined.
  return JSON.parse(JSON.stringify({ ...author, key: key.toLowerCase() }));
}

function safeUrl(url: string | undefined, { linkSchemes }: AuthorLinks): string | undefined {
  return url && isSafeUrl(url, linkSchemes) && URL.canParse(readUrl(url)) ? readUrl(url) : undefined;
}
