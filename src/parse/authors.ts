/** Reads authors in every form that registers use, so that each person can be named, linked and recognised. */
import type { Author } from "../shared/document.js";
import { isSafeUrl, readUrl } from "../shared/url.js";
import { splitOutside } from "./fields.js";
import type { YamlValue } from "./front-matter.js";

/**
 * From a line (`Name <mail>, Name (@handle)`), a list, or maps (`{name, email, url, handle}` or `Name: url`) to people, in order.
 * A person who is named twice is kept once.
 * @param linkSchemes of URLs that are allowed beside the usual ones.
 */
export function parseAuthors(value: YamlValue | undefined, linkSchemes: readonly string[] = []): Author[] {
  const authors = value ? read(value, linkSchemes) : [];
  return authors.filter((author, index) => authors.findIndex(({ key }) => key === author.key) === index);
}

function read(value: YamlValue, linkSchemes: readonly string[]): Author[] {
  if (value.kind === "list") return value.items.flatMap((item) => read(item, linkSchemes));
  if (value.kind === "text") return splitAuthors(value.text).map((text) => parseAuthor(text, linkSchemes));
  const fields = new Map(
    value.entries.map(({ key, value: inner }) => [key.toLowerCase(), inner.kind === "text" ? inner.text.trim() : ""]),
  );
  const name = fields.get("name");
  if (name === undefined)
    return [...fields].map(([label, url]) =>
      parseAuthor(`${value.entries.find((e) => e.key.toLowerCase() === label)?.key} <${url}>`, linkSchemes),
    );
  const handle = (fields.get("handle") ?? fields.get("github"))?.replace(/^@/, "");
  return [withKey({ name, handle, email: fields.get("email"), url: safe(fields.get("url"), linkSchemes) })];
}

/** At commas and semicolons; and after an address, where a line of front matter had its end before it was folded into one. */
function splitAuthors(text: string): string[] {
  return splitOutside(text, ",")
    .flatMap((part) => splitOutside(part, ";"))
    .flatMap((part) => part.split(/(?<=>|\(@[\w.-]{1,100}\))\s+(?:and\s+|&\s+)?(?=\p{L})/u));
}

/** One author, as a line of front matter names them. */
export function parseAuthor(text: string, linkSchemes: readonly string[] = []): Author {
  const author: Omit<Author, "key"> = { name: "" };
  const name = text
    .replace(/<([^<>]*)>/g, (_, inside: string) => {
      const target = inside.trim();
      if (/^corepass:/i.test(target)) author.corepass = target.replace(/^corepass:/i, "");
      else if (/^[a-z][a-z0-9+.-]*:/i.test(target)) author.url = safe(target, linkSchemes);
      else if (/^[^\s@]+@[^\s@]+$/.test(target)) author.email = target;
      else return `<${inside}>`;
      return " ";
    })
    .replace(/\[([^[\]@\s]+)@coreid\]/gi, (_, id: string) => {
      author.corepass = id;
      return " ";
    })
    .replace(/\(\s*@([\w.-]+)(?:@([\w.-]+\.\w+))?\s*\)/g, (_, nick: string, pod?: string) => {
      author.handle = pod ? `${nick}@${pod}` : nick;
      return " ";
    })
    .replace(/\(\s*(https?:[^()\s]+)\s*\)/gi, (whole: string, url: string) => {
      author.url = safe(url, linkSchemes);
      return author.url ? " " : whole;
    })
    .replace(/\s+/g, " ")
    .trim();
  const bare = /^@([\w.-]+)$/.exec(name)?.[1];
  if (bare) author.handle ??= bare;
  author.name = bare ?? (name || author.handle || author.email || author.url || author.corepass || text.trim());
  return withKey(author);
}

/** A handle says best who somebody is, then a mail address, then the name. */
function withKey(author: Omit<Author, "key">): Author {
  const key = author.handle ? `@${author.handle}` : (author.email ?? author.name.normalize("NFKC"));
  return JSON.parse(JSON.stringify({ ...author, key: key.toLowerCase() }));
}

function safe(url: string | undefined, linkSchemes: readonly string[]): string | undefined {
  return url && isSafeUrl(url, linkSchemes) ? readUrl(url) : undefined;
}
