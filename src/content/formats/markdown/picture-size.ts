/** Sizes of pictures, as authors write them. */

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
  return value && /^\d{1,5}(px)?$/.test(value) ? value.replace("px", "") : undefined;
}
