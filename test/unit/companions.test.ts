/** Texts beside proposals: pages below their proposal's, in its place, leading back to it, found by search. */
import { describe, expect, test } from "vitest";
import { attributes, buildSite, proposalText, texts } from "../support/site.js";

const folders = { profile: "cip" as const, files: "CIP-{number}/README.md", category: { from: "none" as const } };
const said = (site: Awaited<ReturnType<typeof buildSite>>) =>
  site.diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);
const inFolders = (files: Record<string, string>, ignore: string[] = [], link = "[a](./annex.md)\n") =>
  buildSite(
    { "content/cip/CIP-1/README.md": proposalText(1, {}, link), ...files },
    { series: [{ ...folders, ignore }] },
  );

describe("whose a text is", () => {
  test("one in a proposal's own folder is the proposal's, linked or not", async () => {
    const site = await inFolders(
      {
        "content/cip/CIP-1/annex.md": "# The annex\n\n## Part\n\nSee [deep](notes/deep.md) and [back](README.md).\n",
        "content/cip/CIP-1/notes/deep.md": "# Deep\n",
        "content/cip/CIP-2/README.md": proposalText(2),
        "content/cip/CIP-2/report.md": "# Report\n",
        "content/cip/CIP-2/report.markdown": "# Report as an appendix\n",
      },
      [],
      "[a](./annex.md#part)\n",
    );
    expect(said(site)).toEqual([]);
    expect(attributes(site.page("/cip/cip-1"), ".prose a", "href")).toEqual(["/cip/cip-1/annex#part"]);
    expect(attributes(site.page("/cip/cip-1/annex"), ".prose p a", "href")).toEqual([
      "/cip/cip-1/notes/deep",
      "/cip/cip-1",
    ]);
    const reports = ["report", "report-md"].flatMap((name) => texts(site.page(`/cip/cip-2/${name}`), "h1"));
    expect(reports.sort()).toEqual(["Report", "Report as an appendix"]);
    expect(site.has("cip/CIP-1/annex.md")).toBe(false);
  });

  test("one in a folder named like the proposal's file, or linked by the proposal, is the proposal's too", async () => {
    const site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, {}, "[a](../shared/terms.md)\n"),
      "content/cip/cbc/cip-20/annex.md": "Without a heading\n",
      "content/cip/core/cip-98.md": proposalText(98, { category: "core" }, "[a](../shared/terms.md)\n"),
      "content/cip/shared/terms.md": "# Terms\n",
      "content/cip/shared/deep/other.md": "# Other\n",
    });
    expect(said(site)).toEqual([
      "file-ignored content/cip/shared/deep/other.md: this file is not a proposal and was left out",
    ]);
    expect(site.diagnostics[0]?.help).toMatch(
      /^A proposal is named \{category\}\/cip-\{number\}\.md \(the number in digits\)\. /,
    );
    expect(texts(site.page("/cip/cbc/cip-20/annex"), "h1")).toEqual(["annex"]);
    expect(attributes(site.page("/cip/core/cip-98"), ".prose a", "href")).toEqual(["/cip/cbc/cip-20/terms"]);
  });
});

test("one in a folder with the number of a proposal is the proposal's", async () => {
  const site = await buildSite(
    {
      "content/cip/0001-words.md": proposalText(1),
      "content/cip/0001/annex.md": "# Annex\n",
    },
    { series: [{ ...folders, files: "{number}-{slug}.md", numberWidth: 4 }] },
  );
  expect(said(site)).toEqual([]);
  expect(texts(site.page("/cip/cip-0001/annex"), "h1")).toEqual(["Annex"]);
});

test("one in a folder with the label and the number of a proposal is the proposal's", async () => {
  const files = { "content/cip/cip-1-words.md": proposalText(1), "content/cip/cip-1/more/annex.md": "# Annex\n" };
  const site = await buildSite(files, { series: [{ ...folders, files: "cip-{number}-{slug}.md" }] });
  expect(said(site)).toEqual([]);
  expect(texts(site.page("/cip/cip-1/more/annex"), "h1")).toEqual(["Annex"]);
});

