/** Colours of a site's own: readable on every ground, in both themes, whatever the colour. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withColor } from "../../src/assets/own-look.js";
import type { ClientBundle } from "../../src/model/assets.js";
import { contrast, themeColors, themes } from "../../src/model/colors.js";
import { repositoryRoot } from "../support/site.js";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test.each(Object.entries(themes))("any colour has steps that can be read in the %s theme", (_, theme) => {
  fc.assert(
    fc.property(color, (own) => {
      const { brand, link, ground } = themeColors(own, theme);
      for (const below of [...theme.grounds, ground]) expect(contrast(link, below)).toBeGreaterThanOrEqual(4.5);
      for (const below of theme.grounds) expect(contrast(brand, below)).toBeGreaterThanOrEqual(3);
    }),
  );
});

test("contrast is WCAG's", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("the grounds are those of the style sheet", () => {
  const tokens = readFileSync(join(repositoryRoot, "client/styles/tokens.css"), "utf8");
  const pairs = ["bg", "surface", "raise"].map((name) => {
    const pair = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
    return pair.slice(1).map((value) => value.replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3"));
  });
  expect([...new Set(pairs.map(([light]) => light))]).toEqual(themes.light.grounds);
  expect(pairs.map(([, dark]) => dark)).toEqual(themes.dark.grounds);
});

test("a site in a colour of its own has it in its style sheet and its icon, under other names", () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const client = {
    files: [
      { path: "assets/main-0123456789.css", content: text("a{}") },
      { path: "assets/icon-0123456789.svg", content: text('<svg stroke="#3b9a3e"/>') },
      { path: "assets/main-0123456789.js", content: text("0") },
    ],
    pageStylesheets: { main: "/assets/main-0123456789.css" },
    icons: [{ rel: "icon", href: "/assets/icon-0123456789.svg" }],
    scripts: ["/assets/main-0123456789.js"],
  } as unknown as ClientBundle;
  const made = withColor(client, "#d6246e");
  const contentOf = (address = "") =>
    Buffer.from(made.files.find(({ path }) => `/${path}` === address)?.content as Uint8Array).toString();
  expect(contentOf(made.pageStylesheets.main)).toMatch(
    /^a\{\}@layer tokens\{:root\{.*--link:light-dark\(#\w{6},#\w{6}\)/,
  );
  expect(contentOf(made.icons[0]?.href)).toBe('<svg stroke="#d6246e"/>');
  expect(made.pageStylesheets).not.toEqual(client.pageStylesheets);
  expect(made.scripts).toEqual(client.scripts);
  expect(withColor(client, "#3B9A3E")).toBe(client);
});

test("the package's pictures are in the site's colour, and are still pictures", () => {
  const brand = join(repositoryRoot, "client/brand");
  const pictures = readdirSync(brand).filter((name) => name.endsWith(".png"));
  const addressOf = (name: string) => `/assets/${name.replace(".png", "-0123456789.png")}`;
  const client = {
    files: pictures.map((name) => ({ path: addressOf(name).slice(1), content: readFileSync(join(brand, name)) })),
    pageStylesheets: {},
    icons: pictures.filter((name) => name.startsWith("icon")).map((name) => ({ rel: "icon", href: addressOf(name) })),
    socialImage: addressOf("social-card.png"),
  } as unknown as ClientBundle;
  const paletteOf = (png: Buffer) => {
    const at = png.indexOf("PLTE");
    const data = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
    expect(png.readUInt32BE(at + 4 + data.length)).toBe(crc32(png.subarray(at, at + 4 + data.length)));
    return Array.from({ length: data.length / 3 }, (_, entry) => [...data.subarray(entry * 3, entry * 3 + 3)]);
  };
  const made = withColor(client, "#7a4fa3");
  expect(pictures.length).toBe(3);
  expect(made.socialImage).toMatch(/^\/assets\/social-card-[0-9a-f]{10}\.png$/);
  for (const [index, { path, content }] of made.files.entries()) {
    const [before, after] = [client.files[index]?.content, content].map((file) =>
      paletteOf(Buffer.from(file as Uint8Array)),
    );
    expect(made.icons.some(({ href }) => href === `/${path}`) || made.socialImage === `/${path}`, path).toBe(true);
    // White stays white; no colour is green any more.
    expect(after?.some((color) => color.join() === "255,255,255")).toBe(
      before?.some((color) => color.join() === "255,255,255"),
    );
    expect(
      after?.filter(([red = 0, green = 0]) => green > red + 2),
      path,
    ).toEqual([]);
  }
  expect(paletteOf(Buffer.from(made.files[0]?.content as Uint8Array))).toContainEqual([0x7a, 0x4f, 0xa3]);
});
