/** What is said of a link that leads nowhere is true: what the advice says can be written. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meantUrl } from "../../src/shared/url.js";
import { runs } from "../support/runs.js";
import { buildSite, proposalText } from "../support/site.js";

const word = fc.string({ unit: fc.constantFrom(..."abcdefghij"), minLength: 4, maxLength: 8 });
const address = fc
  .tuple(fc.constantFrom("http", "https"), word, fc.array(word, { maxLength: 3 }), fc.constantFrom("", "#a", "?a=b"))
  .map(([scheme, host, path, end]) => `${scheme}://${[`${host}.example`, ...path].join("/")}${end}`);

test("a link of Markdown in the place of an address means the address in its brackets, whatever its text is", () => {
  const text = fc.oneof(word, address, fc.constantFrom("", "url", "./xip-2.md", "XIP (2)"));
  const around = fc.constantFrom("", " ", "!");
  fc.assert(
    fc.property(address, text, around, fc.boolean(), (url, shown, before, isEscaped) => {
      const written = `${before}[${shown}](${url})`.trim();
      expect(meantUrl(isEscaped ? written.replace("[", "%5B").replace("]", "%5D") : written)).toBe(url);
    }),
  );
});

describe("a text that is in another folder than a link says", () => {
  const help = async (files: Record<string, string>) => {
    const { diagnostics } = await buildSite(files);
    expect(diagnostics.map(({ code }) => code)).toEqual(["broken-markdown-link"]);
    return diagnostics[0]?.help;
  };
  const from = (url: string) => proposalText(20, {}, `[x](${url})\n`);

  test("is named, and a link as advised finds it", async () => {
    const folder = fc.constantFrom("", "../", "./deeper/", "../core/", "../../docs/far/away/");
    await fc.assert(
      fc.asyncProperty(word, word, folder, async (name, place, wrong) => {
        const files = (url: string) => ({
          "content/cip/cbc/cip-20.md": from(url),
          [`content/cip/cbc/cip-20/x${place}/q-${name}.md`]: "# Text\n",
        });
        const [, advised = ""] = /^Did you mean (.+)\?$/.exec((await help(files(`${wrong}q-${name}.md`))) ?? "") ?? [];
        expect(advised).not.toBe("");
        expect((await buildSite(files(advised))).diagnostics).toEqual([]);
      }),
      { numRuns: runs(10) },
    );
  });

  test.each([
    ["q-tokens.md", "0012-q-tokens.md"],
    ["q-tokens.md", "KEP-12-q-tokens.md"],
    ["0000-q-tokens.md", "0012-q-tokens.md"],
    ["kep-0-q-tokens.md", "KEP_0012_q-tokens.md"],
  ])("is known by the words of its name when it gets a number: %s, %s", async (former, today) => {
    const files = {
      "content/cip/cbc/cip-20.md": from(`../core/${former}`),
      [`content/cip/cbc/cip-20/${today}`]: "# T\n",
    };
    expect(await help(files)).toBe(`Did you mean cip-20/${today}?`);
    expect(await help({ ...files, "content/cip/cbc/cip-20/0034-q-tokens.md": "# T\n" })).toBeUndefined();
  });
});

test("a file of the repository that is named from its root, and that no folder of the site has, can be published as advised", async () => {
  const folder = fc.array(word, { maxLength: 2 }).map((parts) => ["content", "more", ...parts].join("/"));
  const name = fc.constantFrom("plan.png", "plan.md", "plan.pdf");
  await fc.assert(
    fc.asyncProperty(folder, name, async (place, file) => {
      const files = {
        "content/cip/cbc/cip-20.md": proposalText(20, {}, `[x](/${place}/${file})\n`),
        [`${place}/${file}`]: file.endsWith(".md") ? "# Plan\n" : "x",
      };
      const { diagnostics } = await buildSite(files);
      expect(diagnostics.map(({ code }) => code)).toEqual(["broken-link"]);
      const [, assets] = /set assets of the series to "([^"]+)"/.exec(diagnostics[0]?.help ?? "") ?? [];
      const site = await buildSite(files, { series: [{ profile: "cip", assets }] });
      expect([assets, site.diagnostics]).toEqual([expect.any(String), []]);
    }),
    { numRuns: runs(10) },
  );
});