describe("where a register takes texts as they are", () => {
  const lenient = (files: Record<string, string>, series = {}) =>
    buildSite(files, { series: [{ ...folders, ...series }], legacy: { until: 99 } });

  test("a translation beside its original is a page of the proposal", async () => {
    const site = await lenient({
      "content/cip/CIP-1/README.md": proposalText(1, {}, "[fr](./README.fr.md)\n"),
      "content/cip/CIP-1/README.fr.md": proposalText(1, { title: "Le texte" }, "Bonjour.\n"),
    });
    expect(said(site)).toEqual([]);
    expect(attributes(site.page("/cip/cip-1"), ".prose a", "href")).toEqual(["/cip/cip-1/README.fr"]);
    expect(texts(site.page("/cip/cip-1/README.fr"), "h1")).toEqual(["Le texte"]);
  });

  test("a part that has no number of its own is a page of the proposal whose name it goes on with", async () => {
    const preamble = (number: string, title: string) =>
      `\`\`\`\nCIP: ${number}\nTitle: ${title}\nStatus: draft\n\`\`\`\n\nText.\n`;
    const site = await lenient(
      {
        "content/cip/cip-46.md": preamble("46", "All of it"),
        "content/cip/cip-46-01.md": preamble("46-01 (formerly 46)", "A part of it"),
        "content/cip/cip-4.md": preamble("4", "Another"),
      },
      { files: "cip-{number}.md" },
    );
    expect(said(site)).toEqual([]);
    expect(texts(site.page("/cip/cip-46/cip-46-01"), "h1")).toEqual(["A part of it"]);
    expect(site.page("/cip/cip-46/cip-46-01").querySelector(".prose")?.textContent).toContain("formerly 46");
  });
});

describe("the page", () => {
  const make = () =>
    buildSite(
      {
        "content/cip/CIP-1/README.md": proposalText(1, { title: "First" }, "Text\n"),
        "content/cip/CIP-1/annex.md": "---\ntitle: The annex\n---\n\n## Part\n\nA word: zweihander.\n",
        "content/i18n/de-DE/cip/CIP-1/annex.md": "---\ntitle: Der Anhang\n---\n\nAuf Deutsch.\n",
      },
      { series: [folders], locales: { "en-US": {}, "de-DE": {} } },
    );

  test("leads back to its proposal, which leads to it", async () => {
    const site = await make();
    expect(said(site)).toEqual([]);
    const page = site.page("/cip/cip-1/annex");
    expect(texts(page, "title")).toEqual([expect.stringContaining("CIP-1: The annex")]);
    expect(attributes(page, ".breadcrumbs a", "href")).toEqual(["/", "/cip", "/cip/cip-1", "/cip/cip-1/annex"]);
    expect(attributes(page, ".crumb a", "href")).toEqual(["/cip/cip-1"]);
    expect(attributes(site.page("/cip/cip-1"), ".companions a", "href")).toEqual(["/cip/cip-1/annex"]);
  });
});

describe("a folder that a link names", () => {
  const linking = (files: Record<string, string>) =>
    buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, {}, "[a](./vectors/) [b](./vectors)\n"), ...files });

  test("leads to a list of its files otherwise, which are there", async () => {
    const site = await linking({
      "content/cip/cbc/vectors/b/c.json": "{}",
      "content/cip/cbc/vectors/a.json": "{}",
      "content/cip/cbc/vectors/.secret": "x",
    });
    expect(said(site)).toEqual([]);
    expect(attributes(site.page("/cip/cbc/cip-20"), ".prose a", "href")).toEqual([
      "/cip/cbc/vectors",
      "/cip/cbc/vectors",
    ]);
    const page = site.page("/cip/cbc/vectors");
    expect(texts(page, "h1")).toEqual(["Files in vectors"]);
    expect(attributes(page, ".files a", "href")).toEqual(["/cip/cbc/vectors/a.json", "/cip/cbc/vectors/b/c.json"]);
    for (const href of attributes(page, ".files a", "href")) expect(site.has(href.slice(1))).toBe(true);
  });

  test.each([
    ["has its name", "sip-{number}/sip-{number}-{slug}.md", "sips/sip-001/sip-001-one.md", "sips/sip-001/"],
    ["is beside it", "sip-{number}.md", "sips/sip-001.md", "sips/sip-001/"],
    ["publishes nothing", "sip-{number}/text.md", "sips/sip-001/text.md", "sips/sip-001"],
  ])("leads to its proposal, from any series, if it %s", async (name, files, path, link) => {
    const sip = { id: "sip", label: "SIP", title: "SIPs", source: "sips", files, route: "/sip", numberWidth: 3 };
    const site = await buildSite(
      {
        [path]: proposalText(1, { cip: undefined, sip: 1, title: "One" }, "The text of one.\n"),
        ...(name !== "publishes nothing" && { "sips/sip-001/data.csv": "x,y\n" }),
        "content/cip/core/cip-2.md": proposalText(2, {}, `[a](../../../${link})\n`),
      },
      { series: [sip, { profile: "cip", source: "content/cip" }] },
    );
    expect(said(site)).toEqual([]);
    expect(attributes(site.page("/cip/core/cip-2"), ".prose a", "href")).toEqual(["/sip/sip-001"]);
    expect(texts(site.page("/sip/sip-001"), "h1")).toEqual([expect.stringContaining("One")]);
  });

  test("is broken where there is none", async () => {
    expect((await linking({})).diagnostics.map(({ code }) => code)).toEqual(["broken-link", "broken-link"]);
  });
});
