/** The browser's files in the colour of a site. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ClientBundle } from "../model/assets.js";
import { type Rgb, rgb, type ThemeColors, themeColors, themes } from "../model/colors.js";
import type { OutputFile } from "../shared/output.js";

/** The colour of client/styles/tokens.css and the files of client/brand/. */
const ownColor = "#3b9a3e";

/** The rules that give a page these colours. They come after those of the program, in the same layer, so that a site's own rules win over both. */
function colorStyle(color: string): string {
  const [light, dark] = [themeColors(color, themes.light), themeColors(color, themes.dark)];
  const pair = (name: keyof ThemeColors) => `light-dark(${light[name]},${dark[name]})`;
  // Final proposals are green on every site.
  return `@layer tokens{:root{--green:light-dark(#1f6f27,#7bd67f);--brand:${pair("brand")};--link:${pair("link")};--link-ground:${pair("ground")}}}\n`;
}

/**
 * The browser's files in a site's colour: the style sheets, the icons, and the picture for shared links.
 * @param color `#rrggbb`.
 */
export function withColor(client: ClientBundle, color: string): ClientBundle {
  if (color.toLowerCase() === ownColor) return client;
  const renamed = new Map<string, string>();
  const files = client.files.map((file) => {
    const content = recolored(file, client, color);
    if (!content) return file;
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 10);
    const path = file.path.replace(/-[0-9a-f]+(\.\w+)$/, `-${digest}$1`);
    renamed.set(`/${file.path}`, `/${path}`);
    return { path, content };
  });
  const newAddress = (address: string) => renamed.get(address) ?? address;
  return {
    ...client,
    files,
    pageStylesheets: Object.fromEntries(
      Object.entries(client.pageStylesheets).map(([kind, address]) => [kind, newAddress(address)]),
    ) as ClientBundle["pageStylesheets"],
    icons: client.icons.map((icon) => ({ ...icon, href: newAddress(icon.href) })),
    socialImage: client.socialImage && newAddress(client.socialImage),
  };
}

/** @returns undefined for a file that has no colours of the site. */
function recolored({ path, content }: OutputFile, client: ClientBundle, color: string): Uint8Array | undefined {
  const address = `/${path}`;
  const bytes = content as Uint8Array;
  const text = () => Buffer.from(bytes).toString("utf8");
  if (Object.values(client.pageStylesheets).includes(address)) return Buffer.from(text() + colorStyle(color));
  if (address !== client.socialImage && !client.icons.some(({ href }) => href === address)) return undefined;
  if (path.endsWith(".svg")) return Buffer.from(text().replaceAll(ownColor, color));
  return recolorPalette(bytes, inColor(color));
}

/** The pictures consist of mixtures of white, black and the program's colour, which the site's colour replaces. */
function inColor(color: string): (mixture: Rgb) => Rgb {
  const [own, other] = [rgb(ownColor), rgb(color)];
  return ([red, green]) => {
    const share = (green - red) / (own[1] - own[0]);
    const white = red - share * own[0];
    const part = (index: 0 | 1 | 2) => Math.min(255, Math.max(0, Math.round(white + share * other[index])));
    return [part(0), part(1), part(2)];
  };
}

const signatureLength = 8;

/**
 * Changes the colours of a PNG with a palette. Its pixels are indexes into the palette, so only that chunk has to be rewritten
 * (https://www.w3.org/TR/png-3/#11PLTE): no library that decodes pictures is needed.
 * @returns a copy; the same bytes if the picture has no palette.
 */
function recolorPalette(png: Uint8Array, recolor: (color: Rgb) => Rgb): Uint8Array {
  const bytes = Buffer.from(png);
  // A chunk has the length of its data, a type, the data, and a checksum of type and data.
  for (let at = signatureLength; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = at + 8;
    if (bytes.toString("latin1", at + 4, data) === "PLTE") {
      for (let entry = data; entry < data + length; entry += 3) {
        const [red = 0, green = 0, blue = 0] = bytes.subarray(entry, entry + 3);
        bytes.set(recolor([red, green, blue]), entry);
      }
      bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, data + length)), data + length);
      return bytes;
    }
    at = data + length + 4;
  }
  return bytes;
}
