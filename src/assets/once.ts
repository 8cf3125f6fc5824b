/**
 * Parts that many pages share (footer, icons, a register's years) are rendered once: React spends most of its time on elements that come
 * out the same on every page. A page is rendered with secret marks in their places, which are filled afterwards.
 */
import { secretMark } from "../shared/secret-mark.js";
import type { Once } from "../shared/view.js";

/** No text of a site holds it, so none can look like a mark. */
const secret = secretMark();
const close = ";";

export interface PartRenderer {
  once: Once;
  /** Renders a page, or a part, whose templates use `once`. */
  render(element: unknown): string;
}

/** @param markup renders an element by itself. Parts are forgotten with what they were made from. */
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
 * A page whose characters are all ASCII takes half the memory of another and a tenth of the time to encode, so a few arrows in its frame should not
 * make it one of the others. In a language that is written with other letters most characters of its pages are beyond anyway; and a script
 * knows no references.
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
