/** Links to names with accents, which a file and a link may write in two ways: one character, or a letter and its accent. */
import { describe, expect, test } from "vitest";
import { attributes, buildSite, proposalText } from "../support/site.js";

const [composed, apart] = ["caf\u00e9", "cafe\u0301"];

describe.each([
  ["a file as macOS may name it, a link as people type it", apart, composed],
  ["the other way round", composed, apart],
])("%s", (_, name, written) => {
  const files = {
    [`content/docs/${name}/deep.md`]: "# Deep\n",
    [`content/cip/assets/cip-20/${name}.png`]: "x",
    [`content/static/${name}/${name}.pdf`]: "x",
    [`content/docs/${name}.md`]: "# Coffee\n",
    "content/docs/start.md": "# Start\n",
  };

  test.each([
    ["a text", `../../docs/${written}/deep.md`, `/docs/${name}/deep`],
    ["a text without its extension", `../../docs/${written}`, `/docs/${name}`],
    ["a doc, escaped", `../../docs/${encodeURIComponent(written)}.md`, `/docs/${name}`],
    ["a picture beside the texts", `../assets/cip-20/${written}.png`, `/cip/assets/cip-20/${name}.png`],
    ["a copied file", `/${written}/${written}.pdf`, `/${name}/${name}.pdf`],
    ["an address", `/docs/${written}`, `/docs/${name}`],
    ["a text of the repository", `https://github.com/a/b/blob/main/content/docs/${written}.md`, `/docs/${name}`],
  ])("%s is found, and its link has the published name", async (what, link, address) => {
    const config = { docs: { mainDocId: "start" }, repository: "https://github.com/a/b" };
    const body = `[x](${link})\n`;
    const site = await buildSite({ ...files, "content/cip/cbc/cip-20.md": proposalText(20, {}, body) }, config);
    expect(site.diagnostics, what).toEqual([]);
    const [href = ""] = attributes(site.page("/cip/cbc/cip-20"), ".prose a:not(.anchor)", "href");
    expect(decodeURI(href)).toBe(address);
  });
});
