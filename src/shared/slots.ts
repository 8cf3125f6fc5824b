/**
 * Slots: the places in a document's HTML whose text depends on the whole site or on the page's language. A document is parsed
 * from one file alone and cached; its slots are filled each time it is shown. Delimiters are Unicode noncharacters, which HTML
 * forbids and which parsing replaces in every source, so content cannot forge a slot.
 */

const OPEN = "\uFDD0";
const CLOSE = "\uFDD1";
const SEPARATOR = "\uFDD2";
const slotPattern = /\uFDD0([a-z]+)\uFDD2([^\uFDD1\uFDD2]*)\uFDD2([^\uFDD1]*)\uFDD1/g;

/**
 * `url`: the address of link number `key`. `image`: its width and height attributes. `mention`: `text`, linked when proposal of link `key`
 * exists. `string`: the interface's string `key`, whose placeholder `{{text}}` is `text`. Text is HTML already.
 */
export type SlotKind = "url" | "image" | "mention" | "string";

export function slot(kind: SlotKind, key: string | number, text = ""): string {
  return `${OPEN}${kind}${SEPARATOR}${key}${SEPARATOR}${text}${CLOSE}`;
}

/** How each kind of slot is filled; every function returns HTML (attribute-safe for url and string). */
export interface SlotFillers {
  url(link: number): string;
  image(link: number): string;
  mention(link: number, text: string): string;
  string(key: string, text: string): string;
}

export function fillSlots(html: string, fill: SlotFillers): string {
  if (!html.includes(OPEN)) return html;
  return html.replace(slotPattern, (_, kind: SlotKind, key: string, text: string) =>
    kind === "string"
      ? fill.string(key, text)
      : kind === "mention"
        ? fill.mention(Number(key), text)
        : fill[kind](Number(key)),
  );
}

/** Replaces what could be mistaken for a slot, and control characters, which neither HTML nor XML allow. */
export function withoutSlots(text: string): string {
  return text.replace(/[\uFDD0-\uFDEF]|[^\P{Cc}\t\n\r]/gu, "\uFFFD");
}
