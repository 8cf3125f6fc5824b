/** The browser's files in the colour of a site. */
import { createHash } from "node:crypto";
import type { ClientBundle } from "../model/assets.js";
import { type ThemeColors, themeColors, themes } from "../model/colors.js";

/** The colour of client/styles/tokens.css and the files of client/brand/. */
const ownColor = "#3b9a3e";

/** The rules that give a page these colours. They come after those of the program, in the same layer, so that a site's own rules win over both. */
export function colorStyle(color: string): string {
  const [light, dark] = [themeColors(color, themes.light), themeColors(color, themes.dark)];
  const pair = (name: keyof ThemeColors) => `light-dark(${light[name]},${dark[name]})`;
  // Final proposals are green on every site.
  return `@layer tokens{:root{--green:light-dark(#1f6f27,#7bd67f);--brand:${pair("brand")};--link:${pair("link")};--link-ground:${pair("ground")}}}\n`;
}

/**
 * The browser's files in a site's colour: the style sheet of every page, and the icon in browser tabs.
 * @param color `#rrggbb`.
 */
export function withColor(client: ClientBundle, color: string): ClientBundle {
  if (color.toLowerCase() === ownColor) return client;
  const renamed = new Map<string, string>();
  const files = client.files.map((file) => {
    const isStyle = client.stylesheets.includes(`/${file.path}`);
    if (!isStyle && !/\/icon-[0-9a-f]+\.svg$/.test(file.path)) return file;
    const text = Buffer.from(file.content as Uint8Array).toString("utf8");
    const content = Buffer.from(isStyle ? text + colorStyle(color) : text.replaceAll(ownColor, color));
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 10);
    const path = file.path.replace(/-[0-9a-f]+(\.\w+)$/, `-${digest}$1`);
    renamed.set(`/${file.path}`, `/${path}`);
    return { path, content };
  });
  const nameOf = (address: string) => renamed.get(address) ?? address;
  return {
    ...client,
    files,
    stylesheets: client.stylesheets.map(nameOf),
    icons: client.icons.map((icon) => ({ ...icon, href: nameOf(icon.href) })),
  };
}
