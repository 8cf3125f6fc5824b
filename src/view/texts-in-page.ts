/** Texts that share a page: the ids of each are its own, and links from one to another stay in the page. */
import { unescapeHtml } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";

/** Names in sanitized HTML that others refer to. In it, `<` and `>` are only around tags. */
const startTag = /<([a-z][a-z0-9-]*)( [^<>]*)>/gi;
const attribute = / (id|href|headers|aria-labelledby|aria-describedby)="([^"]*)"/g;
const inPageHref = / href="#([^":]+):([^"]*)"/g;

/** Marks of headings are for the text's own page, paper does not wait for pictures, and several landmarks of one name are none. */
const withoutMarks = (html: string) =>
  html
    .replace(/ <a class="anchor" [^<>]*>#<\/a>/g, "")
    .replace(/(<section class="footnotes") aria-label="[^"]*"/g, "$1")
    .replace(/ (?:loading="lazy"|decoding="async")/g, "");

/** The heading of a text is above those in it. */
const lowered = (html: string) =>
  html.replace(/(<\/?h)([2-5])(?=[ >])/g, (_, start, level) => start + (Number(level) + 1));

/**
 * @param html of a text, sanitized and filled for its own page.
 * @param name of the text in the page: letters of ASCII, digits, hyphens and underscores.
 * @param names those of the texts of the page, by their address.
 */
export function textInPage(html: string, name: string, names: ReadonlyMap<string, string>): string {
  return lowered(withoutMarks(html)).replace(startTag, (_, tag: string, attributes: string) => {
    const own = attributes
      .replace(attribute, (_whole, key: string, value: string) => ` ${key}="${placed(key, value, name, names)}"`)
      .replace(/url\(#/g, `url(#${name}:`);
    return `<${tag}${own}>`;
  });
}

function placed(key: string, value: string, name: string, names: ReadonlyMap<string, string>): string {
  if (key === "id") return `${name}:${value}`;
  if (key !== "href") return value.replace(/[^ ]+/g, (id) => `${name}:${id}`);
  if (value.startsWith("#")) return value === "#" ? `#${name}` : `#${name}:${value.slice(1)}`;
  const { path, query, hash } = splitUrl(value);
  const other = query === "" ? names.get(unescapeHtml(path)) : undefined;
  if (other === undefined) return value;
  return `#${other}${hash ? `:${hash}` : ""}`;
}

/** Links to places that a text of the page does not have lead to the text. @param html of all texts. */
export function withKnownPlaces(html: string): string {
  const ids = new Set<string>();
  for (const [, id = ""] of html.matchAll(/<[a-z][^<>]*? id="([^"]*)"/gi)) ids.add(unescapeHtml(id));
  return html.replace(startTag, (tag) =>
    tag.replace(inPageHref, (link, name: string, id: string) =>
      ids.has(`${name}:${decodeUrl(unescapeHtml(id))}`) ? link : ` href="#${name}"`,
    ),
  );
}
