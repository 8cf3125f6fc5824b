/** What is on the pictures of proposals, whatever their titles are: two pictures with the same bytes show the same. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { imageSize } from "image-size";
import { beforeAll, expect, test } from "vitest";
import { loadPainter, painters, type SocialCard } from "../../src/output/views/card-painter.js";
import { cardUrl } from "../../src/output/views/cards.js";
import { installProgram } from "../support/installed.js";
import { makeSite, proposalText } from "../support/site.js";

const usual: SocialCard = {
  label: "CIP-1",
  title: "",
  status: "Draft",
  site: "Register",
  tagline: "Proposals",
  color: "#3b9a3e",
  hasMark: true,
};

let draw: (parts: Partial<SocialCard>) => Promise<Buffer>;
let empty: Buffer;
beforeAll(async () => {
  const paint = await loadPainter((name) => import(name), createRequire(import.meta.url));
  draw = async (parts) => Buffer.from(await paint({ ...usual, ...parts }));
  empty = await draw({});
});

test.each([
  ["Latin letters of all languages", "Łódź, žluťoučký, Nguyễn, ể, ĉ"],
  ["Cyrillic letters", "Сеть, ґ, Ұлы, ғ, ҡ, ѣ"],
  ["Greek letters", "Δίκτυο, Ἀρχὴ, ᾧ"],
])("a card shows a title in %s", async (_, title) => {
  expect((await draw({ title })).equals(empty)).toBe(false);
});

test("a text with a letter or sign that the font does not have is left out of a card, and never shown as boxes", async () => {
  for (const title of ["提案登记册", "مقترح", "x ≥ y"]) expect((await draw({ title })).equals(empty), title).toBe(true);
  const foreign = await draw({ title: "Fees", status: "草案", tagline: "改进提案" });
  expect(foreign.equals(await draw({ title: "Fees", status: "", tagline: "" }))).toBe(true);
});

test("packages that are installed and cannot be loaded are named, with the reason and what to do", async () => {
  const load = () =>
    Promise.reject(new Error("Cannot find module '@resvg/resvg-js-linux-x64-gnu'\nRequire stack:\n- /a"));
  await expect(loadPainter(load)).rejects.toThrow(
    /^socialCards: .* cannot be loaded \(Cannot find module '@resvg\/resvg-js-linux-x64-gnu'\)\. .*npm install satori@/,
  );
});

test("a card has another address with another version of a package that draws it", () => {
  expect(cardUrl(usual, "satori 1.0.0")).toBe(cardUrl({ ...usual }, "satori 1.0.0"));
  expect(cardUrl(usual, "satori 1.0.0")).not.toBe(cardUrl(usual, "satori 1.0.1"));
});

test("a social card is one picture of 1200 x 630 for all languages, named in the page's head", () => {
  const program = join(installProgram(painters), "node_modules/cipgen/bin/cipgen.js");
  const config = { locales: { "en-US": {}, "de-DE": {} }, socialCards: true };
  const site = makeSite({ "content/cip/cbc/cip-1.md": proposalText(1) }, config);
  execFileSync(process.execPath, [program, "build"], { cwd: site });
  const cards = readdirSync(join(site, "build/assets/cards"));
  expect(cards).toEqual([expect.stringMatching(/^cip-1-\w+\.png$/)]);
  expect(imageSize(readFileSync(join(site, "build/assets/cards", cards[0] ?? "")))).toMatchObject({
    width: 1200,
    height: 630,
    type: "png",
  });
  for (const route of ["cip/cbc/cip-1", "de-DE/cip/cbc/cip-1"]) {
    const page = readFileSync(join(site, "build", route, "index.html"), "utf8");
    expect(page).toContain(`<meta property="og:image" content="https://register.example/assets/cards/${cards[0]}"`);
  }
});
