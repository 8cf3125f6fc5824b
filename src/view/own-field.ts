/** A register's own field as a page shows it: its links, in the words around them if there are any. */
import { encode } from "../model/urls.js";
import type { OwnField } from "../shared/document.js";
import type { LinkView, OwnFieldView } from "../shared/view.js";

/** @param label the field's name in the page's language. */
export function ownFieldView({ text, links }: OwnField, label: string): OwnFieldView {
  const shown = links.map(({ label: name, url }) => ({
    label: name || hostOf(url),
    href: encode(url),
    external: true,
  }));
  const parts = partsOf(text, links, shown);
  return { label, text, links: shown, ...(parts && { parts }) };
}

/** The text with its links in place. Undefined if it has no words but those of links, or if a link is not found in it. */
function partsOf(text: string, links: OwnField["links"], shown: readonly LinkView[]): OwnFieldView["parts"] {
  const parts: (string | LinkView)[] = [];
  let end = 0;
  for (const [index, { label, url }] of links.entries()) {
    const written = label || url;
    const start = text.indexOf(written, end);
    if (start === -1) return undefined;
    parts.push(text.slice(end, start), shown[index] as LinkView);
    end = start + written.length;
    // The name of a bare URL is the words before it.
    const between = /^[\s:,;(<\u2013-]*/.exec(text.slice(end))?.[0] ?? "";
    if (!label || !text.startsWith(url, end + between.length)) continue;
    end += between.length + url.length;
    if (/[(<]/.test(between) && /[)>]/.test(text[end] ?? "")) end++;
  }
  parts.push(text.slice(end));
  const hasWords = parts.some((part) => typeof part === "string" && /[\p{L}\p{N}]/u.test(part));
  return links.length > 0 && hasWords ? parts.filter((part) => part !== "") : undefined;
}

/** The host of a URL, as the name of a link that has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") || url : url;
}
