/**
 * Corrects the layout: the library reserves no space for the texts of messages, so they are moved off their arrows, and
 * the drawing is enlarged until none is cut off.
 */
import { largestOf } from "../../shared/lists.js";
import { NotDrawable } from "./labels.js";

const lineHeight = 14.3;
const maxLines = 3;
/** Width of a character in parts of the font's size, rather too large than too small. */
const characterWidth = 0.62;
const margin = 8;

export function fitMessages(svg: string): string {
  let [left, right] = [0, Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0)];
  const moved = svg.replace(
    /(<g class="message"[^>]*>[\s\S]*?<text x="([\d.]+)" y=")([\d.]+)(" font-size="([\d.]+)" text-anchor="(\w+)"[^>]*>)([\s\S]*?)<\/text>/g,
    (_, before: string, x: string, y: string, after: string, size: string, anchor: string, content: string) => {
      const lines = content.split("</tspan>").map((line) => line.replace(/<[^>]*>/g, ""));
      const count = content.split("<tspan").length - 1 || 1;
      if (count > maxLines) throw new NotDrawable(`a message has more than ${maxLines} lines`);
      const width = largestOf(lines.map((line) => line.length)) * Number(size) * characterWidth;
      const start = Number(x) - (anchor === "middle" ? width / 2 : 0);
      left = Math.min(left, start - margin);
      right = Math.max(right, start + width + margin);
      return `${before}${Number(y) - ((count - 1) * lineHeight) / 2}${after}${content}</text>`;
    },
  );
  const width = Math.ceil(right - left);
  return moved.replace(
    / viewBox="0 0 [\d.]+ ([\d.]+)" width="[\d.]+"/,
    (_, height: string) => ` viewBox="${Math.floor(left)} 0 ${width} ${height}" width="${width}"`,
  );
}
