/** Links that are followed again after an edit come to what they would come to if nothing were known of the last time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SiteConfig } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import type { LinkTarget } from "../../src/model/site.js";
import { linkSite } from "../../src/pipeline/link.js";
import { type BuildState, emptyState } from "../../src/pipeline/state.js";
import { KnownLinks } from "../../src/site/index.js";
import { apply, type Edit, edit, makeEditedSite } from "../support/edits.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText } from "../support/site.js";

/** What links of one text lead to, through addresses, files, folders, fragments and the labels of proposals. */
const linking: fc.Arbitrary<Edit> = fc
  .record({
    number: fc.constantFrom(20, 712),
    heading: fc.constantFrom("", "## Code", "## Rules"),
    text: fc.constantFrom(
      "[a](./cip-165.md#code) [b](./cip-712.md#rules) [c](/cip/cbc/cip-20#code) CIP-165",
      "[files](../../../assets/cip-20/) [one](../../../assets/cip-20/a.txt) [none](../../../assets/cip-20/b.txt)",
      "[gone](./cip-99.md) [gone](/nowhere) [beside](./beside.txt) [home](/) [tag](/cip/tags/a)",
    ),
  })
  .map(({ number, heading, text }) => ({
    path: `content/cip/cbc/cip-${number}.md`,
    content: proposalText(number, { tags: "[a]" }, `${heading}\n\n${text}\n`),
  }));
const beside = fc.constantFrom<Edit>(
  { path: "content/cip/cbc/beside.txt", content: "x" },
  { path: "content/cip/cbc/beside.txt" },
  { path: "content/cip/assets/cip-20/a.txt", content: "x" },
  { path: "content/cip/assets/cip-20/b.txt", content: "x" },
  { path: "content/cip/assets/cip-20/b.txt" },
);

/** Proposals by what is shown of them, so that one of an earlier site is seen. */
function plain(target: LinkTarget): unknown {
  if (target.kind !== "proposal") return target;
  const { label, route, meta, document } = target.proposal;
  return { kind: "proposal", label, route, title: meta.title, status: meta.status, anchors: document?.anchors };
}

async function linksOf(root: string, config: SiteConfig, state: BuildState): Promise<unknown> {
  const { value, diagnostics } = await linkSite({ root, config, configFile: "cipgen.config.json", state });
  const { targets, folders, files, routes } = value.site;
  return {
    targets: [...targets].map(([{ path }, found]) => [path, found.map(plain)]),
    folders: folders.map(({ route }) => route),
    files: [...files.keys()],
    routes: [...routes.keys()],
    diagnostics,
  };
}

/** As the next process has them; without a change they stay as they are in the cache. */
function throughCache(links: KnownLinks): KnownLinks {
  const saved = links.changed();
  return saved ? new KnownLinks(JSON.parse(JSON.stringify(saved))) : links;
}

test("after any edits", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(linking, linking, beside, edit), fc.boolean()), { minLength: 2, maxLength: 6 }),
      async (edits) => {
        const root = makeEditedSite();
        const known = { ...emptyState(), links: new KnownLinks() };
        let config = (await loadConfig(root)).value;
        for (const [change, isOtherProcess] of edits) {
          apply(root, change);
          if (isOtherProcess) known.links = throughCache(known.links);
          if ("path" in change && change.path.startsWith("cipgen.config")) config = (await loadConfig(root)).value;
          if (!config) throw new Error("the configuration is right after every edit");
          expect(await linksOf(root, config, known)).toEqual(await linksOf(root, config, emptyState()));
        }
      },
    ),
    { numRuns: runs(10) },
  );
}, 120_000);

