/** Colours of a site's own: readable on every ground, in both themes, whatever the colour. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withColor } from "../../src/output/assets/own-look.js";
import type { ClientBundle } from "../../src/site/model/bundle.js";
import { contrast, themeColors, themes } from "../../src/site/model/theme-colors.js";
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
