/** Draws social cards, with libraries and a font that only sites with cards install. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { nativeImport } from "../../platform/native-import.js";
import { installCommand } from "../../platform/optional-packages.js";
import { lazy } from "../../shared/lazy.js";
import { themeColors, themes } from "../../site/model/theme-colors.js";

const size = { width: 1200, height: 630 };

/** The packages that draw cards: two libraries and a font, all optional peer dependencies. */
export const painters = ["satori", "@resvg/resvg-js", "@fontsource/inter"] as const;

/** The content of a card. */
export interface SocialCard {
  label: string;
  title: string;
  status: string;
  /** Name and tagline of the site. */
  site: string;
  tagline: string;
  /** The site's theme colour, `#rrggbb`. */
  color: string;
  /** Whether the site uses the program's mark as its own. */
  hasMark: boolean;
}

/** @returns the picture, a PNG. */
export type Painter = (card: SocialCard) => Promise<Uint8Array>;

type Element = { type: string; props: Record<string, unknown> };
type Style = Record<string, string | number>;

function box(style: Style, children?: Element[] | string): Element {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

/** A text that is cut off after `maxLines`, within a word if need be. @returns no element for an empty text. */
function textBlock(maxLines: number, style: Style, text: string): Element[] {
  const cut = { minWidth: 0, overflow: "hidden", lineClamp: maxLines, wordBreak: "break-word" };
  return text ? [{ type: "div", props: { style: { display: "block", ...cut, ...style }, children: text } }] : [];
}

/** The paths of templates/LogoMark.tsx. */
function logo(color: string): Element {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M14.8 2.9A9.5 9.5 0 1 0 21.2 9.9"/><path d="m7.6 11.7 3.9 3.9 9.3-10.8"/></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { type: "img", props: { src, width: 52, height: 52, style: { flexShrink: 0 } } };
}

function cardLayout({ label, title, status, site, tagline, color, hasMark }: SocialCard): Element {
  const { brand, link } = themeColors(color, themes.light);
  const quiet = { fontSize: 32, color: "#4d5b51" };
  const isLong = title.length > 60;
  const titleStyle = {
    fontSize: isLong ? 58 : 78,
    fontWeight: 700,
    lineHeight: 1.12,
    letterSpacing: -1.5,
    color: "#131b15",
  };
  return box({ width: "100%", height: "100%", background: "#ffffff", fontFamily: "Inter" }, [
    box({ width: 28, flexShrink: 0, background: color }),
    box(
      {
        flexGrow: 1,
        flexBasis: 0,
        minWidth: 0,
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "64px 72px 56px",
      },
      [
        box({ alignItems: "baseline", gap: 20 }, [
          ...textBlock(1, { flexGrow: 1, fontSize: 72, fontWeight: 700, letterSpacing: -2, color: link }, label),
          ...(status
            ? [
                box({ flexShrink: 0, padding: "8px 26px", border: "3px solid #c3cfc5", borderRadius: 36, ...quiet }, [
                  ...textBlock(1, { maxWidth: 480 }, status),
                ]),
              ]
            : []),
        ]),
        ...textBlock(isLong ? 5 : 4, titleStyle, title),
        box({ alignItems: "center", paddingTop: 32, borderTop: "2px solid #dde5de", gap: 20 }, [
          ...(hasMark ? [logo(brand)] : []),
          ...textBlock(1, { flexShrink: 0, maxWidth: 800, fontSize: 36, fontWeight: 700, color: "#131b15" }, site),
          ...textBlock(1, quiet, tagline),
        ]),
      ],
    ),
  ]);
}

/** Characters, and emoji of one or more characters, for which the font has no glyph. */
interface MissingGlyphs {
  characters: Set<string>;
  pictures: Set<string>;
}

/** Lazy, because making it takes 10 ms. */
const graphemes = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** Leaves out emoji without a glyph, and whole texts in which a character has none, because without it they would say something else. */
function withoutMissing(card: SocialCard, { characters, pictures }: MissingGlyphs): SocialCard {
  const textOf = (text: string) => {
    const segments = Array.from(graphemes().segment(text), ({ segment }) => (pictures.has(segment) ? "" : segment));
    const plain = segments
      .join("")
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replace(/\s+/g, " ")
      .trim();
    return [...plain].some((character) => characters.has(character)) ? "" : plain;
  };
  const { label, title, status, site, tagline } = card;
  return {
    ...card,
    label: textOf(label),
    title: textOf(title),
    status: textOf(status),
    site: textOf(site),
    tagline: textOf(tagline),
  };
}

/** The parts of the font, each with the glyphs of a script. */
const scripts = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"] as const;

interface Satori {
  default(element: Element, options: object): Promise<string>;
}

interface ResvgLibrary {
  Resvg: new (svg: string, options: object) => { render(): { asPng(): Uint8Array } };
}

/**
 * Loads the libraries, which are large, so this is called only if a card has to be drawn. Rejects if they are not installed.
 * @param load imports a package. @param require finds the files of the font.
 */
export async function loadPainter(load = nativeImport, require = createRequire(import.meta.url)): Promise<Painter> {
  const [{ default: satori }, { Resvg }] = await Promise.all([
    load<Satori>("satori"),
    load<ResvgLibrary>("@resvg/resvg-js"),
  ]).catch((error: Error) => {
    // The binary of a library is a package for one system, which is missing if the lock file was made on another system.
    throw new Error(
      `socialCards: the packages that draw cards cannot be loaded (${error.message.split("\n")[0]}). Delete node_modules and the lock file if they come from another system, and install again: ${installCommand(painters)}`,
    );
  });
  const fonts = await Promise.all(
    scripts.flatMap((script) =>
      ([400, 700] as const).map(async (weight) => ({
        // Fonts with the same name would replace each other.
        name: script === "latin" ? "Inter" : `Inter ${script}`,
        weight,
        style: "normal" as const,
        data: await readFile(require.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`)),
      })),
    ),
  );
  return async (card) => {
    const missing: MissingGlyphs = { characters: new Set(), pictures: new Set() };
    const noteMissing = async (kind: string, text: string) => {
      if (kind === "emoji") missing.pictures.add(text);
      else for (const character of text) missing.characters.add(character);
      return [];
    };
    const draw = (drawn: SocialCard) => satori(cardLayout(drawn), { ...size, fonts, loadAdditionalAsset: noteMissing });
    let svg = await draw(card);
    if (missing.characters.size + missing.pictures.size > 0) svg = await draw(withoutMissing(card, missing));
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  };
}
