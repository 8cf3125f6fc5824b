/** What is on the pictures of proposals, whatever their titles are: two pictures with the same bytes show the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadPainter, painters, type SocialCard } from "../../src/output/views/card-painter.js";
import { cardUrl, installedPainters } from "../../src/output/views/cards.js";
import { repositoryRoot } from "../support/site.js";

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
  const paint = await loadPainter();
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
  const versions = painters.map((name) => {
    const file = join(repositoryRoot, "node_modules", name, "package.json");
    return JSON.parse(readFileSync(file, "utf8")).version;
  });
  for (const [index, name] of painters.entries()) expect(installedPainters()).toContain(`${name} ${versions[index]}`);
  expect(cardUrl(usual)).toBe(cardUrl({ ...usual }));
  expect(cardUrl(usual)).not.toBe(cardUrl(usual, installedPainters().replace(versions[0], `${versions[0]}-next`)));
});
