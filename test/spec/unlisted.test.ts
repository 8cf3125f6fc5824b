/** `unlisted: true`: a page that only who has its address finds. */
import { expect, test } from "vitest";
import { build, makeSite, proposalText } from "../support/site.js";

test("the page is built, and no other file than those of its address says a word of it", async () => {
  const files = {
    "content/cip/cbc/cip-1.md": proposalText(1, { tags: "cbc" }, "See [another](./cip-2.md)."),
    "content/cip/cbc/cip-2.md": proposalText(
      2,
      { title: "Quixotic", unlisted: "true", requires: 1, tags: "[cbc, quagga]", author: "Quill Q." },
      "Quince jam.",
    ),
    "content/cip/cbc/cip-2/annex.md": "# Quarry\n\nQuoin.\n",
    "content/cip/cbc/cip-3.md": proposalText(3),
    "content/docs/cip.md": "# Docs\n\nWords.\n",
    "content/docs/hidden.md": "---\ntitle: Quokka\nunlisted: true\n---\n\nQuern.\n",
    "pages/hidden.md": "---\ntitle: Quiver\nunlisted: true\n---\n\nQuoit.\n",
  };
  const config = {
    docs: { mainDocId: "cip" },
    search: { provider: "local" as const },
  };
  const site = await build(makeSite(files, config));
  expect(site.diagnostics).toEqual([]);
  const own = /^(?:cip\/cbc\/cip-2|docs\/hidden|hidden)[/.]/;
  const secret = /qu(?:ixo|agga|ill q|ince|arry|oin|okka|ern|iver|oit)/i;
  const talkers = [...site.files.keys()].filter(
    (path) => !own.test(path) && (secret.test(site.text(path)) || /CIP-2\b/.test(site.text(path))),
  );
  expect(talkers).toEqual([]);
  for (const route of ["/cip/cbc/cip-2", "/cip/cbc/cip-2/annex", "/docs/hidden", "/hidden"]) {
    expect(site.page(route).querySelector("meta[name=robots]")?.getAttribute("content"), route).toBe("noindex");
    expect(site.text("sitemap.xml"), route).not.toContain(`${route}<`);
  }
  expect(site.page("/cip/cbc/cip-1").querySelector(".prose a[href='/cip/cbc/cip-2']")).not.toBeNull();
  expect(site.page("/cip/cbc/cip-3").querySelector(".turn a")?.getAttribute("href")).toBe("/cip/cbc/cip-1");
});

test("a listed proposal may require an unlisted one, which its data leaves out", async () => {
  const site = await build(
    makeSite({
      "content/cip/cbc/cip-1.md": proposalText(1, { requires: 2 }, "See CIP-2."),
      "content/cip/cbc/cip-2.md": proposalText(2, { unlisted: "true" }),
    }),
  );
  expect(site.json("api/v1/proposals/cip/1.json")).toMatchObject({ requires: [], mentions: [] });
});
