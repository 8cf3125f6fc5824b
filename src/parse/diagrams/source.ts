/** The lines of a diagram's source, without comments and settings. */
import { NotDrawable } from "./labels.js";

/** `number` counts from 0 within the source. */
export interface DiagramLine {
  text: string;
  number: number;
}

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
