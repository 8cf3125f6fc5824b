/**
 * Parts that many pages share (footer, icons, a register's years) are rendered once: React spends most of its time on
 * elements that are the same on every page. A page is rendered with secret marks in their places, which are replaced
 * afterwards.
 */
import { secretMark } from "../shared/secret-mark.js";
import type { Once } from "../shared/view.js";

/** No text of a site contains it, so none can look like a mark. */
const secret = secretMark();
const close = ";";

export interface PartRenderer {
  once: Once;
  /** Renders a page, or a part, whose templates use `once`. */
  render(element: unknown): string;
}

/** @param markup renders an element by itself. Parts are garbage-collected with the objects that they were made from. */
export function partRenderer(markup: (element: unknown) => string): PartRenderer {
  const known = new WeakMap<object, Map<string, string>>();
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
    const parts = known.get(owner) ?? new Map<string, string>();
    known.set(owner, parts);
    const html = parts.get(name) ?? inAscii(render(element()));
    parts.set(name, html);
    used.push(html);
    return `${secret}${used.length - 1}${close}`;
  };

  return { once, render };
}

/**
 * An all-ASCII page takes half the memory and a tenth of the time to encode, so a few arrows in the frame are written
 * as character references. Pages in languages with other letters are not ASCII anyway; and scripts cannot contain
 * references.
 */
function inAscii(html: string): string {
  const others = html.match(/[\u0080-\u{10ffff}]/gu) ?? [];
  if (others.length * 20 > html.length || html.includes("<script")) return html;
  return html.replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function fillMarks(html: string, parts: readonly string[]): string {
  if (parts.length === 0) return html;
  const [first = "", ...rest] = html.split(secret);
  let filled = first;
  for (const piece of rest) {
    const end = piece.indexOf(close);
    filled += (parts[Number(piece.slice(0, end))] ?? "") + piece.slice(end + 1);
  }
  return filled;
}
