/** Pictures: `[[File:name|options|caption]]`. The file is beside the text, as in registers on code hosts. */
import type { Token } from "markdown-it";
import { plainText } from "../markdown/headings.js";
import type { NewToken } from "./tokens.js";

const namespace = /^(?:file|image|media)\s*:\s*/i;
/** Options for place and size, which the page's style decides here. */
const layout =
  /^(?:thumb|thumbnail|frame|framed|frameless|border|left|right|center|centre|none|baseline|middle|sub|super|top|text-top|bottom|text-bottom|upright(?:=[\d.]+)?|\d*x?\d+\s*px|(?:class|lang|page|link|thumb)=.*)$/i;
const framed = /^(?:thumb|thumbnail|frame|framed)$/i;

/**
 * @param name the text before the first bar.
 * @param rest the rest of the link, with that bar.
 * @returns undefined if the link does not lead to a picture.
 */
export function readImage(
  name: string,
  rest: string,
  make: NewToken,
  readText: (text: string) => Token[],
): Token[] | undefined {
  if (!namespace.test(name)) return undefined;
  const url = name.replace(namespace, "").trim();
  const options = rest.split(/\|(?![^[\]|]{0,999}\]\])/).slice(1);
  const alt = options.find((option) => /^\s*alt\s*=/i.test(option))?.replace(/^\s*alt\s*=\s*/i, "");
  const isCaption = (option: string) => option.trim() && !layout.test(option.trim()) && !/^\s*alt\s*=/i.test(option);
  const caption = readText(options.filter(isCaption).at(-1)?.trim() ?? "");
  const image = make("image", "img", 0);
  const text = alt?.trim() ?? plainText(caption);
  image.attrs = [
    ["src", url],
    ["alt", ""],
  ];
  image.content = text;
  image.children = text ? [Object.assign(make("text", "", 0), { content: text })] : [];
  image.markup = "wiki";
  if (caption.length === 0) return [image];
  if (!options.some((option) => framed.test(option.trim()))) {
    if (plainText(caption) !== text) image.attrs.push(["title", plainText(caption)]);
    return [image];
  }
  // If it is the only content of a paragraph, the block reader makes it a figure.
  return [image, make("caption_open", "span", 1), ...caption, make("caption_close", "span", -1)];
}
