/**
 * Parts that many pages share (footer, icons, a register's years) are rendered once: React spends most of its time on
 * elements that are the same on every page. A page is rendered with secret marks in their places, which are replaced
 * afterwards.
 */
import { secretMark } from "../../platform/secret-mark.js";
import type { Once } from "../../shared/view.js";

/** No text of a site contains it, so none can look like a mark. */
const secret = secretMark();
const close = ";";

interface PartRenderer {
  once: Once;
  /** Renders a page, or a part, whose templates use `once`. */
  render(element: unknown): string;
}

/** @param markup renders an element by itself. Parts are garbage-collected with the objects that they were made from. */
export function partRenderer(markup: (element: unknown) => string): PartRenderer {
  const partsOfOwners = new WeakMap<object, Map<string, string>>();
  let used: string[] = [];

  const render = (element: unknown): string => {
    const outer = used;
    const inner: string[] = [];
    used = inner;
    try {
      const html = markup(element);
      return fillMarks(html, inner);
    } finally {
      used = outer;
    }
  };

  const once: Once = (owner, name, element) => {
    let parts = partsOfOwners.get(owner);
    if (!parts) {
      parts = new Map();
      partsOfOwners.set(owner, parts);
    }
    let html = parts.get(name);
    if (html === undefined) {
      html = inAscii(render(element())).replace(policy, (csp) => csp.replaceAll("&#x27;", "'"));
      parts.set(name, html);
    }
    return `${secret}${used.push(html) - 1}${close}`;
  };

  return { once, render };
}

/** React writes apostrophes as references, which are a third of a policy, and every page has one. */
const policy = /(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*(?=")/g;

/**
 * An all-ASCII page takes half the memory and a tenth of the time to encode, so a few arrows in the frame are written
 * as character references. Pages in languages with other letters are not ASCII anyway; and scripts cannot contain
 * references.
 */
function inAscii(html: string): string {
  const match = html.match(/[\u0080-\u{10ffff}]/gu);
  if (!match || match.length * 20 > html.length || html.includes("<script")) return html;
  return html.replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function fillMarks(html: string, parts: readonly string[]): string {
  let index = parts.length === 0 ? -1 : html.indexOf(secret);
  if (index < 0) return html;
  let filled = "";
  let from = 0;
  while (index >= 0) {
    const end = html.indexOf(close, index);
    filled += html.slice(from, index) + (parts[Number(html.slice(index + secret.length, end))] ?? "");
    from = end + 1;
    index = html.indexOf(secret, from);
  }
  return filled + html.slice(from);
}
