/**
 * The colours of a site with its own theme colour. Text in that colour must be readable on every background of both
 * themes, so each theme uses the nearest shade, towards black or white, with WCAG's contrast of 4.5:1.
 */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** @param hex `#rrggbb`. */
export const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16)) as unknown as Rgb;
const hex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share)) as unknown as Rgb;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param colorA `#rrggbb`. @returns 1 to 21, by https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(colorA: string, colorB: string): number {
  const [darker = 0, lighter = 0] = [luminance(rgb(colorA)), luminance(rgb(colorB))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

interface Theme {
  /** The backgrounds of text, as in client/styles/tokens.css. */
  grounds: readonly string[];
  /** The direction of the shades. */
  end: Rgb;
  /** Share of the colour in the background of selected items. */
  tint: number;
}

/** The backgrounds of the two themes; the first is the page's. */
export const themes = {
  light: { grounds: ["#ffffff", "#f5f8f5"], end: [0, 0, 0], tint: 0.1 },
  dark: { grounds: ["#0e1310", "#151c17", "#18211b"], end: [255, 255, 255], tint: 0.2 },
} as const satisfies Record<string, Theme>;

export interface ThemeColors {
  /** For shapes, such as the logo and lines: a contrast of 3:1. */
  brand: string;
  /** For text, and for buttons whose text has the colour of the page: a contrast of 4.5:1. */
  link: string;
  /** Background of selected items. */
  ground: string;
}

/** @param color `#rrggbb`. */
export function themeColors(color: string, { grounds, end, tint }: Theme): ThemeColors {
  const ground = hex(mix(rgb(grounds[0] ?? "#ffffff"), rgb(color), tint));
  return { brand: stepOf(color, end, grounds, 3), link: stepOf(color, end, [...grounds, ground], 4.5), ground };
}

/** The nearest shade of a colour that has the contrast with all backgrounds. */
function stepOf(color: string, end: Rgb, grounds: readonly string[], leastContrast: number): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const step = hex(mix(rgb(color), end, percent / 100));
    if (grounds.every((ground) => contrast(step, ground) >= leastContrast)) return step;
  }
  return hex(end);
}
