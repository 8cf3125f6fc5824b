/**
 * Protects the texts of a diagram from the library, which reads some of them as syntax, and cuts, formats or drops them. Each character is replaced
 * by a private one before the library draws, and restored in the drawing. It is checked that no text is missing.
 */
import { addAll } from "../../shared/lists.js";
import { escapeHtml } from "../../shared/text.js";

/** A diagram, or a part of one, that cannot be drawn correctly. `line` counts from 0 within its source. */
export class NotDrawable extends Error {
  constructor(
    readonly reason: string,
    public line = 0,
    /** What to do about it, where that is known. */
    readonly help?: string,
  ) {
    super(reason);
  }
}

const hiddenBase = 0xe000;
const hidden = /[\ue020-\ue07e]/g;
const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", nbsp: " ", colon: ":", semi: ";" };
const formatting = /<\/?(?:b|i|u|em|strong|small|center)\s*>/gi;

export class Labels {
  private readonly lines: string[] = [];

  /** @returns the text for the library, with `<br>` between its lines. Never empty. */
  hide(text: string): string {
    const lines = shownLines(text);
    addAll(this.lines, lines.filter(Boolean));
    return lines.map(hideSigns).join("<br>") || "\u00a0";
  }

  /** The same for a text in which spaces are syntax for the library. */
  hideAll(text: string): string {
    return this.hide(text).replaceAll(" ", String.fromCharCode(hiddenBase + 32));
  }

  /** @returns the drawing with the original texts; throws if one is missing. */
  show(svg: string): string {
    const shown = svg.replace(hidden, (sign) => escapeHtml(String.fromCharCode(sign.charCodeAt(0) - hiddenBase)));
    const drawn = compact(
      svg.replace(/<[^>]*>/g, "").replace(hidden, (sign) => String.fromCharCode(sign.charCodeAt(0) - hiddenBase)),
    );
    for (const line of this.lines)
      if (!drawn.includes(compact(line))) throw new NotDrawable(`its text "${line}" would be lost`);
    return shown;
  }
}

const compact = (text: string) => text.replace(/[\s\u00a0]+/g, "");

function shownLines(text: string): string[] {
  const quoted = /^"([\s\S]*)"$/.exec(text.trim());
  const plain = (quoted?.[1] ?? text).replace(formatting, "").replace(/[\ue000-\uf8ff]/g, "\uFFFD");
  if (/^`/.test(plain)) throw new NotDrawable("it has a text in Markdown");
  const decoded = plain.replace(/[#&](\w+);/g, (whole, name: string) => {
    const code = /^x[0-9a-f]{1,5}$/i.test(name) ? Number.parseInt(name.slice(1), 16) : Number(name);
    return entities[name] ?? (code >= 32 && code < 0xd800 ? String.fromCharCode(code) : whole);
  });
  return decoded.split(/<\/?br\s*\/?>|\\n/i).map((line) => line.replace(/[\s\u00a0]+/g, " ").trim());
}

function hideSigns(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(hiddenBase + sign.charCodeAt(0)));
}

/** A line of a diagram's source; `number` counts from 0 within the source. */
export interface DiagramLine {
  text: string;
  number: number;
}

/** Without comments and settings. */
export function readLines(source: string): DiagramLine[] {
  // Settings choose colours and fonts, which are the site's.
  const plain = source.replace(/%%\{[\s\S]*?\}%%/g, (text) => text.replace(/[^\n]/g, ""));
  const lines = plain.split("\n").map((text, number): DiagramLine => ({ text: text.trim(), number }));
  const first = lines.findIndex(({ text }) => text !== "");
  let start = first;
  if (lines[first]?.text === "---") {
    start = lines.findIndex(({ text }, index) => index > first && text === "---") + 1;
    const settings = lines.slice(first, start);
    if (start === 0 || settings.some(({ text }) => text.startsWith("title:")))
      throw new NotDrawable("it has a title", first);
  }
  return lines.slice(Math.max(0, start)).filter(({ text }) => text !== "" && !text.startsWith("%%"));
}
