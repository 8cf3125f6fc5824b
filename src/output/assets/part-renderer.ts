/**
 * Renders parts that many pages share (footer, icons, a register's years) once, because React spends most of its time on
 * elements that are the same on every page. A page is rendered with a secret mark for each part, and then each mark is
 * replaced by the HTML of its part.
 */
import { secretMark } from "../../platform/secret-mark.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { Once } from "../../shared/view.js";

/** Begins every mark. No text of a site contains it. */
const secret = secretMark();
const close = ";";

interface PartRenderer {
  once: Once;
  /** Renders a page, or a part, whose templates use `once`. */
  render(element: unknown): string;
}

/** Parts are garbage-collected with their owners. @param markup renders an element. */
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
    const parts = getOrAdd(partsOfOwners, owner, () => new Map<string, string>());
    const html = getOrAdd(parts, name, () =>
      inAscii(render(element())).replace(policy, (csp) => csp.replaceAll("&#x27;", "'")),
    );
    return `${secret}${used.push(html) - 1}${close}`;
  };

  return { once, render };
}

/** The policy of a page. React escapes its apostrophes, which would make the policy of every page half as long again. */
const policy = /(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*(?=")/g;

/**
 * Writes a few characters, such as arrows, as character references, because an all-ASCII page takes half the memory and a
 * tenth of the time to encode. HTML in a language with many other characters stays as it is, and so does HTML with a
 * `script`, in which references have no meaning.
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
