/** Numbers with letters: those of Nostr are in base 16, some of Perl's have a letter after their digits. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNumbers, jsonNumber, numberOf, textOfNumber } from "../../src/shared/proposal-number.js";
import { cipgen } from "../support/cli.js";
import { attributes, buildSite, makeFolder, makeSite, texts } from "../support/site.js";

const hexadecimal = fc.integer({ min: 0, max: 0xfffff }).map((value) => value.toString(16).toUpperCase());
const lettered = fc.stringMatching(/^[1-9]\d{0,3}[a-z]$/);

test("a number is the text that it was, and none is that of another text", () => {
  fc.assert(
    fc.property(fc.uniqueArray(hexadecimal, { maxLength: 30 }), fc.uniqueArray(lettered), (signs, letters) => {
      const numbers = signs.map(numberOf);
      expect(numbers.map((number) => textOfNumber(number, "hexadecimal"))).toEqual(signs);
      expect(new Set(numbers).size).toBe(signs.length);
      expect(letters.map((text) => textOfNumber(numberOf(text), "lettered"))).toEqual(letters);
      for (const number of numbers) expect(number).toBeLessThan(2 ** 31);
    }),
  );
});

test("JSON has a number where it is decimal, a text otherwise", () => {
  expect(["59", "5A"].map((text) => jsonNumber(numberOf(text), "hexadecimal"))).toEqual([59, "5A"]);
  expect(jsonNumber(numberOf("13a"), "lettered")).toBe("13a");
});

test.each([
  [["05", "59", "5A", "60", "A0", "EE", "100"]],
  [["0013", "0013a", "0013b", "0014", "0100"]],
])("%j is their order", (order) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(order, { minLength: order.length }), (mixed) => {
      expect(mixed.toSorted(compareNumbers)).toEqual(order);
    }),
  );
});

test.each(["face-it.md", "3d-tiles.md"])("init --from takes no word for a number: %s is none", async (name) => {
  const spec = (title: string) =>
    `---\ntitle: ${title}\nstatus: Draft\ncreated: 2024-01-02\n---\n\n# Use ${title}\n\nText.\n`;
  const numbered = Object.fromEntries([1, 2, 3].map((number) => [`specs/000${number}-thing.md`, spec("Thing")]));
  const root = makeFolder({ ...numbered, [`specs/${name}`]: spec(name.replace(/-.*/, "")) });
  const { stdout } = await cipgen(["init", "--from", root, "--json"]);
  expect(JSON.parse(stdout).series[0].proposals).toBe(3);
  expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).not.toContain("numbers:");
});

describe("a register", () => {
  const proposal = (label: string, title: string, body: string) =>
    `${label}\n======\n\n${title}\n-----\n\n\`draft\`\n\n${body}\n`;
  const series = {
    id: "nip",
    label: "NIP",
    title: "NIPs",
    source: "content",
    files: "{number}.md",
    route: "/nip",
    numberWidth: 2,
    numbers: "hexadecimal" as const,
    mentions: ["NIP"],
    statuses: ["Draft"],
  };
  const files = {
    "content/59.md": proposal("NIP-59", "Gift Wrap", "See NIP-5A, NIP-EE and [this](5A.md)."),
    "content/5A.md": proposal("NIP-5A", "Sites", "Text."),
    "content/60.md": proposal("NIP-60", "Wallets", "Text."),
    "content/EE.md": proposal("NIP-EE", "Messages", "Text."),
    "content/README.md": "# Words\n",
  };

  test("has a page for each, in order, found by mentions and links", async () => {
    const site = await buildSite(files, { series: [series] });
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { items } = site.json<{ items: { number: number | string; title: string; url: string }[] }>(
      "nip/register.json",
    );
    expect(items.map(({ number, title }) => [number, title])).toEqual([
      [59, "Gift Wrap"],
      ["5A", "Sites"],
      [60, "Wallets"],
      ["EE", "Messages"],
    ]);
    expect(attributes(site.page("/nip/nip-59"), ".prose a", "href")).toEqual([
      "/nip/nip-5A",
      "/nip/nip-EE",
      "/nip/nip-5A",
    ]);
    expect(texts(site.page("/nip/nip-5A"), "h1")).toEqual(["Sites"]);
    expect(site.json<{ number: string }>("api/v1/proposals/nip/5A.json").number).toBe("5A");
  });

  test("without a configuration is found with all of them, and without other texts of such names", async () => {
    const root = makeFolder({ ...files, "content/AB.md": "# About\n\nThe people.\n" });
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const [found] = JSON.parse(stdout).series;
    expect([code, found.proposals, found.read.title]).toEqual([0, 4, 4]);
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).toContain('numbers: "hexadecimal"');
  });

  test("gets the next number, or one that is chosen", async () => {
    const root = makeSite(files, { series: [series] });
    await cipgen(["new", "--root", root, "Next"]);
    await cipgen(["new", "--root", root, "Chosen", "--number", "5b"]);
    const fresh = readdirSync(join(root, "content")).filter(
      (name) => /^\w\w\.md$/.test(name) && !files[`content/${name}` as keyof typeof files],
    );
    expect(fresh.sort()).toEqual(["5B.md", "EF.md"]);
    const text = readFileSync(join(root, "content/EF.md"), "utf8");
    expect(
      text
        .split("\n")
        .filter((line) => /\w/.test(line))
        .slice(0, 2),
    ).toEqual(["nip: EF", "title: Next"]);
  });
});
