/**
 * Social cards: a picture of each proposal's number, title and status, for places where its link is shared. They are
 * drawn when the site is built, with a font from a package, so the same input gives the same bytes. Known pictures are
 * read from the cache.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Cache } from "../cache/cache.js";
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { themeColors, themes } from "../model/colors.js";
import type { Proposal } from "../model/site.js";
import { nativeImport } from "../runtime/native-import.js";
import { installCommand, missingPackages } from "../runtime/optional-packages.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";
import { truncateText } from "../shared/text.js";
import { plainTitle } from "../shared/title.js";
import type { RenderContext } from "./context.js";

const size = { width: 1200, height: 630 };
/** Part of each picture's digest: must change when the drawing changes. */
const drawing = 2;

/** The libraries that draw them; optional peer dependencies. */
const painters = ["satori", "@resvg/resvg-js", "@fontsource/inter"] as const;

/**
 * @param configFile its name, for the message.
 * @param missing finds the packages that are not installed.
 * @returns an error if the site asks for cards and they cannot be drawn.
 */
export function checkPainters(
  { socialCards }: SiteConfig,
  configFile: string,
  missing: (names: readonly string[]) => string[] = missingPackages,
): Diagnostic[] {
  const absent = socialCards ? missing(painters) : [];
  if (absent.length === 0) return [];
  const message = `socialCards: cards are drawn by packages that are not installed: ${absent.join(", ")}`;
  const help = `Install them beside cipgen: ${installCommand(absent)}`;
  return [diagnose("config-reference", message, { file: configFile, help })];
}

/** Folder of all cards. */
export const cardFolder = "/assets/cards/";

/** The content of a card; its digest is its address. */
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

/** The same in every language: a proposal has one picture. */
export function cardOf({ label, meta, series }: Proposal, { site: { config } }: RenderContext): SocialCard {
  return {
    label,
    title: truncateText(plainTitle(meta.title) || label, 110),
    status: series.statuses.find(({ id }) => id === meta.status)?.label ?? meta.status,
    site: config.title,
    tagline: config.tagline,
    color: config.themeColor,
    hasMark: config.navbar.logo.src === undefined,
  };
}

export function cardUrl(card: SocialCard): string {
  return `${cardFolder}${card.label.toLowerCase()}-${digestOf(card)}.png`;
}

function digestOf(card: SocialCard): string {
  return createHash("sha256")
    .update(JSON.stringify([drawing, card]))
    .digest("hex")
    .slice(0, 10);
}

/** @param cache pictures that were drawn before. */
export async function drawCards(context: RenderContext, cache: Cache): Promise<OutputFile[]> {
  const { config, registers } = context.site;
  if (!config.socialCards) return [];
  const cards = registers.flatMap(({ proposals }) => proposals.map((proposal) => cardOf(proposal, context)));
  let painter: ReturnType<typeof loadPainter> | undefined;
  const draw = async (card: SocialCard) => {
    painter ??= loadPainter();
    return (await painter)(card);
  };
  const files: OutputFile[] = [];
  for (const card of cards) {
    const path = cardUrl(card).slice(1);
    const name = `cards/${digestOf(card)}.png`;
    const known = cache.read(name);
    const content = known ?? (await draw(card));
    if (!known) cache.write(name, content);
    files.push({ path, content });
  }
  return files;
}

type Element = { type: string; props: Record<string, unknown> };

function box(style: Record<string, string | number>, children?: Element[] | string): Element {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

/** The paths of templates/LogoMark.tsx. */
function mark(color: string): Element {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M14.8 2.9A9.5 9.5 0 1 0 21.2 9.9"/><path d="m7.6 11.7 3.9 3.9 9.3-10.8"/></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { type: "img", props: { src, width: 52, height: 52 } };
}

function layout({ label, title, status, site, tagline, color, hasMark }: SocialCard): Element {
  const { brand, link } = themeColors(color, themes.light);
  const name = truncateText(site, 36);
  const quiet = { fontSize: 32, color: "#4d5b51" };
  return box({ width: "100%", height: "100%", background: "#ffffff", fontFamily: "Inter" }, [
    box({ width: 28, background: color }),
    box(
      {
        flexGrow: 1,
        flexBasis: 0,
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "64px 72px 56px",
      },
      [
        box({ alignItems: "baseline" }, [
          box({ flexGrow: 1, fontSize: 72, fontWeight: 700, letterSpacing: -2, color: link }, label),
          ...(status
            ? [box({ padding: "8px 26px", border: "3px solid #c3cfc5", borderRadius: 36, ...quiet }, status)]
            : []),
        ]),
        box(
          {
            fontSize: title.length > 60 ? 58 : 78,
            fontWeight: 700,
            lineHeight: 1.12,
            letterSpacing: -1.5,
            color: "#131b15",
          },
          title,
        ),
        box({ alignItems: "center", paddingTop: 32, borderTop: "2px solid #dde5de", gap: 20 }, [
          ...(hasMark ? [mark(brand)] : []),
          box({ flexShrink: 0, fontSize: 36, fontWeight: 700, color: "#131b15" }, name),
          box(quiet, truncateText(tagline, 56 - name.length)),
        ]),
      ],
    ),
  ]);
}

/** The libraries are large, so they are loaded only if cards are needed. */
async function loadPainter(): Promise<(card: SocialCard) => Promise<Uint8Array>> {
  const [{ default: satori }, { Resvg }] = await Promise.all([
    nativeImport<typeof import("satori")>("satori"),
    nativeImport<typeof import("@resvg/resvg-js")>("@resvg/resvg-js"),
  ]);
  const require = createRequire(import.meta.url);
  const fonts = await Promise.all(
    (["latin", "latin-ext", "cyrillic", "greek"] as const).flatMap((script) =>
      ([400, 700] as const).map(async (weight) => ({
        name: "Inter",
        weight,
        style: "normal" as const,
        data: await readFile(require.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`)),
      })),
    ),
  );
  return async (card) => {
    const svg = await satori(layout(card) as never, { ...size, fonts });
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  };
}
