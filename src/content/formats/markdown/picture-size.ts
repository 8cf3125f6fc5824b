/** Sizes of pictures, as authors write them. */
import type { MarkdownIt, StateInline } from "markdown-it";

/**
 * Reads the size of a picture from its attributes and from its style, which the Content-Security-Policy forbids on a page.
 * @returns pixels, or a percentage of the text's width.
 */
export function pictureSize({ width, height, style = "" }: Record<string, string>): {
  width?: string;
  height?: string;
} {
  const styled = (name: string) => new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`, "i").exec(style)?.[1]?.trim();
  const isPercentage = (value = "") => /^(?:100|\d{1,2})(?:\.\d+)?%$/.test(value);
  const cssWidth = styled("width") ?? width;
  return {
    width: isPercentage(cssWidth) ? cssWidth : toPixels(cssWidth),
    height: toPixels(styled("height") ?? height),
  };
}

function toPixels(length: string | undefined): string | undefined {
  const [, number, unit = "px"] = /^(\d{1,5}(?:\.\d{1,3})?)(px|in|cm|mm|pt|em|rem)?$/.exec(length ?? "") ?? [];
  return number && String(Math.round(Number(number) * (pixelsPerUnit[unit] ?? 1)));
}

const pixelsPerUnit: Record<string, number> = { in: 96, cm: 37.8, mm: 3.78, pt: 4 / 3, em: 16, rem: 16 };

/** `.class`, `#id`, or `name=value`, with or without quotes. */
const listedAttribute = /(?:[.#][\w:-]+|([a-z-]+)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{}]+)))/;
/** Up to ten attributes in braces. */
const attributeList = new RegExp(
  `(?:\\n?\\{:|\\{)\\s{0,9}(${listedAttribute.source}(?:\\s{1,9}${listedAttribute.source}){0,9})\\s{0,9}\\}`,
  "y",
);

/** Reads attributes after a picture, as Pandoc, kramdown and MkDocs have them: `![Flow](flow.png){width=30%}`, `{: width="300" }`. */
export function pictureAttributes(md: MarkdownIt): void {
  md.inline.ruler.before("text", "picture_attributes", (state: StateInline, silent) => {
    const picture = state.tokens.at(-1);
    if (silent || picture?.type !== "image" || state.pending) return false;
    attributeList.lastIndex = state.pos;
    const [source = "", attributes = ""] = attributeList.exec(state.src) ?? [];
    // `{#name}` alone may be the id of a heading.
    if (source === "" || /^#\S+$/.test(attributes)) return false;
    for (const [, name, ...values] of attributes.matchAll(new RegExp(listedAttribute, "g"))) {
      const value = values.find((part) => part !== undefined) ?? "";
      if (name === "align" && /^(?:left|center|right)$/.test(value)) picture.attrSet("class", `align-${value}`);
      else if (name === "width" || name === "height" || name === "style") picture.attrSet(name, value);
    }
    state.pos += source.length;
    return true;
  });
}
