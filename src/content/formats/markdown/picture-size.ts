/** Sizes of pictures, as authors write them. */
import type { MarkdownIt, StateInline } from "markdown-it";

/** The size of a picture as its author gives it, in attributes or, which the policy of the pages forbids, in a style: in pixels, or a share of the text's width. */
export function pictureSize({ width, height, style = "" }: Record<string, string>): {
  width?: string;
  height?: string;
} {
  const styled = (name: string) => new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`, "i").exec(style)?.[1]?.trim();
  const isShare = (value = "") => /^(?:100|\d{1,2})(?:\.\d+)?%$/.test(value);
  const [across, down] = [styled("width") ?? width, styled("height") ?? height];
  return { width: isShare(across) ? across : digits(across), height: digits(down) };
}

function digits(value: string | undefined): string | undefined {
  const [, number, unit = "px"] = /^(\d{1,5}(?:\.\d{1,3})?)(px|in|cm|mm|pt|em|rem)?$/.exec(value ?? "") ?? [];
  return number && String(Math.round(Number(number) * (pixels[unit] ?? 1)));
}

/** Pixels of a unit of CSS. */
const pixels: Record<string, number> = { in: 96, cm: 37.8, mm: 3.78, pt: 4 / 3, em: 16, rem: 16 };

const attribute = /(?:[.#][\w:-]+|([a-z-]+)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{}]+)))/;
const list = new RegExp(
  `(?:\\n?\\{:|\\{)\\s{0,9}(${attribute.source}(?:\\s{1,9}${attribute.source}){0,9})\\s{0,9}\\}`,
  "y",
);

/** Attributes behind a picture, as Pandoc, kramdown and MkDocs have them: `![Flow](flow.png){width=30%}`, `{: width="300" }`. */
export function pictureAttributes(md: MarkdownIt): void {
  md.inline.ruler.before("text", "picture_attributes", (state: StateInline, silent) => {
    const picture = state.tokens.at(-1);
    if (silent || picture?.type !== "image" || state.pending) return false;
    list.lastIndex = state.pos;
    const [source = "", attributes = ""] = list.exec(state.src) ?? [];
    // `{#name}` alone may name a heading.
    if (source === "" || /^#\S+$/.test(attributes)) return false;
    for (const [, name, ...values] of attributes.matchAll(new RegExp(attribute, "g"))) {
      const value = values.find((part) => part !== undefined) ?? "";
      if (name === "align" && /^(?:left|center|right)$/.test(value)) picture.attrSet("class", `align-${value}`);
      else if (name === "width" || name === "height" || name === "style") picture.attrSet(name, value);
    }
    state.pos += source.length;
    return true;
  });
}