describe("after the edit that makes a link lead elsewhere", () => {
  const file = (number: number) => `content/cip/cbc/cip-${number}.md`;
  const german = (number: number) => `content/i18n/de-DE/cip/cbc/cip-${number}.md`;
  test.each<[name: string, link: string, edit: Edit]>([
    ["a proposal is gone", "[a](./cip-21.md)", { path: file(21) }],
    ["a proposal comes", "[a](./cip-22.md) CIP-22", { path: file(22), content: proposalText(22) }],
    ["a heading is gone", "[a](./cip-21.md#code)", { path: file(21), content: proposalText(21) }],
    [
      "a proposal is mentioned by its number",
      "CIP-21",
      { path: file(21), content: proposalText(21, { title: "New" }) },
    ],
    ["a folder has another file", "[a](../../assets/cip-20/)", { path: "content/assets/cip-20/c.txt", content: "c" }],
    ["a folder is as it was", "[a](../../assets/cip-20/)", { path: file(21), content: proposalText(21) }],
    ["a picture is gone", "![a](../../assets/cip-20/b.png)", { path: "content/assets/cip-20/b.png" }],
    ["a file that is not published comes", "[a](../../other/d.txt)", { path: "content/other/d.txt", content: "d" }],
    ["a text that is broken now", "[a](./cip-21.md)", { path: file(21), content: "---\ncip: x\n---\n" }],
    ["a tag comes", "[a](/cip/tags/new)", { path: file(21), content: proposalText(21, { tags: "[new]" }) }],
    ["a static file comes", "[a](/e.txt)", { path: "content/static/e.txt", content: "e" }],
    [
      "a translation has the heading",
      "[a](./cip-21.md#kode)",
      { path: german(21), content: proposalText(21, {}, "## Kode\n") },
    ],
    ["a translation has other headings", "[a](./cip-24.md#kode)", { path: german(24), content: proposalText(24) }],
    ["a translation is gone", "[a](./cip-24.md#code)", { path: german(24) }],
    [
      "a page of the docs becomes a draft",
      "[a](../../docs/more.md)",
      { path: "content/docs/more.md", content: "---\ndraft: true\n---\n# More\n" },
    ],
  ])("%s", async (_, link, change) => {
    const root = makeSite(
      {
        [file(20)]: proposalText(20, {}, `${link}\n`),
        [file(21)]: proposalText(21, {}, "## Code\n"),
        [file(24)]: proposalText(24, {}, "## Code\n"),
        [german(20)]: proposalText(20, {}, `${link}\n`),
        [german(24)]: proposalText(24, {}, "## Kode\n"),
        "content/docs/start.md": "# Start\n",
        "content/docs/more.md": "# More\n",
        "content/assets/cip-20/a.txt": "a",
        "content/assets/cip-20/b.png": "b",
      },
      {
        series: [{ profile: "cip", assets: "../assets" }],
        checks: { brokenLinks: "warn" },
        docs: { mainDocId: "start" },
        locales: { "en-US": {}, "de-DE": {} },
      },
    );
    const { value: config } = await loadConfig(root);
    if (!config) throw new Error("the configuration is right");
    const known = { ...emptyState(), links: new KnownLinks() };
    await linksOf(root, config, known);
    apply(root, change);
    expect(await linksOf(root, config, known)).toEqual(await linksOf(root, config, emptyState()));
  });
});

test("a link leads to the same place whether other texts of the site have it as well or not", async () => {
  const urls = [
    "./cip-21.md",
    "./cip-21.md#no",
    "../core/cip-98.md",
    "../core/cip-98",
    "cip-98",
    "./sub/a.md",
    "../a.md",
    "a.md",
    ".",
    "..",
    "../",
    "./files",
    "./a.txt",
    "/cip/cbc/cip-21",
    "/docs/sub/a",
    "#no",
    "?a=1",
    "./no.md",
  ];
  const paths = ["cip/cbc/cip-20", "cip/cbc/cip-21", "cip/core/cip-98", "cip/core/files/cip-7", "docs/a", "docs/sub/a"];
  const texts = fc.array(fc.subarray(urls), { minLength: paths.length, maxLength: paths.length });
  await fc.assert(
    fc.asyncProperty(texts, async (links) => {
      const bodies = paths.map((path, index): [string, string] => {
        const body = links[index]?.map((url) => `[x](${url})`).join(" ");
        const number = /cip-(\d+)/.exec(path)?.[1];
        const text = number ? proposalText(Number(number), {}, body) : `---\ntitle: T\n---\n${body}\n`;
        return [`content/${path}.md`, text];
      });
      const files = { "content/cip/cbc/files/b.txt": "b", "content/cip/core/a.txt": "a" };
      const root = makeSite({ ...Object.fromEntries(bodies), ...files }, { docs: { mainDocId: "a" } });
      const config = (await loadConfig(root)).value as SiteConfig;
      const request = { root, config, configFile: "cipgen.config.json" };
      const { value } = await linkSite({ ...request, state: emptyState() });
      for (const [{ path }, found] of value.site.targets) {
        const { value: alone } = await linkSite({ ...request, state: emptyState(), follows: (one) => one === path });
        const [, same] = [...alone.site.targets].find(([document]) => document.path === path) ?? [];
        expect(same?.map(plain), path).toEqual(found.map(plain));
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);
